"""The vector environment: its arrays, those of the caller, and invalid arguments."""

from __future__ import annotations

from typing import Any

import pytest

np = pytest.importorskip("numpy")

from redcathedral.box.options import Options  # noqa: E402
from redcathedral.engine import rules  # noqa: E402
from redcathedral.envs.arrays import Arrays  # noqa: E402
from redcathedral.envs.batch.batch import IllegalAction  # noqa: E402
from redcathedral.envs.batch.masks import MASK_SIZE  # noqa: E402
from redcathedral.envs.batch.words import WORDS  # noqa: E402
from redcathedral.envs.episode import Episode  # noqa: E402
from redcathedral.envs.observation import SIZE, compact, full, unpack  # noqa: E402
from redcathedral.envs.reward import potentials, result  # noqa: E402
from redcathedral.envs.vector import VectorEnv  # noqa: E402

COMPILED = not rules.__file__.endswith(".py")
STEPS = 300 if COMPILED else 40
SHOWN = ("observations", "masks", "rewards", "terminations", "truncations", "seats")


def run(env: VectorEnv, steps: int, out: Arrays | None = None, seed: int = 1) -> int:
    """Random games; how many ended."""
    rng = np.random.default_rng(seed)
    return sum(env.step(env.random_actions(rng), out) for _ in range(steps))


