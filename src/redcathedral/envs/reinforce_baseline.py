"""The plainest learner: a habit for each decision id, whatever the position.

By REINFORCE with fading traces (Williams, Machine Learning 8, 1992): a softmax over the legal
decisions, the same preferences in every position; when a seat gets ahead, what it decided lately is
preferred more.  It shows what a learner has to look like, and is the floor of
``sample-efficiency``.
"""

from __future__ import annotations

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

GAMES: Final = 250
RATE: Final = 40.0
FADING: Final = 0.8  # of what a decision has to do with what comes later, by one's next decision
LIMIT: Final = 8.0  # of a preference, so that everything is tried now and then


class ReinforceBot:
    """Draws a legal decision by fixed preferences."""

    def __init__(self, preferences: tuple[float, ...], seed: int, seat: int) -> None:
        if len(preferences) != DECISION_COUNT:
            raise BotSpecError(f"{len(preferences)} preferences for {DECISION_COUNT} decisions")
        self._weights = np.exp(np.array(preferences))
        self._rng = Rng(seed, POLICY + seat)

    def choose(self, state: State) -> int:
        """One draw a decision."""
        legal = rules.legal(state)
        sums = np.cumsum(self._weights[legal])
        at = np.searchsorted(sums, self._rng.unit() * sums[-1], side="right")
        return legal[min(int(at), len(legal) - 1)]


def learn(practice: StepBudget) -> partial[ReinforceBot]:
    """Play two seats against each other until the budget is spent."""
    env = practice.env(GAMES, reward="potential")
    rng = np.random.default_rng(practice.seed)
    preferences = np.zeros(DECISION_COUNT)
    traces = np.zeros((GAMES * env.players, DECISION_COUNT))
    rows = np.arange(GAMES) * env.players
    while True:
        seats = rows + env.seats
        weights = np.where(env.masks, np.exp(preferences), 0.0)
        sums = np.cumsum(weights, axis=1)
        whole = sums[:, -1:]
        drawn = np.minimum(rng.random((GAMES, 1)) * whole, np.nextafter(whole, 0.0))
        actions = (sums <= drawn).sum(axis=1)
        try:
            ended = env.step(actions)
        except BudgetExhausted:
            break
        traces[seats] *= FADING
        traces[seats] -= weights / whole
        traces[seats, actions] += 1.0
        paid = np.flatnonzero(env.rewards)
        if len(paid):
            gradient = env.rewards.ravel()[paid] @ traces[paid]
            preferences = np.clip(preferences + RATE / GAMES * gradient, -LIMIT, LIMIT)
        if ended:
            over = np.flatnonzero(env.terminations | env.truncations)
            traces.reshape(GAMES, -1)[over] = 0.0
    return partial(ReinforceBot, tuple(preferences.tolist()))
