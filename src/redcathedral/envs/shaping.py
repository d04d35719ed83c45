"""What the recipes reward: by how much each decision changes who is ahead.

By prestige alone a learner finds late what claims, materials and rubles are good for, since they
earn nothing before a section is completed.  So while a game goes on ahead is who the appraisal of
the bot ``greedy`` says (``value.handmade``), and after its end who has the margin.  Differences of
a potential change no best policy (Ng, Harada, Russell, Policy invariance under reward
transformations, 1999).  All of it is for games of two.
"""

from __future__ import annotations

from typing import Final

from redcathedral.ai.value.handmade import PRESTIGE_UNIT, appraise
from redcathedral.engine.state import State
from redcathedral.envs.batch.reward import MARGIN_POINTS
from redcathedral.envs.reward import result
from redcathedral.envs.vector import Array, VectorEnv
from redcathedral.extras import needs

with needs("research"):
    import numpy as np

WIN: Final = 0.05  # what a win is worth where a margin of 50 prestige is worth 1; more is noise


def ahead(state: State, seat: int) -> float:
    """By how much a seat is ahead by the appraisal, 50 prestige being 1."""
    points = int(appraise(state, seat) - appraise(state, 1 - seat))
    return points / (PRESTIGE_UNIT * MARGIN_POINTS)


def _with_win(margin: Array) -> Array:
    """A margin, and a win by it; who wins a tie by cards or ornaments (R7.6) has no more."""
    worth: Array = margin + WIN * np.sign(margin)
    return worth


def came_to(state: State, seat: int) -> float:
    """What a game that ended like this came to for a seat: the margin, and the win."""
    return float(_with_win(np.float64(result(state, "margin")[seat])))


def outcome(env: VectorEnv, seats: Array) -> Array:
    """What the games that have just ended came to for a seat in each: the margin, and the win."""
    rows = np.arange(env.games)
    totals = env.final_totals.astype(float)
    return _with_win((totals[rows, seats] - totals[rows, 1 - seats]) / MARGIN_POINTS)


class Shaping:
    """The steps of an environment with two seats, and what each brings to the seat that takes it.

    Over a game that is its outcome, less by how much the seat was ahead at the start.
    """

    def __init__(self, env: VectorEnv) -> None:
        self._env = env
        self._ahead = self._look()

    def _look(self) -> Array:
        states = map(self._env.state, range(self._env.games))
        return np.array([ahead(*each) for each in zip(states, self._env.seats, strict=True)])

    def step(self, actions: Array) -> tuple[Array, Array]:
        """Step all games; n rewards, and n signs.

        A sign is what the value of the position that follows is multiplied by: 1 where the same
        seat decides, -1 where the other one does, 0 where the game is over.
        """
        env, before, seats = self._env, self._ahead, self._env.seats.copy()
        env.step(actions)
        self._ahead = self._look()
        ended = env.terminations | env.truncations
        signs = np.where(ended, 0, np.where(env.seats == seats, 1, -1))
        return np.where(ended, outcome(env, seats), signs * self._ahead) - before, signs
