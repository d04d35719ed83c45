"""Estimates from games: means, differences and shares, each with its interval.

Of several *strata*, the modes that are taken together, each counts the same, whatever the games in
them come to: what differs between modes does not pass for what a component does.  The interval of
a mean holds the standard errors of normally distributed means to both sides (that of a difference
after Welch, Biometrika 34, 1947); the interval of a share is Wilson's.
"""

from collections.abc import Sequence
from math import sqrt
from statistics import fmean, quantiles, variance
from typing import Final

import msgspec

from redcathedral.ai.ratings.rating import Z_95, wilson_interval

MIN_GAMES: Final = 20  # games below which nothing is estimated
DIGITS: Final = 4

Values = Sequence[float]


class Estimate(msgspec.Struct, frozen=True):
    """A value from so many games, and its 95 % interval."""

    value: float
    low: float
    high: float
    games: int

    def wider(self, errors: float) -> tuple[float, float]:
        middle = (self.high + self.low) / 2
        half = (self.high - self.low) / 2 * errors / Z_95
        return round(middle - half, DIGITS), round(middle + half, DIGITS)

    def of(self, whole: float) -> "Estimate":
        return _rounded(self.value / whole, self.low / whole, self.high / whole, self.games)


class Distribution(msgspec.Struct, frozen=True):
    """A mean, and how the single values lie around it."""

    mean: Estimate | None
    p5: float
    q1: float
    median: float
    q3: float
    p95: float
    p99: float
    largest: float


def mean(*strata: Values) -> Estimate | None:
    """A mean; None where there are too few games to tell."""
    games = sum(map(len, strata))
    if games < MIN_GAMES or min(map(len, strata)) < 2:
        return None
    errors = [variance(values) / len(values) for values in strata]
    return _normal([fmean(values) for values in strata], errors, games)


def difference(*strata: tuple[Values, Values]) -> Estimate | None:
    """The mean of the first values less that of the second; None where there are too few."""
    rarer = min(sum(len(pair[side]) for pair in strata) for side in (0, 1))
    if rarer < MIN_GAMES or min(len(values) for pair in strata for values in pair) < 2:
        return None
    means = [fmean(one) - fmean(other) for one, other in strata]
    errors = [variance(one) / len(one) + variance(other) / len(other) for one, other in strata]
    return _normal(means, errors, sum(len(one) for one, _ in strata))


def share(won: float, games: int) -> Estimate:
    return _rounded(won / games, *wilson_interval(won, games), games)


def spread(values: Values, means: Values | None = None) -> Distribution:
    """How values lie; the mean's interval goes by ``means``, one a game, where given."""
    percent = quantiles(values, n=100, method="inclusive") if values[1:] else [*values] * 99
    p5, q1, median, q3, p95, p99 = (
        round(percent[number - 1], 2) for number in (5, 25, 50, 75, 95, 99)
    )
    middle = mean(values if means is None else means)
    return Distribution(middle, p5, q1, median, q3, p95, p99, max(values))


def _normal(means: Sequence[float], errors: Sequence[float], games: int) -> Estimate:
    """The mean of independent means, with their squared standard errors."""
    value = fmean(means)
    half = Z_95 * sqrt(sum(errors)) / len(errors)
    return _rounded(value, value - half, value + half, games)


def _rounded(value: float, low: float, high: float, games: int) -> Estimate:
    return Estimate(round(value, DIGITS), round(low, DIGITS), round(high, DIGITS), games)
