"""Means and shares with their intervals, by hand."""

from __future__ import annotations

from math import sqrt

import pytest

from redcathedral.ai.ratings.rating import Z_95, wilson_interval
from redcathedral.lab.arena.estimate import MIN_GAMES, Estimate, mean, share

ONES = [1.0, 3.0] * 20  # mean 2, variance 40 / 39
TENS = [10.0, 14.0] * 10  # mean 12, variance 80 / 19


def test_a_mean_by_hand() -> None:
    found = mean(ONES)
    half = Z_95 * sqrt(40 / 39 / 40)
    assert found is not None
    assert (found.value, found.games) == (2.0, 40)
    assert (found.low, found.high) == pytest.approx((2 - half, 2 + half), abs=1e-4)


def test_each_stratum_counts_the_same() -> None:
    found = mean(ONES, TENS)
    half = Z_95 * sqrt(40 / 39 / 40 + 80 / 19 / 20) / 2
    assert found is not None
    assert (found.value, found.games) == (7.0, 60)
    assert (found.low, found.high) == pytest.approx((7 - half, 7 + half), abs=1e-4)


@pytest.mark.parametrize("found", [mean(ONES[: MIN_GAMES - 1]), mean(ONES, [1.0]), mean()])
def test_too_few_games_have_no_estimate(found: Estimate | None) -> None:
    assert found is None


def test_a_share() -> None:
    found = share(30.5, 40)
    assert (found.value, found.games) == (0.7625, 40)
    assert (found.low, found.high) == pytest.approx(wilson_interval(30.5, 40), abs=1e-4)
