"""A person's rating: on the ladder's scale, and right as often as it says."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from redcathedral.ai import bots
from redcathedral.ai.bots.levels import LEVELS, LevelRating, ratings
from redcathedral.ai.ratings.personal import MIN_GAMES, RatedGame, rate_person
from redcathedral.lab.arena.ladder_games import LADDER_FORMAT, make_ladder_worker
from redcathedral.lab.arena.pairing import Fixture
from redcathedral.play.process_pool import run_jobs

LADDER = Path(__file__).parents[3] / "docs" / "ladder" / "games.jsonl.gz"
TRIES = 1000
KNOWN = ratings()
EQUAL = {2: {"apprentice": LevelRating(1000, 1000, 1000)}}


def rated(games: list[RatedGame], players: int = 2) -> LevelRating:
    found = rate_person(games, players, KNOWN)
    assert found is not None
    return found


def test_half_of_the_games_won_is_the_same_rating() -> None:
    games = [RatedGame(("apprentice",), share) for share in (1.0, 0.0) * 200]
    found = rate_person(games, 2, EQUAL)
    assert found is not None
    assert found.rating == pytest.approx(1000, abs=1)
    # 1.96 standard errors of 400 games that are even: 4 / 400 squared units of 174 points
    assert found.high - found.rating == pytest.approx(1.96 * 173.7 * 0.1, rel=0.05)


def test_ten_won_of_eleven_are_four_hundred_points_more() -> None:
    games = [RatedGame(("apprentice",), float(n % 11 > 0)) for n in range(11 * 400)]
    found = rate_person(games, 2, EQUAL)
    assert found is not None
    assert found.rating == pytest.approx(1400, abs=5)


def test_more_at_the_table_is_harder() -> None:
    """A third of the games of three won is as good as the others."""
    scale = {3: EQUAL[2]}
    games = [RatedGame(("apprentice", "apprentice"), float(n % 3 == 0)) for n in range(900)]
    found = rate_person(games, 3, scale)
    assert found is not None
    assert found.rating == pytest.approx(1000, abs=2)


def test_all_won_or_lost_is_still_a_rating() -> None:
    top, bottom = (rated([RatedGame(("craftsman",), share)] * MIN_GAMES) for share in (1.0, 0.0))
    assert bottom.high < KNOWN[2]["craftsman"].rating < top.low
    assert top.high < 3000


def test_too_few_games_have_none() -> None:
    assert rate_person([RatedGame(("craftsman",), 1.0)] * (MIN_GAMES - 1), 2, KNOWN) is None
    unknown = [RatedGame(("somebody",), 1.0)] * MIN_GAMES
    assert rate_person(unknown, 2, KNOWN) is None
    assert rate_person(unknown, 7, KNOWN) is None


def covered(pools: dict[str, list[RatedGame]], count: int, players: int) -> float:
    """Return the share of tries with ``count`` random games whose interval has the rating."""
    lot = Random(20261125)
    held = 0
    for number in range(TRIES):
        level = [*LEVELS][number % len(LEVELS)]
        found = rated(lot.sample(pools[level], count), players)
        held += found.low <= KNOWN[players][level].rating <= found.high
    return held / TRIES


@pytest.mark.long
@pytest.mark.once
@pytest.mark.parametrize("count", [MIN_GAMES, 30])
def test_the_intervals_hold_what_they_say_in_the_games_of_the_ladder(count: int) -> None:
    _, games = LADDER_FORMAT.read(LADDER)
    pools: defaultdict[str, list[RatedGame]] = defaultdict(list)
    for game in games:
        if len(game.bots) == 2 and set(game.bots) <= set(LEVELS):
            for own, other in (game.bots, game.bots[::-1]):
                pools[own].append(RatedGame((other,), game.shares()[own]))
    assert 0.91 <= covered(pools, count, 2) <= 0.98


@pytest.mark.long
@pytest.mark.once
def test_the_intervals_have_the_stated_coverage_when_levels_play_as_people() -> None:
    """Each try plays new games, with its own seeds, against random levels."""
    lot = Random(7)
    plan: list[Fixture] = []
    for number in range(TRIES):
        own = [*LEVELS][number % len(LEVELS)]
        for game in range(MIN_GAMES):
            pair = (own, lot.choice([*LEVELS]))
            plan.append(
                Fixture(2_600_000 + number * MIN_GAMES + game, pair if game % 2 else pair[::-1])
            )
    results = dict(run_jobs(_player, list(enumerate(plan)), 2))
    held = 0
    for number in range(TRIES):
        own = [*LEVELS][number % len(LEVELS)]
        met = [results[number * MIN_GAMES + game] for game in range(MIN_GAMES)]
        found = rated([RatedGame((other,), share) for other, share in met])
        held += found.low <= KNOWN[2][own].rating <= found.high
    assert 0.91 <= held / TRIES <= 0.98


def _player() -> Callable[[tuple[int, Fixture]], tuple[int, tuple[str, float]]]:
    """Who plays for a level as a person: the other bot, and the share of the win."""
    play = make_ladder_worker({level: level for level in LEVELS}, bots.make)

    def one(piece: tuple[int, Fixture]) -> tuple[int, tuple[str, float]]:
        number, fixture = piece
        at = 0 if number % 2 else 1
        game = play((number, fixture)).game
        share = 1 / len(game.winners) if at in game.winners else 0.0
        return number, (fixture.bots[1 - at], share)

    return one
