"""Statements about the game: what is measured is positive where the statement is true.

Random boxes have other cards and tiles, so a statement is about what a component does.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Final, TypeAlias

from redcathedral.box import vocabulary as v
from redcathedral.box.edition import Edition, WorkshopTile
from redcathedral.box.effects import ACTIVATE, PAY_PRESTIGE
from redcathedral.box.options import ADVANCED, BASIC, SIDES
from redcathedral.lab.arena import estimate
from redcathedral.lab.arena.survey import Mode
from tools.game_statistics import samples
from tools.game_statistics.survey import SurveyGame

SEVERAL: Final = (2, 3, 4)  # players
HIGH_TOWER: Final = 4  # cards


class PlayedGames:
    """Games with one edition, by mode."""

    def __init__(self, games: Iterable[SurveyGame], edition: Edition) -> None:
        self.tiles = {tile.id: tile for tile in edition.workshop_tiles}
        self.effects = {
            card.id: {action.effect for action in card.actions} for card in edition.influence
        }
        self._by_mode: defaultdict[str, list[SurveyGame]] = defaultdict(list)
        for game in games:
            self._by_mode[game.mode].append(game)

    def of(self, mode: Mode) -> list[SurveyGame]:
        """Return the games of a mode."""
        return self._by_mode[str(mode)]


Measure: TypeAlias = Callable[[PlayedGames], estimate.Estimate | None]
Amount: TypeAlias = Callable[[SurveyGame], float]
TileTest: TypeAlias = Callable[[WorkshopTile], bool]


@dataclass(frozen=True)
class Statement:
    """A statement, the unit of its measure, and the measure: None if there are too few games."""

    id: str
    text: str
    unit: str
    measure: Measure


def _modes(players: Sequence[int]) -> list[Mode]:
    return [Mode(number, side) for number in players for side in SIDES]


def _mean(players: Sequence[int], amount: Amount) -> Measure:
    """Measure the mean amount of games with these numbers of players."""
    return lambda played: estimate.mean(
        *([amount(game) for game in played.of(mode)] for mode in _modes(players))
    )


def _contrast(pairs: Sequence[tuple[Mode, Mode]], amount: Amount) -> Measure:
    """Measure the difference between the games of two modes, for several pairs of modes."""
    return lambda played: samples.difference(
        *(
            (
                [amount(game) for game in played.of(first)],
                [amount(game) for game in played.of(other)],
            )
            for first, other in pairs
        )
    )


def _sides(players: Sequence[int]) -> list[tuple[Mode, Mode]]:
    return [(Mode(number, BASIC), Mode(number, ADVANCED)) for number in players]


def _difference(pairs: Iterable[tuple[list[float], list[float]]]) -> estimate.Estimate | None:
    """Return the difference over the modes that have values of both kinds."""
    complete = [pair for pair in pairs if min(map(len, pair)) > 1]
    return samples.difference(*complete) if complete else None


def _with_effect(effect: int) -> Measure:
    """Measure the totals with an influence card of this effect, minus those without one."""

    def measure(played: PlayedGames) -> estimate.Estimate | None:
        def totals(mode: Mode, is_there: bool) -> list[float]:
            return [
                game.mean
                for game in played.of(mode)
                if any(effect in played.effects[card] for card in game.influence) == is_there
            ]

        return _difference((totals(mode, True), totals(mode, False)) for mode in _modes(SEVERAL))

    return measure


def _tiles(first: TileTest, other: TileTest) -> Measure:
    """Measure the lead of seats with a tile of the first kind face up, minus that of the other."""

    def measure(played: PlayedGames) -> estimate.Estimate | None:
        def leads(mode: Mode, is_kind: TileTest) -> list[float]:
            """Return the mean lead of the seats of each game."""
            by_game = (
                [
                    game.totals[seat] - game.mean
                    for seat in game.people
                    if any(
                        tile.is_up and is_kind(played.tiles[tile.id]) for tile in game.tiles[seat]
                    )
                ]
                for game in played.of(mode)
            )
            return [fmean(seats) for seats in by_game if seats]

        return _difference((leads(mode, first), leads(mode, other)) for mode in _modes(SEVERAL))

    return measure


def _is_common(tile: WorkshopTile) -> bool:
    return tile.resource is not None and tile.resource < v.GOLD


def _is_rare(tile: WorkshopTile) -> bool:
    return tile.resource is not None and v.GOLD <= tile.resource < v.RUBLE


def _gain_of_high_towers(game: SurveyGame) -> float:
    """Return the prestige for a card in high towers, minus that in low ones; 0 without both."""
    pays: dict[bool, list[float]] = {False: [], True: []}
    for tower, height in enumerate(game.plan):
        prestige = sum(seat[tower] for seat in game.towers) / height
        pays[height >= HIGH_TOWER].append(prestige)
    return fmean(pays[True]) - fmean(pays[False]) if all(pays.values()) else 0.0


STATEMENTS: Final = (
    Statement(
        "first-seat",
        "The first seat wins more than an even share.",
        "points",
        _mean(SEVERAL, lambda game: game.won(0) - 1 / len(game.totals)),
    ),
    Statement(
        "third-player",
        "A player has more prestige with three players than with two.",
        "prestige",
        _contrast([(Mode(3, side), Mode(2, side)) for side in SIDES], lambda game: game.mean),
    ),
    Statement(
        "basic-totals",
        "Players have more prestige with the basic side of the workshops.",
        "prestige",
        _contrast(_sides(SEVERAL), lambda game: game.mean),
    ),
    Statement(
        "basic-turns",
        "A game has fewer turns with the basic side.",
        "turns",
        _contrast(_sides(SEVERAL), lambda game: -game.turns),
    ),
    Statement(
        "ivan-loses",
        "The player wins most games against Ivan.",
        "points",
        _mean((1,), lambda game: game.won(0) - 0.5),
    ),
    Statement(
        "ivan-basic",
        "The player has a greater lead over Ivan with the basic side.",
        "prestige",
        _contrast(_sides((1,)), lambda game: game.margin),
    ),
    Statement(
        "towers",
        "Towers pay more than the track, with three or four players.",
        "prestige",
        _mean(
            (3, 4),
            lambda game: fmean(sum(game.towers[seat]) - game.track[seat] for seat in game.people),
        ),
    ),
    Statement(
        "high-towers",
        "A card pays more in a tower of four or more cards than in a lower one.",
        "prestige",
        _mean(SEVERAL, _gain_of_high_towers),
    ),
    Statement(
        "gold-tiles",
        "Owners of a workshop tile for gold or a gem lead by more than those of one for wood, "
        "brick or stone.",
        "prestige",
        _tiles(_is_rare, _is_common),
    ),
    Statement(
        "die-tiles",
        "Owners of a workshop tile with a die lead by more than those of one for wood, brick or "
        "stone.",
        "prestige",
        _tiles(lambda tile: tile.die is not None, _is_common),
    ),
    Statement(
        "ruble-tiles",
        "Owners of a workshop tile for rubles lead by less than those of one for wood, brick or "
        "stone.",
        "prestige",
        _tiles(_is_common, lambda tile: tile.resource == v.RUBLE),
    ),
    Statement(
        "prestige-for-rubles",
        "Players have more prestige with an influence card that sells prestige.",
        "prestige",
        _with_effect(PAY_PRESTIGE),
    ),
    Statement(
        "activation",
        "Players have more prestige with an influence card that activates a workshop tile.",
        "prestige",
        _with_effect(ACTIVATE),
    ),
)
