"""Calculate rewards with schemes that are given by name, as ``batch.reward`` does by number."""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

from redcathedral.engine.state import State
from redcathedral.envs.arguments import choice
from redcathedral.envs.batch import reward

Scheme: TypeAlias = Literal["win", "margin", "rank", "potential"]


def scheme_number(scheme: Scheme) -> int:
    """Return the number of a scheme in ``batch.reward``; raises ValueError for an unknown name."""
    return reward.SCHEMES.index(choice("reward", scheme, get_args(Scheme)))


def result(state: State, scheme: Scheme = "win", at_cap: bool = False) -> list[float]:
    """Return the rewards of a game that has ended, or that the cap ends here (R7.7)."""
    return list(reward.result(state, scheme_number(scheme), at_cap))


def potentials(state: State) -> list[float]:
    """Return the potential of each seat in a position; 0 after the end of the game.

    In the potential-based scheme the reward of a step is the result plus
    ``discount * potentials(after) - potentials(before)``.
    """
    if state.is_over:
        return [0.0] * int(state.setting.seat_count)
    return list(reward.potentials(state))
