"""Ratings against other ways to the same numbers, and intervals against simulated truth."""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import exp, log, log10, sqrt

import pytest

from redcathedral.ai.ratings.rating import POINTS_PER_LOGIT, Tally, fit_ratings, wilson_interval

BOTS = ("a", "b", "c")
TALLIES = [
    Tally({"a": 1, "b": 1}, 40, {"a": 11.5, "b": 28.5}),
    Tally({"b": 1, "c": 1}, 30, {"b": 12, "c": 18}),
    Tally({"a": 2, "c": 1}, 24, {"a": 9, "c": 15}),
    Tally({"a": 1, "b": 1, "c": 2}, 20, {"a": 2, "b": 5.5, "c": 12.5}),
]


def test_two_bots_by_hand() -> None:
    """30 of 40 games: odds of 3; the error of their logarithm is 1 / sqrt(n p q)."""
    one, two = fit_ratings(["a", "b"], [Tally({"a": 1, "b": 1}, 40, {"a": 30, "b": 10})], draws=0)
    gap = 400 * log10(3)
    assert one.value - two.value == pytest.approx(gap)
    assert one.value == pytest.approx(gap / 2)
    error = 400 / log(10) / sqrt(40 * 0.75 * 0.25) / 2
    assert one.high - one.value == pytest.approx(1.959964 * error)
    assert one.value - one.low == pytest.approx(two.high - two.value)


def test_a_bot_in_two_of_three_seats_by_hand() -> None:
    """Among equals it wins two thirds, so three quarters are odds of 3 / 2."""
    one, two = fit_ratings(["a", "b"], [Tally({"a": 2, "b": 1}, 40, {"a": 30, "b": 10})], draws=0)
    assert one.value - two.value == pytest.approx(400 * log10(1.5))


def likelihood(ratings: Sequence[float], tallies: Sequence[Tally]) -> float:
    """Return the logarithm of the likelihood, added up over all won shares."""
    strength = dict(zip(BOTS, map(exp, ratings), strict=True))
    total = 0.0
    for tally in tallies:
        weights = sum(count * strength[bot] for bot, count in tally.seats.items())
        for bot, won in tally.won.items():
            total += won * log(tally.seats[bot] * strength[bot] / weights)
    return total


def test_no_other_ratings_are_likelier() -> None:
    """Hunter's MM algorithm, a different method, gives the same ratings."""
    strength = dict.fromkeys(BOTS, 1.0)
    for _ in range(2000):
        strength = {
            bot: sum(tally.won.get(bot, 0) for tally in TALLIES)
            / sum(
                tally.games
                * tally.seats.get(bot, 0)
                / sum(count * strength[other] for other, count in tally.seats.items())
                for tally in TALLIES
            )
            for bot in BOTS
        }
    mean = sum(map(log, strength.values())) / 3
    found = fit_ratings(BOTS, TALLIES, draws=0)
    assert [rating.value for rating in found] == pytest.approx(
        [POINTS_PER_LOGIT * (log(strength[bot]) - mean) for bot in BOTS]
    )
    best = [rating.value / POINTS_PER_LOGIT for rating in found]
    generator = random.Random(3)
    for _ in range(200):
        other = [value + generator.gauss(0, 0.2) for value in best]
        assert likelihood(other, TALLIES) <= likelihood(best, TALLIES)


def test_intervals_by_differences() -> None:
    """The curvature by finite differences, with c = -a - b; the inverse of two by two by hand."""
    found = fit_ratings(BOTS, TALLIES, draws=0)
    a, b = (rating.value / POINTS_PER_LOGIT for rating in found[:2])

    def at(first: float, second: float) -> float:
        return likelihood([first, second, -first - second], TALLIES)

    step = 1e-4
    aa = -(at(a + step, b) - 2 * at(a, b) + at(a - step, b)) / step**2
    bb = -(at(a, b + step) - 2 * at(a, b) + at(a, b - step)) / step**2
    ab = -(at(a + step, b + step) - at(a + step, b) - at(a, b + step) + at(a, b)) / step**2
    determinant = aa * bb - ab * ab
    variances = (bb / determinant, aa / determinant, (aa + bb - 2 * ab) / determinant)
    for rating, variance in zip(found, variances, strict=True):
        expected = 1.959964 * POINTS_PER_LOGIT * sqrt(variance)
        assert (rating.high - rating.low) / 2 == pytest.approx(expected, rel=1e-2)


def test_intervals_hold_the_truth_about_as_often_as_they_say() -> None:
    """400 small ladders of four bots, three of them with two seats in some games."""
    generator = random.Random(11)
    truth = {"a": 0.9, "b": 0.2, "c": -0.3, "d": -0.8}
    tables = [{one: 1, two: 1} for one in truth for two in truth if one < two]
    tables += [{"a": 2, "b": 1}, {"b": 2, "c": 2}, {"d": 2, "a": 2}]
    held = 0
    for _ in range(400):
        tallies = []
        for seats in tables:
            weights = [count * exp(truth[bot]) for bot, count in seats.items()]
            wins = generator.choices(list(seats), weights, k=30)
            tallies.append(Tally(seats, 30, {bot: wins.count(bot) for bot in seats}))
        for rating in fit_ratings(list(truth), tallies):
            held += rating.low <= POINTS_PER_LOGIT * truth[rating.bot] <= rating.high
    assert 0.935 < held / 1600 < 0.965  # three standard errors are 0.016


def test_a_bot_that_won_all_has_a_rating() -> None:
    won = Tally({"a": 1, "b": 1}, 400, {"a": 400, "b": 0})
    one, two = fit_ratings(["a", "b"], [won])
    assert one.value - two.value == pytest.approx(400 * log10(400.5 / 0.5))
    assert one.low < one.value < one.high
    with pytest.raises(ValueError, match="won all"):
        fit_ratings(["a", "b"], [won], draws=0)


def test_the_drawn_game_is_one_a_pair_however_they_sat() -> None:
    tables = [
        Tally({"a": 2, "b": 1}, 60, {"a": 60, "b": 0}),
        Tally({"a": 1, "b": 2}, 60, {"a": 60, "b": 0}),
    ]
    halves = [
        Tally({"a": 2, "b": 1}, 60.5, {"a": 60 + 1 / 3, "b": 1 / 6}),
        Tally({"a": 1, "b": 2}, 60.5, {"a": 60 + 1 / 6, "b": 1 / 3}),
    ]
    found, expected = fit_ratings(["a", "b"], tables), fit_ratings(["a", "b"], halves, draws=0)
    assert found[0].value == pytest.approx(expected[0].value)


def test_bots_that_never_met() -> None:
    met = [
        Tally({"a": 1, "b": 1}, 4, {"a": 2, "b": 2}),
        Tally({"c": 1, "d": 1}, 4, {"c": 2, "d": 2}),
    ]
    with pytest.raises(ValueError, match="have not met"):
        fit_ratings(["a", "b", "c", "d"], met)


def test_wilson_interval() -> None:
    """The example of Brown, Cai and DasGupta (Statistical Science 16, 2001), and the ends."""
    assert wilson_interval(8, 10) == pytest.approx((0.4902, 0.9433), abs=1e-4)
    assert wilson_interval(0, 20)[0] == 0
    assert wilson_interval(20, 20)[1] == 1
