"""The vector environment by Gymnasium's interface for vectors."""

from __future__ import annotations

from typing import Any

import pytest

np = pytest.importorskip("numpy")
gymnasium = pytest.importorskip("gymnasium")

from gymnasium.vector import AutoresetMode  # noqa: E402

from redcathedral.envs.batch.batch import IllegalAction  # noqa: E402
from redcathedral.envs.batch.masks import MASK_SIZE  # noqa: E402
from redcathedral.envs.gymnasium_vector import GymnasiumVectorEnv  # noqa: E402
from redcathedral.envs.vector import VectorEnv  # noqa: E402


@pytest.mark.parametrize("observation", ["compact", "full"])
@pytest.mark.parametrize(("players", "solo"), [(3, False), (2, True)])
def test_a_run_is_that_of_the_native_environment(
    players: int, solo: bool, observation: Any
) -> None:
    how: dict[str, Any] = {"solo": solo, "observation": observation, "turns": 12}
    env = GymnasiumVectorEnv(3, players, **how)
    native = VectorEnv(3, players, **how)
    assert isinstance(env, gymnasium.vector.VectorEnv)
    assert env.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    seen, infos = env.reset(seed=9)
    native.reset(9)
    rng = np.random.default_rng(1)
    ends = 0
    for _ in range(80):
        assert env.observation_space.contains(seen)
        assert (seen == native.observations).all()
        assert (infos["action_mask"] == native.masks).all()
        assert (env.action_masks() == native.masks).all()
        assert infos["seats"].tolist() == native.seats.tolist()
        actions = native.random_actions(rng)
        assert env.action_space.contains(actions)
        deciders = native.seats.copy()
        count = native.step(actions)
        seen, rewards, terminations, truncations, infos = env.step(actions)
        assert rewards.tolist() == [native.rewards[n, seat] for n, seat in enumerate(deciders)]
        assert (infos["rewards"] == native.rewards).all()
        assert (terminations == native.terminations).all()
        assert (truncations == native.truncations).all()
        assert ("final_obs" in infos) == (count > 0)
        if count:
            ends += count
            over = native.terminations | native.truncations
            assert infos["_final_obs"].tolist() == over.tolist()
            assert (infos["final_obs"][over] == native.final_observations[over]).all()
    assert ends > 2
    env.close()


def test_arrays_are_copies_or_views() -> None:
    for copy in (True, False):
        env = GymnasiumVectorEnv(2, 2, copy=copy)
        seen, _ = env.reset(seed=1)
        kept = seen.copy()
        for _ in range(3):
            env.step(env.env.random_actions(np.random.default_rng(1)))
        assert (seen == kept).all() == copy


def test_reset_mask_aborts_games() -> None:
    env = GymnasiumVectorEnv(3, 2)
    first, _ = env.reset(seed=1)
    again, _ = env.reset(options={"reset_mask": np.array([False, True, False])})
    assert (first == again).all(axis=1).tolist() == [True, False, True]
    env.reset(seed=[5, 6, 7], options={"reset_mask": np.array([False, True, False])})
    assert (env.env.words[1] == VectorEnv(1, 2, seed=6).words[0]).all()
    before = env.env.save()
    for options, text in (
        ({"reset_mask": np.ones(7, np.bool_)}, r"bool of shape \(7,\); it must be bool of \(3,\)"),
        ({"reset_mask": np.ones(3)}, "float64 of shape"),
        ({"sit": 1, "reset_mask": np.ones(3, np.bool_)}, "unknown options sit"),
    ):
        with pytest.raises(ValueError, match=text):
            env.reset(seed=4, options=options)
        assert env.env.save() == before


def test_seeds_are_as_large_as_those_of_gymnasium() -> None:
    env = GymnasiumVectorEnv(2, 2)
    games = [env.reset(seed=seed)[0] for seed in (1, 1 << 32, (1 << 32) + 1, 1 << 90)]
    assert len({seen.tobytes() for seen in games}) == 4
    assert (env.reset(seed=[1 << 90, None])[0][0] == games[3][0]).all()
    with pytest.raises(ValueError, match="seed is -1"):
        env.reset(seed=-1)


def test_illegal_action_raises_or_ends_its_game() -> None:
    env = GymnasiumVectorEnv(2, 2)
    with pytest.raises(IllegalAction, match="game 0: decision 833"):
        env.step(np.array([833, 833]))
    strict = GymnasiumVectorEnv(2, 2, illegal="end")
    _, rewards, terminations, _, _ = strict.step(np.array([833, MASK_SIZE]))
    assert rewards.tolist() == [-1, -1]
    assert terminations.all()
