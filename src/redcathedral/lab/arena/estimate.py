"""Estimate means, differences and shares from games, each with a 95 % interval.

Several modes of the game can be combined as *strata*.  Each stratum has the same weight, so that a
difference between modes does not look like an effect of a component.  Intervals of means assume a
normal distribution; differences use Welch's interval (Biometrika 34, 1947), shares use Wilson's.
"""

from collections.abc import Sequence
from math import sqrt
from statistics import fmean, quantiles, variance
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

    def interval(self, standard_errors: float) -> tuple[float, float]:
        """Return the interval that extends this many standard errors to each side."""
        middle = (self.high + self.low) / 2
        half = (self.high - self.low) / 2 * standard_errors / Z_95
        return round(middle - half, DIGITS), round(middle + half, DIGITS)

    def divided_by(self, unit: float) -> "Estimate":
        return _rounded_estimate(self.value / unit, self.low / unit, self.high / unit, self.games)


class Distribution(msgspec.Struct, frozen=True):
    """A mean, and the quantiles of the values."""

    mean: Estimate | None
    p5: float
    q1: float
    median: float
    q3: float
    p95: float
    p99: float
    largest: float


def mean(*strata: Values) -> Estimate | None:
    """Return the mean; None if there are too few games."""
    games = sum(map(len, strata))
    if games < MIN_GAMES or min(map(len, strata)) < 2:
        return None
    errors = [variance(values) / len(values) for values in strata]
    return _normal_estimate([fmean(values) for values in strata], errors, games)


def difference(*strata: tuple[Values, Values]) -> Estimate | None:
    """Return the mean of the first values minus the mean of the second; None if too few games."""
    fewer_games = min(sum(len(pair[side]) for pair in strata) for side in (0, 1))
    if fewer_games < MIN_GAMES or min(len(values) for pair in strata for values in pair) < 2:
        return None
    means = [fmean(first) - fmean(second) for first, second in strata]
    errors = [
        variance(first) / len(first) + variance(second) / len(second) for first, second in strata
    ]
    return _normal_estimate(means, errors, sum(len(first) for first, _ in strata))


def share(wins: float, games: int) -> Estimate:
    return _rounded_estimate(wins / games, *wilson_interval(wins, games), games)


def distribution(values: Values, game_means: Values | None = None) -> Distribution:
    """Return the distribution of values.

    If a game has several values, ``game_means`` has one mean for each game, and the interval of the
    overall mean is calculated from these.
    """
    percentiles = quantiles(values, n=100, method="inclusive") if values[1:] else [*values] * 99
    p5, q1, median, q3, p95, p99 = (
        round(percentiles[number - 1], 2) for number in (5, 25, 50, 75, 95, 99)
    )
    overall = mean(values if game_means is None else game_means)
    return Distribution(overall, p5, q1, median, q3, p95, p99, max(values))


def _normal_estimate(means: Sequence[float], errors: Sequence[float], games: int) -> Estimate:
    """Return the mean of independent means with the squared standard errors ``errors``."""
    value = fmean(means)
    half = Z_95 * sqrt(sum(errors)) / len(errors)
    return _rounded_estimate(value, value - half, value + half, games)


def _rounded_estimate(value: float, low: float, high: float, games: int) -> Estimate:
    return Estimate(round(value, DIGITS), round(low, DIGITS), round(high, DIGITS), games)
