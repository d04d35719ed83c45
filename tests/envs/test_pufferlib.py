"""The vector environment by PufferLib's conventions; its package need not be there."""

from __future__ import annotations

from typing import Any

import pytest

np = pytest.importorskip("numpy")
pytest.importorskip("gymnasium")

from redcathedral.batch.batch import IDS, IllegalAction  # noqa: E402
from redcathedral.batch.observation import WORDS  # noqa: E402
from redcathedral.envs.observation import SIZE  # noqa: E402
from redcathedral.envs.pufferlib import PufferVectorEnv  # noqa: E402
from redcathedral.envs.vector import VectorEnv  # noqa: E402


def buffers(games: int, players: int, width: int) -> dict[str, Any]:
    """What a trainer gives, as parts of larger arrays."""
    count = games * players
    return {
        "observations": np.full((count + 2, width), 7, np.uint8)[1:-1],
        "rewards": np.full(count, 7, np.float32),
        "terminals": np.ones(count, np.bool_),
        "truncations": np.ones(count, np.bool_),
        "masks": np.zeros(count, np.bool_),
        "actions": np.zeros(count, np.int32),
    }


@pytest.mark.parametrize("observation", ["compact", "full"])
def test_a_run_in_the_callers_arrays_is_that_of_the_native_environment(observation: Any) -> None:
    seen = WORDS * 8 if observation == "compact" else SIZE
    buf = buffers(3, 4, seen + IDS)
    env = PufferVectorEnv(3, 4, buf=buf, seed=5, observation=observation, turns=12)
    native = VectorEnv(3, 4, seed=5, observation=observation, turns=12)
    assert env.single_observation_space.shape == (seen + IDS,)
    assert env.single_action_space.n == IDS
    assert env.num_agents == 12
    told, infos = env.reset(5)
    assert told is buf["observations"]
    assert infos == []
    rng = np.random.default_rng(1)
    ends = 0
    for _ in range(120):
        agents = np.arange(3) * 4 + native.seats
        assert np.flatnonzero(buf["masks"]).tolist() == agents.tolist()
        rows = buf["observations"][agents]
        shown = native.observations.view(np.uint8).reshape(3, -1)
        assert (rows[:, :seen] == shown).all()
        assert (rows[:, seen:] == native.masks).all()
        actions = native.random_actions(rng)
        buf["actions"][:] = IDS + 1  # those of the others do not count
        buf["actions"][agents] = actions
        ends += native.step(actions)
        *_, infos = env.step(buf["actions"])
        assert (buf["rewards"].reshape(3, 4) == native.rewards).all()
        assert buf["terminals"].tolist() == native.terminations.repeat(4).tolist()
        assert buf["truncations"].tolist() == native.truncations.repeat(4).tolist()
        for info, game in zip(
            infos, np.flatnonzero(native.terminations | native.truncations), strict=True
        ):
            assert info["episode_length"] == native.final_lengths[game]
            assert [info[f"prestige_{n}"] for n in range(4)] == native.final_totals[game].tolist()
    assert ends > 2
    env.close()


def test_in_two_halves_as_a_trainer_asks() -> None:
    env = PufferVectorEnv(2, 2)
    env.async_reset(3)
    observations, _, _, _, infos, agents, masks = env.recv()
    assert (observations is env.observations, infos, agents.tolist()) == (True, [], [0, 1, 2, 3])
    assert masks.sum() == 2
    env.actions[masks] = env.env.random_actions(np.random.default_rng(1))
    env.send(env.actions)
    assert env.recv()[0] is env.observations
    assert (env.driver_env, env.agents_per_batch, env.done, env.emulated) == (env, 4, False, False)


def test_a_wrong_action_of_the_seat_to_decide_is_an_error() -> None:
    env = PufferVectorEnv(2, 2)
    with pytest.raises(IllegalAction):
        env.step(np.full(4, 833))
