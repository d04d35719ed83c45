"""The HTTP replies with the games and statistics of one person on one device."""

from typing import Literal, TypeAlias

from msgspec import Struct

from redcathedral.box.options import BoardSide
from redcathedral.box.vocabulary import Colour
from redcathedral.server.core.wire.lobby import ResultRow, Summary

Result: TypeAlias = Literal["won", "shared", "lost", "undecided"]
# Why a finished game does not count in the statistics.
Excluded: TypeAlias = Literal[
    "hinted", "loaded", "own-dice", "unrolled", "gave-up", "stand-in", "agreed", "twice"
]
Which: TypeAlias = Literal["all", "running", "over", "won", "lost"]


class MyName(Struct, frozen=True):
    """A name of a person on this device, which may be empty, and the number of their games."""

    name: str
    games: int


class MyGame(Struct, frozen=True):
    """A game in the list, with the result of the person's seat; None while the game runs."""

    game: Summary
    seat: Colour
    result: Result | None
    total: int | None
    excluded: Excluded | None


class MyGames(Struct, frozen=True):
    """A page of the list of games, the last changed first; pages are counted from 1."""

    games: list[MyGame]
    found: int
    page: int
    pages: int


class GamesTally(Struct, frozen=True):
    """The games, the victories (1/n if n players share one), and the mean and best total."""

    games: int
    won: float
    mean: float
    best: int


class LevelTally(Struct, frozen=True):
    """The games in which this was the strongest bot."""

    bot: str
    tally: GamesTally


class ModeTally(Struct, frozen=True):
    """The games with this number of players and this side of the person's workshop board.

    A game against Ivan has 1 player.  ``track``, ``goods`` and ``towers`` are the mean prestige
    from each source (R7.2 to R7.5).
    """

    players: int
    side: BoardSide
    tally: GamesTally
    track: float
    goods: float
    towers: float


class MyRating(Struct, frozen=True):
    """The rating in games with this number of players, and its 95 % interval.

    The scale is that of the bots.  The rating needs ``least`` games against rated bots.
    """

    players: int
    games: int
    least: int
    rating: int | None
    low: int | None
    high: int | None


class MyStatistics(Struct, frozen=True):
    """The statistics of a person, and the numbers of counted and excluded finished games."""

    counted: int
    excluded: int
    levels: list[LevelTally]
    modes: list[ModeTally]
    ratings: list[MyRating]


class SamePeople(Struct, frozen=True):
    """The results of the games with the same people and bots.

    ``last`` has the winners of the last games, the latest first; ``game`` is the id of the latest.
    """

    rows: list[ResultRow]
    last: list[list[str]]
    game: str
