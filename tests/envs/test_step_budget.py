"""Learners have a budget of steps that is counted, and what they learn can be sent and repeated."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pytest

pytest.importorskip("numpy")

from redcathedral.ai.bots.random import RandomBot
from redcathedral.envs import reinforce_baseline
from redcathedral.envs.step_budget import BudgetExhausted, StepBudget, learn
from redcathedral.envs.task_entry import differences, play_task
from redcathedral.envs.tasks import TASKS, TaskError
from redcathedral.play.bot import Bot
from redcathedral.play.process_pool import run_jobs
from tests.envs.test_tasks import calm

TASK = replace(TASKS["sample-efficiency"], seeds=10, steps=1100)
HABITS = "redcathedral.envs.reinforce_baseline:learn"


def unsendable(practice: StepBudget) -> Callable[[int, int], Bot]:
    """A learner whose result cannot go to other processes."""
    del practice

    def bot(seed: int, seat: int) -> Bot:
        return RandomBot(seed, seat)

    return bot


def nothing(practice: StepBudget) -> None:
    """A learner without a result."""
    del practice


def test_budget_counts_steps_of_all_games() -> None:
    practice = StepBudget(25)
    env, other = practice.env(10), practice.env(5, 3)
    env.step(env.masks.argmax(axis=1))
    other.step(other.masks.argmax(axis=1))
    assert (practice.spent, practice.remaining) == (15, 10)
    env.step(env.masks.argmax(axis=1))
    before = env.words.copy()
    with pytest.raises(BudgetExhausted, match="10 steps were requested, 0 of 25 are left"):
        env.step(env.masks.argmax(axis=1))
    assert (env.words == before).all()
    assert repr(practice) == "<StepBudget: 25 of 25 steps spent>"
    with pytest.raises(ValueError, match="remove it"):
        practice.env(1, skip_forced=True)
    with pytest.raises(ValueError, match="opponents hides steps"):
        practice.env(1, opponents="greedy")


@pytest.mark.slow
def test_learner_is_reproducible_in_other_processes() -> None:
    seen: list[int] = []
    one = play_task(TASK, "", HABITS, "", run_jobs, calm, seen.append)
    other = play_task(TASK, "", HABITS, "", partial(run_jobs, processes=2), calm)
    assert differences(one, other) == []
    assert one.games == other.games
    assert one.steps == 1000 == 4 * reinforce_baseline.GAMES == seen[-1]


def test_rejects_invalid_learners() -> None:
    here = "tests.envs.test_step_budget"
    for name, message in (
        ("habits", "is not a learner: write module:name"),
        ("no.such:learn", "cannot be loaded"),
        ("redcathedral.envs.reinforce_baseline:nothing", "cannot be loaded"),
        ("redcathedral.envs.reinforce_baseline:GAMES", "cannot be called"),
        (f"{here}:nothing", "returned None, not a maker of bots"),
        (f"{here}:unsendable", "cannot be pickled"),
    ):
        with pytest.raises(TaskError, match=message):
            learn(name, TASK)
