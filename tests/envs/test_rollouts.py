"""Collected steps are those of the environment, in any number of processes."""

from __future__ import annotations

from functools import partial

import pytest

pytest.importorskip("numpy")

import numpy as np

from redcathedral.envs.rollouts import RolloutPlan, collect, random_policy
from redcathedral.play.process_pool import run_jobs

PLAN = RolloutPlan(
    games=3, steps=400, seed=5, players=3, options={"reward": "potential", "turns": 20}
)


def test_rollout_matches_the_environment() -> None:
    (rollout,) = collect(random_policy, PLAN, 1, run_jobs)
    env = PLAN.env(0)
    ended = 0
    for step in range(PLAN.steps):
        assert (rollout.observations[step] == env.observations).all()
        assert (rollout.unpacked[step] == env.masks).all()
        assert (rollout.seats[step] == env.seats).all()
        ended += env.step(rollout.actions[step])
        assert (rollout.rewards[step] == env.rewards).all()
        assert (rollout.terminations[step] == env.terminations).all()
        assert (rollout.truncations[step] == env.truncations).all()
    assert (rollout.observations[-1] == env.observations).all()
    assert ended == np.count_nonzero(rollout.terminations | rollout.truncations) > 0


def test_processes_collect_the_same_in_order() -> None:
    plan = RolloutPlan(games=2, steps=5, seed=9)
    alone = list(collect(random_policy, plan, 5, run_jobs))
    together = list(collect(random_policy, plan, 5, partial(run_jobs, processes=2)))
    assert [rollout.piece for rollout in together] == [0, 1, 2, 3, 4]
    assert [rollout.sha256 for rollout in together] == [rollout.sha256 for rollout in alone]
    assert len({rollout.sha256 for rollout in alone}) == 5
