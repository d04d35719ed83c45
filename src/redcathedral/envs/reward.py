"""The schemes of reward by name, one definition for all environments: ``batch.reward``."""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

from redcathedral.engine.state import State
from redcathedral.envs.batch import reward

Scheme: TypeAlias = Literal["win", "margin", "rank", "potential"]


def scheme_number(scheme: Scheme) -> int:
    """The number of a scheme in ``batch.reward``; raises ValueError for another name."""
    if scheme not in reward.SCHEMES:
        known = ", ".join(get_args(Scheme))
        raise ValueError(f"there is no reward scheme {scheme!r}; take one of: {known}")
    return reward.SCHEMES.index(scheme)


def result(state: State, scheme: Scheme = "win") -> list[float]:
    """What a finished game gives each seat (``write_result``); do not ask after the cap (R7.7)."""
    return list(reward.result(state, scheme_number(scheme)))


def potentials(state: State) -> list[float]:
    """What a position promises each seat by the potential-based scheme; 0 once it is over.

    A step pays ``discount * potentials(after) - potentials(before)`` beside the result.
    """
    if state.is_over:
        return [0.0] * int(state.setting.seat_count)
    return list(reward.potentials(state))
