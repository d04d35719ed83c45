"""Play with a policy: as a bot, or in many games at the same time against a bot.

A policy is a function that gets the full observations (``envs.observation``) and masks of many
positions, and returns a legal decision for each.
"""

from typing import NamedTuple

from redcathedral.ai.bots import make
from redcathedral.engine import rules
from redcathedral.engine.decisions import DECISION_COUNT
from redcathedral.engine.state import State
from redcathedral.envs.arrays import Array
from redcathedral.envs.observation import full, unpack
from redcathedral.envs.opponents import Policy
from redcathedral.envs.vector import SideChoice, VectorEnv
from redcathedral.extras import needs
from redcathedral.lab.arena.estimate import Estimate, share

with needs("research"):
    import numpy as np


def mask(state: State) -> Array:
    """Return an array that is true for each legal decision id of a position."""
    legal = np.zeros(DECISION_COUNT, np.bool_)
    legal[rules.legal(state)] = True
    return legal


class PolicyBot:
    """A bot that decides with a policy, for ``redcathedral lab ladder`` and other commands."""

    def __init__(self, policy: Policy) -> None:
        self._policy = policy

    def choose(self, state: State) -> int:
        """Return the decision of the policy."""
        return int(self._policy(full(state)[None], mask(state)[None])[0])


class Duel(NamedTuple):
    """The result of two-player games: the share won, and the mean prestige ahead."""

    won: Estimate
    margin: float


def duel(
    policy: Policy,
    opponent: str = "greedy",
    games: int = 400,
    seed: int = 1,
    side: SideChoice = "basic",
) -> Duel:
    """Play two-player games of a policy against a bot, in parallel, each set-up from both seats.

    ``side`` is the side of the workshops, or ``"drawn"`` for each set-up.

    A shared win counts as half a win.  At the cap on turns (R7.7), the leader has won, and a tie
    has no winner.  Raises ValueError for an odd number of games, and BotSpecError for an unknown
    bot.
    """
    if games < 2 or games % 2:
        raise ValueError(f"{games} games: the number must be even, for two games of each set-up")
    results = [_play_from_seat(policy, seat, opponent, games // 2, seed, side) for seat in range(2)]
    wins, lead = np.sum(results, 0)
    return Duel(share(float(wins), games), float(lead) / games)


def _play_from_seat(
    policy: Policy, policy_seat: int, opponent: str, games: int, seed: int, side: SideChoice
) -> tuple[float, float]:
    """Return a policy's wins from one seat, and the sum of its leads in prestige."""
    env = VectorEnv(games, seed=seed, side=side, skip_forced=True)
    bots = [make(opponent, game, 1 - policy_seat) for game in range(games)]
    running = np.ones(games, np.bool_)
    wins = lead = 0.0
    while running.any():
        actions = env.masks.argmax(axis=1)  # games that have ended need any legal decision
        policy_games = np.flatnonzero(running & (env.seats == policy_seat))
        if len(policy_games):
            actions[policy_games] = policy(unpack(env.words[policy_games]), env.masks[policy_games])
        for game in np.flatnonzero(running & (env.seats != policy_seat)):
            actions[game] = bots[game].choose(env.state(int(game)))
        env.step(actions)
        ended = running & (env.terminations | env.truncations)
        rewards = env.rewards[ended, policy_seat]
        shared = (rewards == 0.0) & env.terminations[ended]
        wins += float((rewards > 0.0).sum() + shared.sum() / 2)
        totals = env.final_totals[ended]
        lead += float((totals[:, policy_seat] - totals[:, 1 - policy_seat]).sum())
        running &= ~ended
    return wins, lead
