"""Estimate means and shares from games, each with a 95 % interval.

Several modes of the game can be combined as *strata*.  Each stratum has the same weight, so that a
difference between modes does not look like an effect of a component.  Intervals of means assume a
normal distribution; shares use Wilson's interval.
"""

from collections.abc import Sequence
from math import sqrt
from statistics import fmean, variance
from typing import Final

import msgspec

from redcathedral.ai.ratings.rating import Z_95, wilson_interval

MIN_GAMES: Final = 20  # with fewer games there is no estimate
DIGITS: Final = 4

Values = Sequence[float]


class Estimate(msgspec.Struct, frozen=True):
    """A value with its 95 % interval, estimated from this number of games."""

    value: float
    low: float
    high: float
    games: int


def mean(*strata: Values) -> Estimate | None:
    """Return the mean; None if there are too few games."""
    games = sum(map(len, strata))
    if games < MIN_GAMES or min(map(len, strata)) < 2:
        return None
    errors = [variance(values) / len(values) for values in strata]
    return normal_estimate([fmean(values) for values in strata], errors, games)


def share(wins: float, games: int) -> Estimate:
    return rounded_estimate(wins / games, *wilson_interval(wins, games), games)


def normal_estimate(means: Sequence[float], errors: Sequence[float], games: int) -> Estimate:
    """Return the mean of independent means with the squared standard errors ``errors``."""
    value = fmean(means)
    half = Z_95 * sqrt(sum(errors)) / len(errors)
    return rounded_estimate(value, value - half, value + half, games)


def rounded_estimate(value: float, low: float, high: float, games: int) -> Estimate:
    return Estimate(round(value, DIGITS), round(low, DIGITS), round(high, DIGITS), games)
