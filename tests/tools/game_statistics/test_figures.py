"""Figures by hand, planted effects that are found, and nothing found where nothing is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from statistics import fmean, quantiles

import msgspec
import pytest

from redcathedral.box import edition_text, parse_edition
from redcathedral.files import json_text
from redcathedral.lab.arena.estimate import Estimate
from redcathedral.lab.arena.survey import MODES
from tests.tools.game_statistics.surveys import EDITION, games, settings
from tools.game_statistics.figures import (
    ALL,
    SOLO,
    ComponentWorth,
    Statistics,
    build_statistics,
    mark_summary,
    tile_kinds,
)
from tools.game_statistics.outliers import Finding, Measure, OutlierReport, Outliers, find_outliers
from tools.game_statistics.survey import PlacedTile, SurveyGame

NUMBER = 200


@cache
def even_games() -> list[SurveyGame]:
    """Return games in which nothing depends on anything."""
    return games(settings(), NUMBER)


def figures(played: Sequence[SurveyGame]) -> Statistics:
    return build_statistics(settings(), played, EDITION)


@cache
def even_figures() -> Statistics:
    return figures(even_games())


def worth(worths: Sequence[ComponentWorth], name: str, tables: str) -> ComponentWorth:
    (found,) = [entry for entry in worths if (entry.id, entry.tables) == (name, tables)]
    return found


def richer(game: SurveyGame, by: Callable[[SurveyGame, int], int]) -> SurveyGame:
    """The game with other totals for the people."""
    totals = tuple(
        total + by(game, seat) if seat in game.people else total
        for seat, total in enumerate(game.totals)
    )
    best = max(totals)
    winners = tuple(seat for seat, total in enumerate(totals) if total == best)
    return msgspec.structs.replace(game, totals=totals, winners=winners)


def has_up(game: SurveyGame, seat: int, names: set[str]) -> bool:
    return any(tile.is_up and tile.id in names for tile in game.tiles[seat])


def outliers_of(played: Sequence[SurveyGame]) -> Outliers:
    return find_outliers(figures(played))


def where(found: Outliers) -> set[tuple[Measure, str, str]]:
    return {(finding.measure, finding.id, finding.tables) for finding in found.outliers}


def test_figures_of_a_mode_by_hand() -> None:
    for mode, entry in zip(MODES, even_figures().modes, strict=True):
        played = [game for game in even_games() if game.mode == entry.mode]
        assert (entry.mode, entry.games, entry.capped) == (str(mode), NUMBER, 0)
        totals = [game.totals[seat] for game in played for seat in game.people]
        assert entry.totals.mean is not None
        assert entry.totals.mean.value == pytest.approx(fmean(totals), abs=1e-4)
        assert entry.totals.mean.games == NUMBER  # not once for each seat
        assert [entry.totals.q1, entry.totals.median, entry.totals.q3] == quantiles(
            totals, method="inclusive"
        )
        assert entry.turns.largest == max(game.turns for game in played)
        assert entry.sources["track"] == entry.totals.mean
        if mode.is_solo:
            assert entry.seats == []
            assert entry.ivan is not None
            assert entry.ivan.largest == max(game.totals[1] for game in played)
            assert entry.won is not None
            assert entry.won.value == pytest.approx(fmean(g.won(0) for g in played), abs=1e-4)
        else:
            assert (entry.ivan, entry.won) == (None, None)
            assert sum(seat.won.value for seat in entry.seats) == pytest.approx(1, abs=1e-3)
            first = fmean(game.totals[0] - fmean(game.totals) for game in played)
            assert entry.seats[0].ahead is not None
            assert entry.seats[0].ahead.value == pytest.approx(first, abs=1e-4)


def test_every_component_has_its_figures() -> None:
    assert even_figures().games == NUMBER
    tables = ["2", "3", "4", ALL, SOLO]
    assert [(entry.tables, entry.id) for entry in even_figures().influence] == [
        (table, card.id) for table in tables for card in EDITION.influence
    ]
    kinds = tile_kinds(EDITION)
    assert sorted(tile.id for tiles in kinds.values() for tile in tiles) == sorted(
        tile.id for tile in EDITION.workshop_tiles
    )
    assert [use.id for use in even_figures().uses] == list(kinds)
    assert len(even_figures().plans) == 3 * 4
    assert {entry.mark for entry in even_figures().plans} == {"reconstructed"}
    dice = next(use for use in even_figures().uses if use.id == "die-red")
    assert dice.mark == "printed and reconstructed"
    placed = [
        t.is_up for g in even_games() for s in g.tiles for t in s if t.id in ("die-red", "die-red*")
    ]
    assert dice.placed == pytest.approx(100 * len(placed) / len(even_games()), abs=0.1)
    assert dice.face_up is not None
    assert dice.face_up.value == pytest.approx(sum(placed) / len(placed), abs=1e-4)


def test_balanced_games_have_no_outliers() -> None:
    found = find_outliers(even_figures())
    assert (found.outliers, found.capped) == ([], {})
    assert found.intervals == 18 + 2 * 12 + 13 + 11 + 2 * 12  # solo has no marked tiles
    assert found.errors == 3.45


def test_an_influence_card_that_feeds_the_table() -> None:
    played = [richer(game, lambda game, _: 5 * ("C2" in game.influence)) for game in even_games()]
    found = figures(played)
    for tables in ("2", "3", "4", ALL, SOLO):
        entry = worth(found.influence, "C2", tables)
        assert entry.total is not None
        assert entry.total.low < 5 < entry.total.high
        assert entry.total.low > 3
    at = find_outliers(found)
    assert (Measure.CARD, "C2", ALL) in where(at)
    assert {entry[1] for entry in where(at)} <= {"C1", "C2", "C3"}  # the others lack it
    assert at.outliers[0].id == "C2"
    assert at.outliers[0].mark == "reconstructed, but sentences printed"
    solo = worth(found.influence, "C2", SOLO)
    assert solo.margin is not None
    assert solo.won is not None
    assert solo.margin.low > 2
    assert solo.won.low > 0


def test_tile_of_winners_is_an_outlier() -> None:
    names = {"gold"}
    played = [
        richer(game, lambda game, seat: 12 * has_up(game, seat, names)) for game in even_games()
    ]
    found = figures(played)
    four = [
        (fmean(holders) - game.mean, game)
        for game in played
        if game.mode.startswith("4")
        and (holders := [game.totals[s] for s in game.people if has_up(game, s, names)])
    ]
    entry = worth(found.tiles, "gold", "4")
    assert entry.total is not None
    assert entry.games == len(four)
    sides = [[a for a, game in four if game.mode == f"4-{side}"] for side in ("basic", "advanced")]
    assert entry.total.value == pytest.approx(fmean(map(fmean, sides)), abs=1e-4)
    assert entry.won is not None
    assert entry.won.low > 0.1
    assert {(Measure.TILE, "gold", ALL), (Measure.TILE, "gold", SOLO)} <= where(
        find_outliers(found)
    )


def ahead(figure: Estimate, by: float) -> Estimate:
    value, low, high = (round(part + by, 4) for part in (figure.value, figure.low, figure.high))
    return Estimate(value, low, high, figure.games)


def test_common_lead_of_all_tiles_is_not_an_outlier() -> None:
    """Who places many tiles is ahead; that is not the tile's doing."""
    tiles = [
        entry
        if entry.total is None
        else msgspec.structs.replace(entry, total=ahead(entry.total, 9))
        for entry in even_figures().tiles
    ]
    assert find_outliers(msgspec.structs.replace(even_figures(), tiles=tiles)).outliers == []


