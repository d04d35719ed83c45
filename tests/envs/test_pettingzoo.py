"""PettingZoo's own tests, and what they do not look at."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

import pytest

from tests.envs.research import REASON

np = pytest.importorskip("numpy", reason=REASON)
pytest.importorskip("pettingzoo", reason=REASON)

from pettingzoo import test as suite  # noqa: E402  # after the skip

from redcathedral import Game  # noqa: E402
from redcathedral.engine.rules import IllegalDecision  # noqa: E402
from redcathedral.engine.scoring import scores, winners_at_cap  # noqa: E402
from redcathedral.envs import pettingzoo  # noqa: E402
from redcathedral.envs.episode import Episode  # noqa: E402
from redcathedral.envs.settings import make_setting  # noqa: E402

# The warning of PettingZoo for every observation that is a dict.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably"),
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
]
MODES: dict[str, dict[str, Any]] = {
    "two": {},
    "three-rank-capped": {"players": 3, "reward": "rank", "turns": 9},
    "four-advanced-compact": {
        "players": 4,
        "side": "advanced",
        "reward": "potential",
        "observation": "compact",
    },
    "solo-margin": {"solo": True, "reward": "margin", "skip_forced": True},
}
modes = pytest.mark.parametrize("how", MODES.values(), ids=MODES)


@modes
@pytest.mark.parametrize("make", [pettingzoo.env, pettingzoo.raw_env], ids=["env", "raw_env"])
def test_the_api(make: Callable[..., Any], how: dict[str, Any]) -> None:
    suite.api_test(make(**how), num_cycles=150)


@modes
def test_seeds(how: dict[str, Any]) -> None:
    suite.seed_test(lambda: pettingzoo.env(**how), num_cycles=60)
    suite.parallel_seed_test(lambda: pettingzoo.parallel_env(**how), num_cycles=60)


@modes
def test_the_parallel_api(how: dict[str, Any]) -> None:
    suite.parallel_api_test(pettingzoo.parallel_env(**how), num_cycles=120)


def test_rendering(capsys: pytest.CaptureFixture[str]) -> None:
    """In all render modes."""
    suite.render_test(pettingzoo.env, {"svg": lambda picture: picture.startswith("<svg")})
    assert "Red to move" in capsys.readouterr().out


def test_aec_env_is_env() -> None:
    assert pettingzoo.aec_env is pettingzoo.env


# --- the same game in every form


def turns(env: Any, seed: int) -> list[tuple[Any, ...]]:
    """Who decided what and got what, in a whole random game."""
    rng = np.random.default_rng(seed)
    env.reset(seed=seed)
    message = []
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, info = env.last()
        action = None
        if not (terminated or truncated):
            assert np.array_equal(seen["action_mask"], info["action_mask"])
            action = rng.choice(np.flatnonzero(seen["action_mask"]))
        message.append((agent, action, reward, terminated, truncated))
        env.step(action)
    return message


def parallel_turns(env: Any, seed: int) -> list[tuple[Any, ...]]:
    """The same in the parallel form, where others send anything."""
    rng = np.random.default_rng(seed)
    seen, infos = env.reset(seed=seed)
    total = dict.fromkeys(env.agents, 0.0)
    ends: tuple[Any, Any] = (False, False)
    message = []
    while env.agents:
        movers = [agent for agent in env.agents if infos[agent]["action_mask"].any()]
        assert movers == [env.deciding_agent]
        action = rng.choice(np.flatnonzero(seen[env.deciding_agent]["action_mask"]))
        message.append((env.deciding_agent, action, total[env.deciding_agent], *ends))
        total[env.deciding_agent] = 0.0
        actions = dict.fromkeys(env.agents, 833)
        seen, paid, terminated, truncated, infos = env.step({**actions, env.deciding_agent: action})
        for agent, reward in paid.items():
            total[agent] += reward
        ends = (any(terminated.values()), any(truncated.values()))
    return [*message, *((agent, None, reward, *ends) for agent, reward in total.items())]


@modes
def test_aec_and_parallel_play_the_same_game(how: dict[str, Any]) -> None:
    one = turns(pettingzoo.env(**how), 3)
    other = parallel_turns(pettingzoo.parallel_env(**how), 3)
    assert len(one) > 5
    for (agent, action, reward, *ends), expected in zip(one, other, strict=True):
        assert (agent, action, *ends) == (*expected[:2], *expected[3:])
        assert reward == pytest.approx(expected[2])


def test_the_leader_wins_at_the_cap() -> None:
    """The game is truncated, and a shared lead is no victory."""
    ends = set()
    for seed in range(8):
        env = pettingzoo.env(turns=20)
        message = turns(env, seed)
        ends.add(message[-1][2])
        assert [end[3:] for end in message[-2:]] == [(False, True)] * 2
        winners = winners_at_cap(scores(env.unwrapped.session.episode.state))
        for agent, _, reward, *_ in message[-2:]:
            is_winner = env.unwrapped.seats[agent] in winners
            assert reward == (1 if is_winner else -1 if winners else 0)
    assert len(ends) > 1


def test_a_seed_begins_a_series_of_games() -> None:
    """The second game of a seed is another one, and the same again."""
    env = pettingzoo.raw_env()
    hashes = []
    for seed in (7, None, None, 7, None):
        env.reset(seed=seed)
        hashes.append(env.session.episode.hash())
    assert hashes[:2] == hashes[3:]
    assert len({*hashes}) == 3
    assert hashes[0] == Episode(seed=7).hash()


def test_a_set_up_code_begins_a_game() -> None:
    env = pettingzoo.env(players=2)
    code = "1M43-0000"
    with pytest.raises(ValueError, match="set-up code"):
        env.reset(options={"setup": code})
    game = Game(seed=9)
    env.reset(options={"setup": game.setup_code})
    assert env.unwrapped.session.episode.record().steps == game.record.steps


def test_waiting_agents_observe_from_their_seat() -> None:
    env = pettingzoo.env(players=3)
    env.reset(seed=1)
    episode = Episode(make_setting(3), seed=1)
    for seat, agent in enumerate(env.agents):
        seen = env.observe(agent)
        assert np.array_equal(seen["observation"], episode.observation(seat))
        assert seen["action_mask"].any() == (agent == env.agent_selection)
        assert env.observation_space(agent).contains(seen)
    assert np.array_equal(env.state(), episode.observation(0))
    assert env.state_space.contains(env.state())


def test_solo_game_has_one_agent() -> None:
    env = pettingzoo.env(solo=True)
    env.reset(seed=1)
    assert env.possible_agents == ["player_0"]


def test_an_environment_can_be_pickled() -> None:
    env = pickle.loads(pickle.dumps(pettingzoo.raw_env(players=3, reward="rank")))
    env.reset(seed=1)
    assert len(env.agents) == 3


@pytest.mark.slow  # importing TorchRL takes seconds
@pytest.mark.filterwarnings("ignore:PettingZoo in TorchRL is tested using")
def test_torchrl_plays_the_parallel_environment_with_masks() -> None:
    """TorchRL samples an action for each agent, so that no mask may be all zeros."""
    libs = pytest.importorskip("torchrl.envs.libs.pettingzoo", reason=REASON)
    torch = pytest.importorskip("torch", reason=REASON)
    table = pettingzoo.parallel_env(turns=4, waiting_mask="ones")
    env = libs.PettingZooWrapper(table, use_mask=True, seed=1)
    torch.manual_seed(1)
    decided = env.rollout(200, break_when_any_done=True)
    assert decided["next", "done"].any()
    assert len(decided) > 5
    assert table.session.episode.is_truncated
    zeros = libs.PettingZooWrapper(pettingzoo.parallel_env(players=3), use_mask=True, seed=1)
    with pytest.raises(RuntimeError, match="invalid multinomial distribution"):
        zeros.rollout(9)


# --- wrong actions


def wrong(mask: Any) -> int:
    return int(np.flatnonzero(mask == 0)[0])


def test_an_illegal_action_ends_the_game_with_a_penalty() -> None:
    env = pettingzoo.env(players=3)
    env.reset(seed=1)
    loser = env.agent_selection
    env.step(wrong(env.last()[0]["action_mask"]))
    ends = {}
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, _ = env.last()
        ends[agent] = (reward, terminated, truncated, bool(seen["action_mask"].any()))
        env.step(None)
    assert ends == {agent: (-1.0 if agent == loser else 0.0, True, False, False) for agent in ends}
    assert len(ends) == 3
    parallel = pettingzoo.parallel_env(players=3)
    seen, _ = parallel.reset(seed=1)
    _, paid, terminated, _, _ = parallel.step({loser: wrong(seen[loser]["action_mask"])})
    assert paid == {agent: end[0] for agent, end in sorted(ends.items())}
    assert all(terminated.values())
    assert parallel.agents == []


def test_illegal_error_raises_without_a_change() -> None:
    env = pettingzoo.env(illegal="error")
    env.reset(seed=1)
    seen = env.last()[0]
    with pytest.raises(IllegalDecision, match="not legal here"):
        env.step(wrong(seen["action_mask"]))
    assert np.array_equal(env.last()[0]["observation"], seen["observation"])
    parallel = pettingzoo.parallel_env(illegal="error")
    before, _ = parallel.reset(seed=1)
    agent = parallel.deciding_agent
    with pytest.raises(IllegalDecision):
        parallel.step({agent: wrong(before[agent]["action_mask"])})
    assert parallel.agents == ["player_0", "player_1"]


@pytest.mark.parametrize("action", [834, -1, 2.5, "3", None])
def test_rejects_invalid_actions(action: object) -> None:
    env = pettingzoo.env()
    env.reset(seed=1)
    with pytest.raises(AssertionError):
        env.step(action)
    parallel = pettingzoo.parallel_env()
    parallel.reset(seed=1)
    with pytest.raises(AssertionError, match="actions are the ids 0 to 833"):
        parallel.step({"player_0": action})
    with pytest.raises(KeyError, match="no action of player_0"):
        parallel.step({"player_1": 3})


def test_before_reset_and_after_the_end() -> None:
    env = pettingzoo.env(turns=2)
    with pytest.raises(AssertionError, match="reset"):
        env.step(3)
    turns(env, 1)
    assert env.agents == []
    env.reset(seed=1)
    for _ in env.agent_iter():
        if any(env.truncations.values()):
            break
        env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
    with pytest.raises(ValueError, match="the only valid action is None"):
        env.step(3)
    parallel = pettingzoo.parallel_env(turns=2)
    with pytest.raises(Exception, match="no game has begun"):
        parallel.step({})
    parallel_turns(parallel, 1)
    assert parallel.step({"player_0": 3}) == ({}, {}, {}, {}, {})


@pytest.mark.parametrize(
    ("how", "why"),
    [
        ({"illegal": "random"}, "'end' or 'error'"),
        ({"observation": "pixels"}, "'compact' or 'full'"),
        ({"reward": "score"}, "'win', 'margin', 'rank' or 'potential'"),
        ({"render_mode": "window"}, "None, 'human', 'ansi', 'svg' or 'rgb_array'"),
        ({"players": 5}, "players is 5"),
        ({"discount": 0.0}, "discount is 0.0"),
        ({"turns": 0}, "turns is 0"),
    ],
    ids=str,
)
def test_rejects_invalid_arguments(how: dict[str, Any], why: str) -> None:
    for make in (pettingzoo.env, pettingzoo.parallel_env):
        with pytest.raises(ValueError, match=why):
            make(**how)


def test_renders_nothing_without_a_render_mode() -> None:
    env = pettingzoo.raw_env()
    env.reset(seed=1)
    with pytest.warns(UserWarning, match="without a render_mode"):
        assert env.render() is None
