"""Run learners with a budget of steps, for the task ``sample-efficiency``.

A learner is a function ``learn(budget)`` in any module.  It gets a ``StepBudget``, whose
environments count the decisions in all their games, including forced ones, and stop when the budget
is exhausted.  It returns a callable that makes a bot from a seed and a seat.  The callable must be
picklable: a class of a module, or a ``functools.partial`` of one.  See ``envs.reinforce_baseline``.
"""

import importlib
import pickle
from collections.abc import Callable, Sequence
from typing import Any, Final

from redcathedral.envs.arrays import Array, Arrays
from redcathedral.envs.tasks import Task, TaskError
from redcathedral.envs.vector import VectorEnv
from redcathedral.play.bot import Bot

LEARNING_SEED: Final = 16_400_000  # evaluations use other seeds


class BudgetExhausted(Exception):
    """More steps were requested than are left, so no step was made."""


class StepBudget:
    """A budget of steps that several environments can share."""

    def __init__(self, steps: int, report: Callable[[int], None] = lambda _: None) -> None:
        self.steps = steps
        self.spent = 0
        self.seed = LEARNING_SEED
        self._report = report

    def __repr__(self) -> str:
        return f"<StepBudget: {self.spent} of {self.steps} steps spent>"

    @property
    def remaining(self) -> int:
        """The number of steps that are left."""
        return self.steps - self.spent

    def spend(self, steps: int) -> None:
        """Take steps from the budget; raises BudgetExhausted."""
        if steps > self.remaining:
            raise BudgetExhausted(
                f"{steps} steps were requested, {self.remaining} of {self.steps} are left"
            )
        self.spent += steps
        self._report(self.spent)

    def env(self, games: int, players: int = 2, **options: Any) -> "MeteredEnv":
        """Return a ``VectorEnv`` with these options that uses the budget."""
        for name in ("skip_forced", "opponents"):
            if options.get(name):
                raise ValueError(f"{name} hides steps that count: remove it")
        return MeteredEnv(self, games, players, **{"seed": self.seed, **options})


class MeteredEnv(VectorEnv):
    """A vector environment that takes a step from the budget for each game."""

    def __init__(self, budget: StepBudget, games: int, players: int, **options: Any) -> None:
        super().__init__(games, players, **options)
        self._budget = budget

    def step(self, actions: "Array | Sequence[int]", out: Arrays | None = None) -> int:
        """Step as ``VectorEnv``; raises BudgetExhausted if too few steps are left."""
        self._budget.spend(self.games)
        return super().step(actions, out)


def learn(
    learner: str, task: Task, report: Callable[[int], None] = lambda _: None
) -> tuple[Callable[[int, int], Bot], int]:
    """Run a learner ``module:name``; return its bot maker and its steps.  Raises TaskError."""
    module, _, name = learner.partition(":")
    if not module or not name:
        raise TaskError(f"{learner!r} is not a learner: write module:name")
    try:
        function: object = getattr(importlib.import_module(module), name)
    except (ImportError, AttributeError) as error:
        raise TaskError(f"the learner {learner} cannot be loaded: {error}") from None
    if not callable(function):
        raise TaskError(f"the learner {learner} cannot be called: name a function")
    budget = StepBudget(task.steps, report)
    bot_maker: object = function(budget)
    if not callable(bot_maker):
        raise TaskError(f"{learner} returned {bot_maker!r}, not a maker of bots")
    try:
        pickle.dumps(bot_maker)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        fix = "return a class of a module, or a functools.partial of one"
        raise TaskError(
            f"the return value of {learner} cannot be pickled ({error}): {fix}"
        ) from None
    return bot_maker, budget.spent
