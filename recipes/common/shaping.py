"""Shape the rewards of the recipes: reward each decision by its effect on the lead of its seat.

Claims, materials and rubles earn no prestige before a section is completed, so a learner that is
rewarded by prestige discovers their use late.  The lead during a game is therefore estimated by the
evaluator of the bot ``greedy`` (``value.handmade``); at the end it is the margin.  Such differences
of a potential do not change the best policy (Ng, Harada, Russell, Policy invariance under reward
transformations, 1999).  This module is for two players.
"""

from __future__ import annotations

from typing import Final

from redcathedral.ai.value.handmade import PRESTIGE_UNIT, appraise
from redcathedral.engine.state import State
from redcathedral.envs.arrays import Array
from redcathedral.envs.batch.reward import MARGIN_POINTS
from redcathedral.envs.reward import result
from redcathedral.envs.vector import VectorEnv
from redcathedral.extras import needs

with needs("research"):
    import numpy as np

WIN_BONUS: Final = 0.05  # a margin of 50 prestige is worth 1; a larger bonus adds noise


def estimated_lead(state: State, seat: int) -> float:
    """Return the estimated lead of a seat, in units of 50 prestige."""
    points = int(appraise(state, seat) - appraise(state, 1 - seat))
    return points / (PRESTIGE_UNIT * MARGIN_POINTS)


def _with_win(margin: Array) -> Array:
    """Add the bonus of a win to a margin; a tie (R7.6) has no bonus."""
    outcome: Array = margin + WIN_BONUS * np.sign(margin)
    return outcome


def final_outcome(state: State, seat: int) -> float:
    """Return the outcome of a finished game for a seat: margin and bonus."""
    return float(_with_win(np.float64(result(state, "margin")[seat])))


def outcomes(env: VectorEnv, seats: Array) -> Array:
    """Return the outcomes of the games that have just ended, for one seat in each."""
    rows = np.arange(env.games)
    totals = env.final_totals.astype(float)
    return _with_win((totals[rows, seats] - totals[rows, 1 - seats]) / MARGIN_POINTS)


class Shaping:
    """The shaped rewards of the steps of an environment with two seats.

    The rewards of a seat over a game add up to its outcome minus its lead at the start.
    """

    def __init__(self, env: VectorEnv) -> None:
        self._env = env
        self._lead_before = self._leads()

    def _leads(self) -> Array:
        states = map(self._env.state, range(self._env.games))
        return np.array(
            [estimated_lead(*pair) for pair in zip(states, self._env.seats, strict=True)]
        )

    def step(self, actions: Array) -> tuple[Array, Array]:
        """Step all games; return a reward and a sign for each.

        The sign is the factor of the value of the next position: 1 if the same seat decides there,
        -1 if the other seat does, 0 if the game is over.
        """
        env, before, seats = self._env, self._lead_before, self._env.seats.copy()
        env.step(actions)
        self._lead_before = self._leads()
        ended = env.terminations | env.truncations
        signs = np.where(ended, 0, np.where(env.seats == seats, 1, -1))
        return np.where(ended, outcomes(env, seats), signs * self._lead_before) - before, signs
