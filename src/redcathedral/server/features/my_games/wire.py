"""The games of one person on one device: the list, and what they come to."""

from typing import Literal, TypeAlias

from msgspec import Struct

from redcathedral.box.options import BoardSide
from redcathedral.box.vocabulary import Colour
from redcathedral.server.core.wire.lobby import Summary

Result: TypeAlias = Literal["won", "shared", "lost", "undecided"]
# Why a game that is over does not count.
Excluded: TypeAlias = Literal[
    "hinted", "loaded", "own-dice", "unrolled", "gave-up", "stand-in", "agreed", "twice"
]
Which: TypeAlias = Literal["all", "running", "over", "won", "lost"]


class MyName(Struct, frozen=True):
    """A name somebody has played by on this device, empty for none, and in how many games."""

    name: str
    games: int


class MyGame(Struct, frozen=True):
    """A game in the list, and how it went for the ``seat``; nothing of this while it goes on."""

    game: Summary
    seat: Colour
    result: Result | None
    total: int | None
    excluded: Excluded | None


class MyGames(Struct, frozen=True):
    """A page of the list, counted from 1, the games changed last before the others."""

    games: list[MyGame]
    found: int
    page: int
    pages: int


class GamesTally(Struct, frozen=True):
    """Games that count: what was won of them, a shared victory by n as 1/n; mean and best total."""

    games: int
    won: float
    mean: float
    best: int


class LevelTally(Struct, frozen=True):
    """Games in which this was the strongest bot."""

    bot: str
    tally: GamesTally


class ModeTally(Struct, frozen=True):
    """Games of so many people and bots, 1 against Ivan, with this side of the own workshops.

    ``track``, ``goods`` and ``towers`` are where the prestige came from, in the mean (R7.2-R7.5).
    """

    players: int
    side: BoardSide
    tally: GamesTally
    track: float
    goods: float
    towers: float


class MyRating(Struct, frozen=True):
    """Points on the ladder's scale at tables of so many, with the 95 % interval.

    None of this while there are fewer than ``least`` games against bots with ratings.
    """

    players: int
    games: int
    least: int
    rating: int | None
    low: int | None
    high: int | None


class MyStatistics(Struct, frozen=True):
    """What the games come to; ``excluded`` are over and do not count."""

    counted: int
    excluded: int
    levels: list[LevelTally]
    modes: list[ModeTally]
    ratings: list[MyRating]


class SaidLine(Struct, frozen=True):
    """A line of the chat, and when it was said in milliseconds since 1970."""

    at: int
    text: str


class Written(Struct, frozen=True):
    """What a person has said and noted at a table."""

    said: list[SaidLine]
    note: str
