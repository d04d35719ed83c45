"""Gymnasium's and Stable-Baselines3's own checks, and what they do not look at."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

from tests.envs.research import REASON

np = pytest.importorskip("numpy", reason=REASON)
gymnasium = pytest.importorskip("gymnasium", reason=REASON)
sb3 = pytest.importorskip("stable_baselines3.common.env_checker", reason=REASON)

from gymnasium.error import InvalidAction, ResetNeeded  # noqa: E402  # after the skip
from gymnasium.utils.env_checker import check_env  # noqa: E402

import redcathedral.envs.gymnasium  # noqa: E402
from redcathedral import Game  # noqa: E402
from redcathedral.ai.bots import make  # noqa: E402
from redcathedral.engine import rules  # noqa: E402
from redcathedral.engine.rules import IllegalDecision  # noqa: E402
from redcathedral.envs.episode import Episode  # noqa: E402
from redcathedral.envs.settings import make_setting  # noqa: E402

MODES: dict[str, tuple[str, dict[str, Any]]] = {
    "two": ("RedCathedral-v0", {}),
    "three": ("RedCathedral-v0", {"players": 3, "opponents": "random", "seat": 1}),
    "four": (
        "RedCathedral-v0",
        {
            "players": 4,
            "side": "advanced",
            "opponents": ("random", "greedy", "random"),
            "observation": "compact",
            "mask": "observation",
            "reward": "potential",
        },
    ),
    "solo": ("RedCathedralSolo-v0", {"reward": "margin"}),
    "solo-advanced": ("RedCathedralSolo-v0", {"side": "advanced", "skip_forced": True}),
}
modes = pytest.mark.parametrize(("name", "how"), MODES.values(), ids=MODES)


def made(name: str = "RedCathedral-v0", **how: Any) -> Any:
    return gymnasium.make(name, **how).unwrapped


@modes
def test_gymnasiums_checks(name: str, how: dict[str, Any]) -> None:
    """All render modes among them."""
    check_env(made(name, **how), skip_render_check=False)


@modes
def test_the_checks_of_stable_baselines(name: str, how: dict[str, Any]) -> None:
    sb3.check_env(made(name, **how))


def played(env: Any, seed: int | None, choice: Any, **options: Any) -> list[tuple[Any, ...]]:
    """A whole random game: what was decided and got."""
    _, info = env.reset(seed=seed, options=options or None)
    message: list[tuple[Any, ...]] = [(info["seat"], env.session.episode.hash())]
    while True:
        mask = info["action_mask"]
        assert np.array_equal(env.action_masks(), mask)
        action = choice.choice(np.flatnonzero(mask))
        _, reward, terminated, truncated, info = env.step(action)
        message.append((action, reward, terminated, truncated))
        if terminated or truncated:
            assert not info["action_mask"].any()
            assert info["legal"]
            return message


@modes
def test_the_same_seed_is_the_same_series_of_games(name: str, how: dict[str, Any]) -> None:
    games = []
    for _ in range(2):
        env, choice = made(name, **how), np.random.default_rng(1)
        games.append([played(env, seed, choice) for seed in (5, None)])
    assert games[0] == games[1]
    assert games[0][0][0] != games[0][1][0]


def test_bots_decide_for_the_other_seats() -> None:
    """In turn order after the agent; the game is that of the other environments."""
    env = made(players=3, opponents=("greedy", "random"), seat=1, reward="rank")
    message = played(env, 4, np.random.default_rng(2))
    assert message[-1][1] in (-1, -0.5, 0, 0.5, 1)
    game = env.session.episode
    record = game.record()
    assert Episode(make_setting(3), seed=4).steps == record.steps[: record.steps_to(0)]
    greedy = make("greedy", 0)
    asked = 0
    for moment in record.moments():
        state = moment.state
        if not state.is_chance and state.seat == 2 and len(rules.legal(state)) > 1:
            assert greedy.choose(state.copy()) == moment.taken
            asked += 1
    assert asked > 20
    assert env.reset(seed=4)[1]["seat"] == 1
    assert env.session.episode.decisions > 0  # the seat before it has played


def test_seat_is_random_fixed_or_given_for_a_game() -> None:
    env = made(players=4, opponents="random")
    seats = [env.reset(seed=3)[1]["seat"]] + [env.reset()[1]["seat"] for _ in range(30)]
    assert {*seats} == {0, 1, 2, 3}
    assert env.reset(options={"seat": 2})[1]["seat"] == 2
    assert {made(seat=1).reset(seed=seed)[1]["seat"] for seed in range(5)} == {1}
    for _ in range(5):
        env.reset()
        assert env.session.episode.seat == env.agent_seat


def test_a_set_up_code_begins_a_game() -> None:
    game = Game(seed=9)
    env = made(seat=0)
    env.reset(options={"setup": game.setup_code})
    assert env.session.episode.record().steps == game.record.steps


def test_potentials_add_up_to_the_result() -> None:
    """Whatever bots do in between; at the start nobody is ahead."""
    env = made(reward="potential", seat=0)
    message = played(env, 2, np.random.default_rng(1))
    assert abs(sum(reward for _, reward, _, _ in message[1:])) == pytest.approx(1)
    assert len({reward for _, reward, _, _ in message[1:]}) > 5


def test_masks_in_the_observation() -> None:
    env = made(mask="observation")
    seen, info = env.reset(seed=1)
    assert env.observation_space.contains(seen)
    assert np.array_equal(seen["action_mask"], info["action_mask"])
    assert env.action_space.sample(info["action_mask"]) in np.flatnonzero(info["action_mask"])


# --- wrong actions


def wrong(info: dict[str, Any]) -> int:
    return int(np.flatnonzero(info["action_mask"] == 0)[0])


def test_an_illegal_action_ends_the_game_with_a_penalty() -> None:
    env = made()
    _, info = env.reset(seed=1)
    _, reward, terminated, truncated, info = env.step(wrong(info))
    assert (reward, terminated, truncated, info["legal"]) == (-1.0, True, False, False)
    with pytest.raises(ResetNeeded, match="call `reset`"):
        env.step(0)


def test_illegal_error_raises_without_a_change() -> None:
    env = made(illegal="error")
    _, info = env.reset(seed=1)
    before = env.session.episode.hash()
    with pytest.raises(IllegalDecision):
        env.step(wrong(info))
    assert env.session.episode.hash() == before


@pytest.mark.parametrize("action", [834, -1, 2.5, "3", None])
def test_rejects_invalid_actions(action: object) -> None:
    env = made()
    env.reset(seed=1)
    with pytest.raises(InvalidAction, match="ids 0 to 833"):
        env.step(action)


def test_before_reset() -> None:
    with pytest.raises(ResetNeeded):
        made().step(3)


@pytest.mark.parametrize(
    ("how", "why"),
    [
        ({"opponents": ("greedy", "greedy")}, "2 opponents for 1 other seats"),
        ({"opponents": "gredy"}, "did you mean greedy"),
        ({"seat": 2}, "0 to 1"),
        ({"mask": "both"}, "'info' or 'observation'"),
        ({"turns": 1}, "cap of 1"),
        ({"opponents": None}, "opponents has None; use the spec of a bot"),
        ({"opponents": 1.5}, "opponents has 1.5"),
        ({"opponents": dict}, "opponents has <class 'dict'>"),
        ({"max_cycles": 9}, "no argument max_cycles; there are solo, side"),
        ({"edition": "x"}, "edition is 'x'; it must be an Edition"),
        ({"seat": 0.5}, "seat .* is 0.5"),
        ({"render_mode": "window"}, "None, 'human', 'ansi', 'svg' or 'rgb_array'"),
    ],
    ids=str,
)
def test_rejects_invalid_arguments(how: dict[str, Any], why: str) -> None:
    with pytest.raises((TypeError, ValueError), match=why):
        redcathedral.envs.gymnasium.RedCathedralEnv(**how)


def test_numbers_of_numpy_are_seats_and_seeds_can_be_large() -> None:
    env = made(seat=np.int64(1))
    first = [env.reset(seed=seed)[0].tobytes() for seed in (1 << 32, 1 << 90, 0)]
    assert len({*first}) == 3
    assert env.reset(seed=1 << 90)[0].tobytes() == first[1]
    assert env.reset(options={"seat": np.int64(0)})[1]["seat"] == 0


def test_rejects_unknown_options() -> None:
    with pytest.raises(ValueError, match="`seat` and `setup`"):
        made().reset(options={"sit": 1})


def test_gymnasium_make_finds_env_by_id() -> None:
    """A module before the id is imported; importing twice registers once."""
    program = (
        "import gymnasium\n"
        "env = gymnasium.make('redcathedral.envs.gymnasium:RedCathedralSolo-v0')\n"
        "import redcathedral.envs.gymnasium as ours\n"
        "ours.register()\n"
        "print(env.spec.id, *[name for name in gymnasium.registry if 'Cathedral' in name])\n"
    )
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program], capture_output=True, text=True, check=False
    )
    assert (done.stdout.split(), done.stderr) == (
        ["RedCathedralSolo-v0", "RedCathedral-v0", "RedCathedralSolo-v0"],
        "",
    )
