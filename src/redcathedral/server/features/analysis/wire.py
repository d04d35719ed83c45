"""An analysis of a game, as a page is told it; names are written as in ``protocol``."""

from typing import Literal, TypeAlias

from msgspec import Struct

from redcathedral.box.vocabulary import Colour
from redcathedral.record.event import Event

Progress: TypeAlias = Literal["none", "working", "stopped", "failed", "done"]


class Chance(Struct, frozen=True):
    """A seat's share of the win, from 0 to 1, and half of its 95 % interval."""

    share: float
    error: float


class Mistake(Struct, frozen=True):
    """A mistake: whose, and after how many decisions of the game.

    ``cost`` is what it cost of the win; ``title`` says whose it was and that, ``better`` what the
    best turn would have been, and ``gains`` what that would have done.
    """

    seat: Colour
    at: int
    cost: float
    title: str
    better: str
    gains: list[Event]


class AnalysedTurn(Struct, frozen=True):
    """A turn: after how many decisions it began and ended, and the chances after it, by seat.

    ``told`` are what made them, and luck, in words.
    """

    number: int
    seat: Colour
    at: int
    until: int
    chances: list[Chance]
    mistakes: list[Mistake]
    told: list[str]


class Analysed(Struct, frozen=True):
    """What is known of a game: ``done`` of ``all`` turns, those from ``since`` on.

    ``before`` are the chances at the start, empty where nothing is known.  ``sums`` are what the
    whole game came to for each seat, in words, when it is done; ``measure`` says what the numbers
    are.
    """

    progress: Progress
    done: int
    all: int
    since: int
    before: list[Chance]
    turns: list[AnalysedTurn]
    sums: list[str]
    measure: str