def test_a_tile_face_down_is_worth_nothing() -> None:
    down = [
        msgspec.structs.replace(
            game,
            tiles=tuple(
                tuple(PlacedTile(tile.id, False) for tile in tiles) for tiles in game.tiles
            ),
        )
        for game in even_games()
    ]
    found = figures(down)
    assert {entry.total for entry in found.tiles} == {None}
    assert {use.face_up and use.face_up.value for use in found.uses} == {0}


def test_tile_for_more_players_counts_only_there() -> None:
    assert worth(even_figures().tiles, "green-gem*", "2").total is None
    assert worth(even_figures().tiles, "green-gem*", "3").total is not None
    assert worth(even_figures().tiles, "green-gem*", ALL).total is not None


def test_long_and_rich_plans_are_outliers() -> None:
    played = [
        msgspec.structs.replace(game, turns=game.turns + 20 * (game.plan == (3, 3, 3, 3)))
        for game in even_games()
    ]
    assert where(outliers_of(played)) >= {
        (Measure.PLAN_TURNS, "3-3-3-3", "2"),
        (Measure.PLAN_TURNS, "3-3-3-3", SOLO),
    }
    played = [richer(game, lambda game, _: 7 * (game.plan == (4,) * 6)) for game in even_games()]
    assert where(outliers_of(played)) >= {(Measure.PLAN, "4-4-4-4-4-4", "4")}


