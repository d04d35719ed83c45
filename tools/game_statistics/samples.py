"""Differences between two samples of games, and distributions of the values of a sample.

The strata are those of ``redcathedral.lab.arena.estimate``; differences use Welch's interval
(Biometrika 34, 1947).
"""

from __future__ import annotations

from statistics import fmean, quantiles, variance

import msgspec

from redcathedral.ai.ratings.rating import Z_95
from redcathedral.lab.arena.estimate import (
    DIGITS,
    MIN_GAMES,
    Estimate,
    Values,
    mean,
    normal_estimate,
    rounded_estimate,
)


def interval(estimate: Estimate, standard_errors: float) -> tuple[float, float]:
    """Return the interval that extends this many standard errors to each side."""
    middle = (estimate.high + estimate.low) / 2
    half = (estimate.high - estimate.low) / 2 * standard_errors / Z_95
    return round(middle - half, DIGITS), round(middle + half, DIGITS)


def divided(estimate: Estimate, unit: float) -> Estimate:
    value, low, high = (part / unit for part in (estimate.value, estimate.low, estimate.high))
    return rounded_estimate(value, low, high, estimate.games)


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


def difference(*strata: tuple[Values, Values]) -> Estimate | None:
    """Return the mean of the first values minus the mean of the second; None if too few games."""
    fewer_games = min(sum(len(pair[side]) for pair in strata) for side in (0, 1))
    if fewer_games < MIN_GAMES or min(len(values) for pair in strata for values in pair) < 2:
        return None
    means = [fmean(first) - fmean(second) for first, second in strata]
    errors = [
        variance(first) / len(first) + variance(second) / len(second) for first, second in strata
    ]
    return normal_estimate(means, errors, sum(len(first) for first, _ in strata))


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
