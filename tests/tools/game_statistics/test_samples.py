"""Differences with their intervals, by hand, and distributions."""

from __future__ import annotations

import random
from math import sqrt

import pytest

from redcathedral.ai.ratings.rating import Z_95
from redcathedral.lab.arena.estimate import MIN_GAMES, Estimate, mean
from tools.game_statistics.samples import difference, distribution, divided, interval

ONES = [1.0, 3.0] * 20  # mean 2, variance 40 / 39
TENS = [10.0, 14.0] * 10  # mean 12, variance 80 / 19


def test_a_difference_by_hand() -> None:
    found = difference((TENS, ONES))
    half = Z_95 * sqrt(40 / 39 / 40 + 80 / 19 / 20)
    assert found is not None
    assert (found.value, found.games) == (10.0, 20)
    assert (found.low, found.high) == pytest.approx((10 - half, 10 + half), abs=1e-4)


def test_difference_between_strata_is_ignored() -> None:
    """In one stratum everything is 10 more, and what is looked for is more frequent there."""
    low, high = [0.0, 2.0], [10.0, 12.0]
    found = difference((low * 10, low * 30), (high * 30, high * 10))
    assert found is not None
    assert found.value == 0
    mixed = difference((low * 10 + high * 30, low * 30 + high * 10))
    assert mixed is not None
    assert mixed.value == 5


@pytest.mark.parametrize(
    "found",
    [
        difference((ONES, ONES[: MIN_GAMES - 1])),
        difference((ONES[: MIN_GAMES - 1], ONES)),
        difference((ONES, ONES), (ONES, [1.0])),
    ],
)
def test_too_few_games_have_no_difference(found: Estimate | None) -> None:
    assert found is None


def test_wider_interval_and_division() -> None:
    found = Estimate(10, 8, 12, 50)
    assert interval(found, 2 * Z_95) == (6, 14)
    assert divided(found, 40) == Estimate(0.25, 0.2, 0.3, 50)


def test_distribution_of_values() -> None:
    found = distribution(list(range(101)))
    assert (found.p5, found.q1, found.median, found.q3, found.p95) == (5, 25, 50, 75, 95)
    assert (found.p99, found.largest) == (99, 100)
    one = distribution([4.0])
    assert (one.mean, one.p5, one.p99, one.largest) == (None, 4, 4, 4)
    assert distribution([1.0, 9.0] * 20, ONES).mean == mean(ONES)


def test_intervals_have_their_coverage() -> None:
    drift = random.Random(3)
    held = 0
    for _ in range(400):
        found = difference(
            ([drift.gauss(5, 2) for _ in range(40)], [drift.gauss(4, 3) for _ in range(60)])
        )
        assert found is not None
        held += found.low <= 1 <= found.high
    assert 0.92 < held / 400 < 0.98
