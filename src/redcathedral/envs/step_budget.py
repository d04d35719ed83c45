"""Learners with a budget of steps, for the task ``sample-efficiency``.

A learner is a function ``learn(practice)`` of any module.  It gets a ``StepBudget``, whose
environments count the decisions that are made in all their games, forced ones too, and stop when
the budget is spent.  It returns a callable that makes a bot from a seed and a seat and that can be
pickled: a class at the top of a module, or a ``functools.partial`` of one.
``envs.reinforce_baseline`` is an example.
"""

from __future__ import annotations

import importlib
import pickle
from collections.abc import Callable, Sequence
from typing import Any, Final

from redcathedral.envs.tasks import Task, TaskError
from redcathedral.envs.vector import Array, Arrays, VectorEnv
from redcathedral.play.bot import Bot

SEED: Final = 16_400_000  # of what is drawn while learning; none of the games that count has it


class BudgetExhausted(Exception):
    """More steps were asked for than are left; none of them was made."""


class StepBudget:
    """A budget of steps, and environments that draw on it."""

    def __init__(self, steps: int, report: Callable[[int], None] = lambda _: None) -> None:
        self.steps = steps
        self.spent = 0
        self.seed = SEED
        self._report = report

    def __repr__(self) -> str:
        return f"<StepBudget: {self.spent} of {self.steps} steps spent>"

    @property
    def left(self) -> int:
        """Steps that are left."""
        return self.steps - self.spent

    def spend(self, steps: int) -> None:
        """Take steps from the budget; raises BudgetExhausted."""
        if steps > self.left:
            raise BudgetExhausted(f"{steps} steps are wanted, {self.left} of {self.steps} are left")
        self.spent += steps
        self._report(self.spent)

    def env(self, games: int, players: int = 2, **options: Any) -> MeteredEnv:
        """A vector environment on the budget; ``options`` are those of ``VectorEnv``."""
        if options.get("skip_forced"):
            raise ValueError("skip_forced hides steps that count: leave it out")
        return MeteredEnv(self, games, players, **{"seed": self.seed, **options})


class MeteredEnv(VectorEnv):
    """A vector environment whose steps count: one for each game."""

    def __init__(self, practice: StepBudget, games: int, players: int, **options: Any) -> None:
        super().__init__(games, players, **options)
        self._practice = practice

    def step(self, actions: Array | Sequence[int], out: Arrays | None = None) -> int:
        """As ``VectorEnv.step``; raises BudgetExhausted where too few steps are left."""
        self._practice.spend(self.games)
        return super().step(actions, out)


def learn(
    learner: str, task: Task, report: Callable[[int], None] = lambda _: None
) -> tuple[Callable[[int, int], Bot], int]:
    """Let a learner ``module:name`` practise: what it made, and its steps.  Raises TaskError."""
    module, _, name = learner.partition(":")
    if not module or not name:
        raise TaskError(f"{learner!r} is no learner: write module:name")
    try:
        function: object = getattr(importlib.import_module(module), name)
    except (ImportError, AttributeError) as error:
        raise TaskError(f"the learner {learner} cannot be loaded: {error}") from None
    if not callable(function):
        raise TaskError(f"the learner {learner} cannot be called: name a function")
    practice = StepBudget(task.steps, report)
    made: object = function(practice)
    if not callable(made):
        raise TaskError(f"{learner} returned {made!r}, not what makes a bot of a seed and a seat")
    try:
        pickle.dumps(made)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        fix = "return a class of a module, or a functools.partial of one"
        raise TaskError(f"what {learner} returned cannot be pickled ({error}): {fix}") from None
    return made, practice.spent
