"""The figure of a statement is positive where it was made true, and negative where it was not."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import msgspec
import pytest

from redcathedral.lab.arena.estimate import Estimate
from tests.tools.game_statistics.surveys import EDITION, games, settings
from tools.game_statistics.samples import interval
from tools.game_statistics.survey import SurveyGame
from tools.random_boxes.measure import BoxFigures, Tally, figures_of, tally
from tools.random_boxes.statements import STATEMENTS

EVEN = games(settings(), 80)
IDS = [statement.id for statement in STATEMENTS]
Change = Callable[[SurveyGame, int], SurveyGame]
structs = msgspec.structs


def richer(is_seat: Callable[[SurveyGame, int], bool]) -> Change:
    """Give these seats more prestige, or less."""

    def change(game: SurveyGame, sign: int) -> SurveyGame:
        totals = tuple(
            total + 12 * sign * is_seat(game, seat) if seat in game.people else total
            for seat, total in enumerate(game.totals)
        )
        return structs.replace(game, totals=totals)

    return change


def owner(*starts: str) -> Change:
    """Change seats with a tile face up whose name begins like this."""
    return richer(
        lambda game, seat: any(
            tile.is_up and tile.id.startswith(starts) for tile in game.tiles[seat]
        )
    )


def winner(game: SurveyGame, sign: int) -> SurveyGame:
    return structs.replace(game, winners=(0 if sign > 0 else 1,))


def turns(game: SurveyGame, sign: int) -> SurveyGame:
    return structs.replace(game, turns=game.turns - 20 * sign * ("basic" in game.mode))


def towers(game: SurveyGame, sign: int) -> SurveyGame:
    prestige = tuple(99 if sign > 0 else 0 for _ in game.plan)
    return structs.replace(game, towers=(prestige,) * len(game.totals))


def high_towers(game: SurveyGame, sign: int) -> SurveyGame:
    prestige = tuple(height * (2 + sign * (height >= 4)) for height in game.plan)
    return structs.replace(game, towers=(prestige,) * len(game.totals))


COMMON = ("wood", "brick", "stone")
CHANGES: dict[str, Change] = {
    "first-seat": winner,
    "third-player": richer(lambda game, _: game.mode.startswith("3")),
    "basic-totals": richer(lambda game, _: "basic" in game.mode),
    "basic-turns": turns,
    "ivan-loses": winner,
    "ivan-basic": richer(lambda game, _: "basic" in game.mode),
    "towers": towers,
    "high-towers": high_towers,
    "gold-tiles": owner("gold", "green-gem", "purple-gem"),
    "die-tiles": owner("die-"),
    "ruble-tiles": lambda game, sign: owner("ruble")(game, -sign),
    "prestige-for-rubles": richer(lambda game, _: "K1" in game.influence),
    "activation": richer(lambda game, _: "M3" in game.influence),
}


@cache
def even_figures() -> list[Estimate | None]:
    return figures_of(EVEN, EDITION)


@pytest.mark.parametrize("name", IDS)
def test_a_statement_that_was_made_true_or_false(name: str) -> None:
    number = IDS.index(name)
    for sign in (-1, 1):
        changed = figures_of([CHANGES[name](game, sign) for game in EVEN], EDITION)[number]
        assert changed is not None
        assert sign * changed.value > 0
        assert changed.low * changed.high > 0


def test_without_a_change_there_is_no_effect() -> None:
    """The intervals have 3.5 standard errors, because one of many is often wrong by chance."""
    found = dict(zip(IDS, even_figures(), strict=True))
    assert found.pop("towers") is not None  # there is no prestige of towers in these games
    for figure in found.values():
        assert figure is not None
        low, high = interval(figure, 3.5)
        assert low <= 0 <= high


def test_without_such_components_there_is_no_figure() -> None:
    """Nobody has a tile, and all cards of a guild are the same."""
    bare = [
        structs.replace(game, tiles=((),) * len(game.totals), influence=("C1", "T1", "M1", "K1"))
        for game in EVEN
    ]
    found = dict(zip(IDS, figures_of(bare, EDITION), strict=True))
    absent = {name for name, figure in found.items() if figure is None}
    assert absent == {*IDS[IDS.index("gold-tiles") :]}


def test_few_games_have_no_figure() -> None:
    assert figures_of(EVEN[:8], EDITION) == [None] * len(IDS)


def test_boxes_are_counted() -> None:
    figures = [None, Estimate(1, 0.5, 2, 20), Estimate(1, -1, 3, 20), Estimate(-1, -2, -0.5, 20)]
    boxes = [BoxFigures(number, [figure]) for number, figure in enumerate(figures)]
    assert tally(boxes, 0) == Tally(measured=3, holds=2, undecided=1)