def test_a_seat_that_wins_too_much() -> None:
    played = [
        richer(game, lambda game, seat: 8 * (seat == 2 and game.mode == "3-advanced"))
        for game in even_games()
    ]
    found = outliers_of(played)
    assert (Measure.SEAT, "2", "3-advanced") in where(found)
    assert {entry[2] for entry in where(found)} == {"3-advanced"}
    (third,) = [finding for finding in found.outliers if finding.id == "2"]
    assert third.value > 0.2
    assert third.low > 0.03


def test_tower_prestige_by_height() -> None:
    played = [
        msgspec.structs.replace(
            game, towers=tuple(tuple(height for height in game.plan) for _ in game.totals)
        )
        for game in even_games()
    ]
    for entry in figures(played).heights:
        assert entry.prestige is not None
        assert (entry.prestige.value, entry.prestige.low) == (int(entry.tables),) * 2


def test_capped_games_are_reported() -> None:
    capped = [msgspec.structs.replace(game, capped=True) for game in even_games()[:9]]
    assert outliers_of([*capped, *even_games()[9:]]).capped == {
        str(mode): 1 + (not n) for n, mode in enumerate(MODES)
    }


@pytest.mark.parametrize("number", [1, 2, 15])
def test_few_games_have_no_estimates(number: int) -> None:
    found = figures(even_games()[: 8 * number])
    assert found.games == number
    assert json_text(OutlierReport(found, find_outliers(found))).startswith('{\n "statistics"')


def test_the_limit_is_for_the_whole_interval() -> None:
    def finding(low: float, high: float) -> Finding:
        return Finding(Measure.CARD, "C1", "printed", ALL, (low + high) / 2, low, high)

    assert finding(1.1, 9).is_outlier
    assert finding(-9, -1.1).is_outlier
    assert not finding(0.9, 9).is_outlier
    assert not finding(-9, -0.9).is_outlier


@pytest.mark.parametrize(
    ("marks", "summary"),
    [
        ('mark = "printed"', "printed"),
        ('mark = "likely", marks = { sentences = "printed" }', "likely, but sentences printed"),
        (
            'mark = "reconstructed", marks = { actions = "likely", sentences = "printed" }',
            "reconstructed, but actions likely, sentences printed",
        ),
    ],
)
def test_the_summary_of_marks_names_parts_that_differ(marks: str, summary: str) -> None:
    given = 'mark = "reconstructed", marks = { sentences = "printed" }'
    box = parse_edition(edition_text("reconstructed-2020").replace(given, marks, 1))
    assert mark_summary(box, "craftsmen.C1") == summary
