"""The levels for players, and the description of their strength."""

from __future__ import annotations

from itertools import pairwise

import pytest

from redcathedral.ai.bots import make, names, registry
from redcathedral.ai.bots.levels import (
    BASELINE,
    DEFAULT_LEVEL,
    LEVELS,
    LevelRating,
    Strength,
    other_bots,
    ratings,
    strengths,
)

WEAKEST, SECOND, *_ = LEVELS


def around(points: float) -> LevelRating:
    return LevelRating(points, points - 10.4, points + 10.4)


def test_every_level_is_a_bot_and_other_bots_are_not_levels() -> None:
    assert DEFAULT_LEVEL in LEVELS
    assert set(LEVELS) <= set(names())
    assert {"greedy", "random"} <= set(other_bots())
    assert not set(other_bots()) & set(LEVELS)


@pytest.mark.parametrize("level", LEVELS)
def test_a_level_is_its_bot(level: str) -> None:
    """One named as a bot is that bot, without options; others may be that bot with options."""
    spec = LEVELS[level]
    assert type(make(level, 1)) is type(make(spec, 1))
    bot = spec.partition(":")[0]
    assert bot not in LEVELS or LEVELS[bot] == bot


def test_a_level_is_on_offer_where_its_bot_is_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    of_master = {level for level in LEVELS if LEVELS[level].startswith("master")}
    monkeypatch.setitem(registry._CONDITIONS, "master", bool)  # not ready
    assert not of_master & set(names())
    monkeypatch.setitem(registry._CONDITIONS, "master", lambda: True)
    assert of_master <= set(names())


def test_a_level_without_ratings_has_no_strength() -> None:
    assert strengths(WEAKEST, {}) == []
    assert strengths(WEAKEST, {2: {SECOND: around(1000)}}) == []


def test_compares_a_level_with_the_next_weaker_rated_level() -> None:
    known = {
        3: {BASELINE: around(600), SECOND: around(1000)},
        2: {BASELINE: around(600), WEAKEST: around(1000.4), SECOND: around(1191)},
    }
    (strength,) = strengths(WEAKEST, known)
    assert strength == Strength(2, 1000, 990, 1011, BASELINE, 91, 100)
    two, three = strengths(SECOND, known)
    assert (two.players, two.rating, two.below, two.won, two.of) == (2, 1191, WEAKEST, 3, 4)
    assert (three.players, three.below) == (3, BASELINE)
    (alone,) = strengths(WEAKEST, {4: {WEAKEST: around(1000)}})
    assert (alone.below, alone.won, alone.of) == (None, 0, 0)


@pytest.mark.parametrize(
    ("points", "share"),
    [
        (0, (1, 2)),
        (70.4, (3, 5)),
        (120, (2, 3)),
        (190.8, (3, 4)),
        (35, (11, 20)),
        (511, (19, 20)),
        (2000, (99, 100)),
        (-190.8, (1, 4)),
        (-2000, (1, 100)),
    ],
)
def test_shares_in_few_games(points: float, share: tuple[int, int]) -> None:
    known = {2: {BASELINE: around(1000), WEAKEST: around(1000 + points)}}
    (strength,) = strengths(WEAKEST, known)
    assert (strength.won, strength.of) == share


def test_the_packaged_ratings() -> None:
    """All levels are rated, if any is, and each higher than the one below it."""
    for level in LEVELS:
        for strength in strengths(level, ratings()):
            assert strength.low <= strength.rating <= strength.high
            assert strength.players in (2, 3, 4)
    for weaker, stronger in pairwise(LEVELS):
        for found in ratings().values():
            assert found[weaker].rating < found[stronger].rating
