"""A policy at the table: what a network decides, as a bot, and in many games at once.

A policy takes full observations (``envs.observation``) and masks of many positions and says which
legal decision each seat takes.  It need not know anything else, so any network is rated by it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from redcathedral.ai.bots import make
from redcathedral.engine import rules
from redcathedral.engine.decisions import DECISION_COUNT
from redcathedral.engine.state import State
from redcathedral.envs.observation import full, unpack
from redcathedral.envs.vector import Array, VectorEnv
from redcathedral.extras import needs
from redcathedral.lab.arena.estimate import Estimate, share

with needs("research"):
    import numpy as np

if TYPE_CHECKING:
    Policy: TypeAlias = Callable[[Array, Array], Array]


def mask(state: State) -> Array:
    """Which of the 834 decisions are legal in a position."""
    legal = np.zeros(DECISION_COUNT, np.bool_)
    legal[rules.legal(state)] = True
    return legal


class PolicyBot:
    """A bot that decides by a policy, for ``redcathedral lab ladder`` and other programs."""

    def __init__(self, policy: Policy) -> None:
        self._policy = policy

    def choose(self, state: State) -> int:
        """What the policy decides of the one position."""
        return int(self._policy(full(state)[None], mask(state)[None])[0])


class Duel(NamedTuple):
    """What games of two came to: the share won, and the mean prestige ahead."""

    won: Estimate
    margin: float


def duel(policy: Policy, rival: str = "greedy", games: int = 400, seed: int = 1) -> Duel:
    """Games of two players of a policy against a bot, all at once, each deal from both seats.

    A shared win counts half, a game that the cap on turns ends (R7.7) none.  Raises ValueError
    for an odd number of games, BotSpecError for what is no bot.
    """
    if games < 2 or games % 2:
        raise ValueError(f"{games} games; an even number gives both seats the same deals")
    won, ahead = np.sum([_from_seat(policy, seat, rival, games // 2, seed) for seat in range(2)], 0)
    return Duel(share(float(won), games), float(ahead) / games)


def _from_seat(policy: Policy, own: int, rival: str, games: int, seed: int) -> tuple[float, float]:
    """How many games a policy wins that has this seat in all of them, and the prestige ahead."""
    env = VectorEnv(games, seed=seed, skip_forced=True)
    bots = [make(rival, game, 1 - own) for game in range(games)]
    going_on = np.ones(games, np.bool_)
    won = ahead = 0.0
    while going_on.any():
        actions = env.masks.argmax(axis=1)  # any legal one, where the game is over
        asked = np.flatnonzero(going_on & (env.seats == own))
        if len(asked):
            actions[asked] = policy(unpack(env.words[asked]), env.masks[asked])
        for game in np.flatnonzero(going_on & (env.seats != own)):
            actions[game] = bots[game].choose(env.state(int(game)))
        env.step(actions)
        ended = going_on & (env.terminations | env.truncations)
        won += float((1 + env.rewards[ended & env.terminations, own]).sum()) / 2
        totals = env.final_totals[ended]
        ahead += float((totals[:, own] - totals[:, 1 - own]).sum())
        going_on &= ~ended
    return won, ahead
