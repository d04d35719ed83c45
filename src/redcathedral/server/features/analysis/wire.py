"""The message about the analysis of a game."""

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
    """A mistake of a seat after ``at`` decisions of the game.

    ``cost`` is the share of the win that it loses.  ``title`` describes the mistake, ``better``
    the best turn, and ``gains`` the effects of that turn.
    """

    seat: Colour
    at: int
    cost: float
    title: str
    better: str
    gains: list[Event]


class AnalysedTurn(Struct, frozen=True):
    """A turn from decision ``at`` to decision ``until``, and the chances after it, by seat.

    ``explanations`` are sentences about the changed chances and about luck.
    """

    number: int
    seat: Colour
    at: int
    until: int
    chances: list[Chance]
    mistakes: list[Mistake]
    explanations: list[str]


class Analysed(Struct, frozen=True):
    """The analysis so far: ``done`` of ``all`` turns; ``turns`` has those from ``since`` on.

    ``before`` are the chances at the start, empty without a result.  ``sums`` summarize the game of
    each seat once all turns are done.  ``measure`` explains the numbers.
    """

    progress: Progress
    done: int
    all: int
    since: int
    before: list[Chance]
    turns: list[AnalysedTurn]
    sums: list[str]
    measure: str