@pytest.mark.parametrize("observation", ["compact", "full"])
@pytest.mark.parametrize(("players", "solo"), [(2, False), (4, False), (2, True)])
def test_arrays_match_the_games(players: int, solo: bool, observation: Any) -> None:
    env = VectorEnv(3, players, solo=solo, seed=2, observation=observation, turns=16)
    views = {name: getattr(env, name) for name in SHOWN}
    assert run(env, STEPS // 3) > 0
    for name, view in views.items():
        assert getattr(env, name) is view
        assert not view.flags.writeable
    for game in range(3):
        state = env.state(game)
        look = full if observation == "full" else compact
        assert (env.observations[game] == look(state)).all()
        assert np.flatnonzero(env.masks[game]).tolist() == rules.legal(state)
        assert env.seats[game] == (0 if solo else state.seat)
    shapes = {name: (view.shape, view.dtype.name) for name, view in views.items()}
    width, kind = (SIZE, "uint8") if observation == "full" else (WORDS, "int64")
    assert shapes == {
        "observations": ((3, width), kind),
        "masks": ((3, MASK_SIZE), "bool"),
        "rewards": ((3, players), "float64"),
        "terminations": ((3,), "bool"),
        "truncations": ((3,), "bool"),
        "seats": ((3,), "uint8"),
    }
    if observation == "full":
        assert (unpack(env.words) == env.observations).all()
    assert env.final_observations.shape == (3, width)


def test_final_values_are_kept_during_the_next_game() -> None:
    env = VectorEnv(1, 3, seed=4, turns=9, reward="margin")
    rng = np.random.default_rng(3)
    before = None
    while True:
        before = env.state(0)
        actions = env.random_actions(rng)
        if env.step(actions):
            break
    rules.play(before, int(actions[0]))
    assert env.truncations[0]
    assert env.rewards.tolist() == [result(before, "margin", at_cap=True)]
    assert env.rewards.any()
    assert env.decisions[0] == 0
    assert env.final_lengths[0] > 3
    assert not (env.final_observations == env.observations).all()
    kept = env.final_observations.copy()
    run(env, 3)
    assert (env.final_observations == kept).all()


def test_the_callers_arrays_get_the_same_and_may_be_rows_of_larger_ones() -> None:
    one, other = VectorEnv(4, 2, seed=6, turns=20), VectorEnv(4, 2, seed=6, turns=20)
    steps = STEPS // 2
    rewards = np.full((steps, 4, 2), 9, np.float32)
    masks = np.full((steps, 4, MASK_SIZE), 9, np.int8)
    observations = np.full((4, steps, WORDS), 9, np.int64)
    rng = np.random.default_rng(1)
    for step in range(steps):
        actions = one.random_actions(rng)
        rows = Arrays(observations[:, step], masks[step], rewards[step])
        assert one.step(actions, rows) == other.step(actions)
        assert (observations[:, step] == other.observations).all()
        assert (masks[step] == other.masks).all()
        assert (rewards[step] == other.rewards).all()
    assert rewards.max() == 0 or rewards.max() <= 1
    everything = one.arrays()
    one.write(everything)
    for name in SHOWN:
        assert (getattr(everything, name) == getattr(one, name)).all()
    again = one.arrays()
    one.reset(6, again)
    other.reset(6)
    assert (again.observations == other.observations).all()
    with pytest.raises(TypeError, match=r"out\.rewards is int8"):
        one.write(Arrays(rewards=np.zeros((4, 2), np.int8)))


def test_seed_is_reproducible_and_reset_without_seed_continues() -> None:
    one, other = VectorEnv(2, 2, seed=6), VectorEnv(5, 2, seed=6)
    assert (one.words == other.words[:2]).all()
    first = one.words.copy()
    one.reset()
    assert one.episodes.tolist() == [1, 1]
    assert not (one.words == first).all()
    one.reset(6)
    assert (one.words == first).all()


@pytest.mark.parametrize("kind", ["int64", "int32", "uint16", "int16"])
def test_actions_can_have_any_integer_type(kind: str) -> None:
    one, other = VectorEnv(3, 2, seed=6), VectorEnv(3, 2, seed=6)
    actions = one.random_actions(np.random.default_rng(1))
    one.step(actions.astype(kind))
    other.step(actions.tolist())
    assert (one.words == other.words).all()
    strided = np.repeat(one.random_actions(np.random.default_rng(2)), 2)[::2]
    one.step(strided)


def test_rejects_illegal_actions_without_a_change() -> None:
    env = VectorEnv(3, 2, seed=6)
    before = {name: getattr(env, name).copy() for name in SHOWN}
    actions = env.random_actions(np.random.default_rng(1))
    for wrong in (actions.astype(float), actions.astype(bool), actions.astype(str)):
        with pytest.raises(TypeError, match="they must be integer ids"):
            env.step(wrong)
    for shaped in (actions[:2], actions[:, None], actions[0]):
        with pytest.raises(ValueError, match=r"actions of shape .*; the shape must be \(3,\)"):
            env.step(shaped)
    actions[1] = 833
    with pytest.raises(IllegalAction, match="game 1: decision 833 is not legal here"):
        env.step(actions)
    for name, value in before.items():
        assert (getattr(env, name) == value).all()


@pytest.mark.parametrize(
    ("out", "error", "text"),
    [
        ({"rewards": np.zeros((2, 2))}, ValueError, r"out.rewards must .* shape \(3, 2\), not"),
        ({"seats": np.zeros(3, np.bool_)}, TypeError, "out.seats is bool"),
        ({"masks": [1]}, TypeError, "out.masks is of type list, not a numpy array"),
    ],
)
def test_a_wrong_out_is_refused_before_the_step(out: Any, error: Any, text: str) -> None:
    env = VectorEnv(3, 2, seed=6)
    before = env.save()
    actions = env.random_actions(np.random.default_rng(1))
    for call in (lambda: env.step(actions, Arrays(**out)), lambda: env.reset(2, Arrays(**out))):
        with pytest.raises(error, match=text):
            call()
        assert env.save() == before
    with pytest.raises(TypeError, match="out is of type int"):
        env.step(actions, 5)  # type: ignore[arg-type]
    fixed = np.zeros((3, 2))
    fixed.flags.writeable = False
    with pytest.raises(ValueError, match=r"out\.rewards must be writable"):
        env.step(actions, Arrays(rewards=fixed))
    assert env.save() == before


def test_huge_actions_are_reported_as_they_are() -> None:
    env = VectorEnv(2, 2, seed=6)
    huge = np.array([env.legal(0)[0], 1 << 63], np.uint64)
    with pytest.raises(IllegalAction, match="game 1: decision 9223372036854775808 is not legal"):
        env.step(huge)
    assert VectorEnv(2, 2, seed=6, illegal="end").step(huge) == 1
    with pytest.raises(ValueError, match="actions is not an array"):
        env.step([[1], [2, 3]])


def test_a_game_is_named_by_its_number() -> None:
    env = VectorEnv(2, 2, seed=6)
    for call in (env.legal, env.state, env.restart):
        for wrong in (-1, 2):
            with pytest.raises(IndexError, match=f"game is {wrong}; .* from 0 to 1"):
                call(wrong)
        with pytest.raises(TypeError, match="game is 'a'"):
            call("a")  # type: ignore[arg-type]
        call(np.int64(1))
    with pytest.raises(TypeError, match="start is 5"):
        env.restart(0, 5)  # type: ignore[arg-type]


@pytest.mark.parametrize("skip_forced", [False, True])
def test_masks_can_be_bits(skip_forced: bool) -> None:
    """Decision ``d`` is bit ``d % 8`` of byte ``d // 8``, and bit ``d % 64`` of a word."""
    how: dict[str, Any] = {"seed": 6, "turns": 20, "skip_forced": skip_forced}
    plain, env = VectorEnv(4, 3, **how), VectorEnv(4, 3, masks="bits", **how)
    assert (env.masks.shape, env.masks.dtype) == ((4, 112), np.uint8)
    assert not env.masks.flags.writeable
    rng, other = np.random.default_rng(1), np.random.default_rng(1)
    out = env.arrays()
    for _ in range(STEPS // 2):
        legal = np.unpackbits(env.masks, axis=1, count=MASK_SIZE, bitorder="little")
        assert (legal == plain.masks).all()
        last = int(env.legal(3)[-1])
        assert env.masks.view("<u8")[3, last // 64] >> np.uint64(last % 64) == 1
        actions = env.random_actions(rng)
        assert (actions == plain.random_actions(other)).all()
        assert env.step(actions, out) == plain.step(actions)
        assert (out.masks == env.masks).all()
    assert (env.words == plain.words).all()
    assert env.clone().save() == env.save()
    with pytest.raises(IllegalAction, match="game 1: decision 834 is not legal here"):
        env.step([int(env.legal(0)[0]), 834, 0, 0])


def test_illegal_end_ends_the_game() -> None:
    env = VectorEnv(3, 2, seed=6, illegal="end", reward="rank")
    actions = env.random_actions(np.random.default_rng(1))
    actions[1] = -5
    assert env.step(actions) == 1
    assert env.terminations.tolist() == [False, True, False]
    assert sorted(env.rewards[1].tolist()) == [-1, 0]
    assert (env.rewards[[0, 2]] == 0).all()


def test_forced_decisions_can_be_skipped() -> None:
    env = VectorEnv(4, 2, seed=6, skip_forced=True, turns=30)
    for _ in range(STEPS // 3):
        run(env, 1)
        assert env.masks.sum(axis=1).min() > 1
    assert env.batch.played > STEPS // 3 * 4


def test_random_actions_are_legal_and_every_legal_one_comes() -> None:
    env = VectorEnv(2, 2, seed=6)
    rng = np.random.default_rng(1)
    seen: list[set[int]] = [set(), set()]
    for _ in range(2_000):
        for game, action in enumerate(env.random_actions(rng)):
            seen[game].add(int(action))
    assert [sorted(ids) for ids in seen] == [env.batch.legal(game) for game in range(2)]


@pytest.mark.parametrize(
    ("how", "message"),
    [
        ({"observation": "pixels"}, "observation='pixels'; use 'compact' or 'full'"),
        ({"reward": "fame"}, "reward='fame'; use 'win', 'margin', 'rank' or 'potential'"),
        ({"illegal": "ignore"}, "illegal='ignore'; use 'error' or 'end'"),
        ({"players": 5}, "players is 5"),
        ({"players": 3, "colours": [0, 1]}, "2 colours for 3 players"),
        ({"players": 3, "solo": True}, "3 seats in a solo game"),
        ({"seed": -1}, "seed -1"),
        ({"side": "reverse"}, "'reverse' is not a value of workshop_side"),
        ({"games": 10**9}, "games is 1000000000; .* from 1 to 1,048,576"),
        ({"games": 64.0}, "games is 64.0; it must be a whole number"),
        ({"games": True}, "games is True"),
        ({"players": "2"}, "players is '2'"),
        ({"turns": "3"}, "turns is '3'"),
        ({"discount": "1"}, "discount is '1'"),
        ({"colours": 5}, "colours is 5; it must be a list"),
        ({"colours": ["red", "blue"]}, "colours is 'red'"),
        ({"options": "advanced"}, "options is 'advanced'; it must be Options"),
        ({"edition": "my-box.toml"}, "edition is 'my-box.toml'; it must be an Edition"),
        ({"masks": "words"}, "masks='words'; use 'bool' or 'bits'"),
        ({"reward": ["win"]}, "reward="),
    ],
)
def test_rejects_invalid_environments(how: dict[str, Any], message: str) -> None:
    with pytest.raises((TypeError, ValueError), match=message):
        VectorEnv(**{"games": 1, **how})


def test_numbers_of_numpy_are_arguments() -> None:
    env = VectorEnv(np.int64(3), np.int8(2), turns=np.int32(9), discount=np.float32(1))
    assert env.words.shape == (3, WORDS)


def test_a_solo_game_has_one_player_or_two_seats() -> None:
    one, two = (VectorEnv(2, players, solo=True, seed=3) for players in (1, 2))
    assert (one.words == two.words).all()
    assert one.rewards.shape == two.rewards.shape == (2, 2)


def test_options_and_colours_are_those_of_the_game() -> None:
    options = Options(limited_rubles=True, workshop_side="advanced")
    env = VectorEnv(1, 2, options=options, colours=[3, 1])
    setting = env.state(0).setting
    assert setting.options == options
    assert list(setting.colours) == [3, 1]
    assert list(VectorEnv(1, 2, side="advanced").state(0).setting.advanced) == [1, 1]


def test_rewards_are_the_same_for_every_environment() -> None:
    env = VectorEnv(1, 2, seed=1, reward="margin")
    rng = np.random.default_rng(1)
    for _ in range(20_000 if COMPILED else 4_000):
        state = env.state(0)
        actions = env.random_actions(rng)
        if env.step(actions) and env.terminations[0]:
            break
    rules.play(state, int(actions[0]))
    while state.is_chance:
        rules.settle(state, rules.outcomes(state)[0][0])  # the last roll counts for nothing
    assert state.is_over
    assert env.rewards[0].tolist() == result(state, "margin")
    assert potentials(state) == [0, 0]
    assert result(state, "win") == result(state, "rank")


@pytest.mark.parametrize("wrong", ["x", 1.5, True, np.float64(1), -1, 1 << 32, np.int64(-1)])
def test_rejects_invalid_seeds(wrong: Any) -> None:
    with pytest.raises((TypeError, ValueError), match=r"from 0 to 2\*\*32 - 1"):
        VectorEnv(1, seed=wrong)
    env = VectorEnv(1)
    with pytest.raises((TypeError, ValueError), match=r"from 0 to 2\*\*32 - 1"):
        env.reset(wrong)
    with pytest.raises((TypeError, ValueError), match=r"from 0 to 2\*\*32 - 1"):
        Episode(seed=wrong)


def test_each_game_can_have_its_seed() -> None:
    env = VectorEnv(3, 2, seed=6)
    second = env.words[1].copy()
    env.reset([8, None, np.int64(9)])
    assert env.episodes.tolist() == [0, 1, 0]
    for game, seed in ((0, 8), (2, 9)):
        assert (env.words[game] == VectorEnv(1, 2, seed=seed).words[0]).all()
    assert not (env.words[1] == second).all()
    run(env, 5)
    assert env.clone().save() == env.save()
    for wrong, text in (([1], "1 seeds for 3 games"), ([1, "a", 2], "seed is 'a'")):
        with pytest.raises((TypeError, ValueError), match=text):
            env.reset(wrong)  # type: ignore[arg-type]


def test_numpy_integers_are_seeds() -> None:
    seed = np.uint32((1 << 32) - 1)
    assert (VectorEnv(2, seed=seed).observations == VectorEnv(2, seed=int(seed)).observations).all()
    assert Episode(seed=seed).record().text() == Episode(seed=int(seed)).record().text()
