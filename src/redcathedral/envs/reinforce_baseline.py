"""The simplest learner: one preference for each decision id, independent of the position.

The policy is a softmax over the legal decisions.  The learner uses REINFORCE with decaying traces
(Williams, Machine Learning 8, 1992): when a seat gets ahead, the preferences of its latest
decisions increase.  The learner is an example, and the baseline of the task ``sample-efficiency``.
"""

from functools import partial
from typing import Final

from redcathedral.ai.bots import BotSpecError
from redcathedral.engine import rules
from redcathedral.engine.decisions import DECISION_COUNT
from redcathedral.engine.rng import POLICY, Rng
from redcathedral.engine.state import State
from redcathedral.envs.step_budget import BudgetExhausted, StepBudget
from redcathedral.extras import needs

with needs("research"):
    import numpy as np

GAMES: Final = 250  # in parallel
LEARNING_RATE: Final = 40.0
TRACE_DECAY: Final = 0.8  # factor of a decision's credit after each later decision of the seat
MAX_PREFERENCE: Final = 8.0  # so that every decision keeps some probability


class ReinforceBot:
    """A bot that samples legal decisions by fixed preferences."""

    def __init__(self, preferences: tuple[float, ...], seed: int, seat: int) -> None:
        if len(preferences) != DECISION_COUNT:
            raise BotSpecError(f"{len(preferences)} preferences for {DECISION_COUNT} decisions")
        self._weights = np.exp(np.array(preferences))
        self._rng = Rng(seed, POLICY + seat)

    def choose(self, state: State) -> int:
        """Sample a decision."""
        legal = rules.legal(state)
        sums = np.cumsum(self._weights[legal])
        index = np.searchsorted(sums, self._rng.unit() * sums[-1], side="right")
        return legal[min(int(index), len(legal) - 1)]


def learn(budget: StepBudget) -> partial[ReinforceBot]:
    """Learn from self-play of two seats until the budget is exhausted."""
    env = budget.env(GAMES, reward="potential")
    rng = np.random.default_rng(budget.seed)
    preferences = np.zeros(DECISION_COUNT)
    traces = np.zeros((GAMES * env.players, DECISION_COUNT))
    rows = np.arange(GAMES) * env.players
    while True:
        seats = rows + env.seats
        weights = np.where(env.masks, np.exp(preferences), 0.0)
        sums = np.cumsum(weights, axis=1)
        total = sums[:, -1:]
        points = np.minimum(rng.random((GAMES, 1)) * total, np.nextafter(total, 0.0))
        actions = (sums <= points).sum(axis=1)
        try:
            ended = env.step(actions)
        except BudgetExhausted:
            break
        traces[seats] *= TRACE_DECAY
        traces[seats] -= weights / total
        traces[seats, actions] += 1.0
        rewarded = np.flatnonzero(env.rewards)
        if len(rewarded):
            gradient = env.rewards.ravel()[rewarded] @ traces[rewarded]
            preferences = np.clip(
                preferences + LEARNING_RATE / GAMES * gradient, -MAX_PREFERENCE, MAX_PREFERENCE
            )
        if ended:
            ended_games = np.flatnonzero(env.terminations | env.truncations)
            traces.reshape(GAMES, -1)[ended_games] = 0.0
    return partial(ReinforceBot, tuple(preferences.tolist()))
