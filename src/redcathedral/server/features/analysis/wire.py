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


class ListedMistake(Struct, frozen=True):
    """A costly mistake of a seat after ``at`` decisions of the game, in turn ``number``.

    ``title`` says whose it was and what it lost, ``played`` and ``better`` are the turn played and
    the best one, and ``gains`` the effects of the best one.  ``task`` is the id of the task
    to find a better turn, if there is one.
    """

    seat: Colour
    number: int
    at: int
    title: str
    played: str
    better: str
    gains: list[Event]
    task: str | None


class AnalysedTurn(Struct, frozen=True):
    """A turn from decision ``at`` to decision ``until``, and the chances after it, by seat.

    ``explanations`` are sentences about the changed chances and about luck.
    """

    number: int
    at: int
    until: int
    chances: list[Chance]
    explanations: list[str]


class Analysed(Struct, frozen=True):
    """The analysis so far.

    A first pass judges all turns, ``first_done`` of ``all``.  Then ``done`` turns are judged
    precisely, which takes about ``seconds`` more, if known.  If the ``version`` of the results is
    that of the request, the fields after it are empty.  The ``headline`` comes after the first
    pass.  Mistakes of the reader are before those of others, the greatest first.  ``before`` are
    the chances at the start.  ``sums`` summarize the game of each seat at the end.  ``measure``
    explains the numbers.
    """

    progress: Progress
    first_done: int
    done: int
    all: int
    seconds: int | None
    version: int
    headline: str
    mistakes: list[ListedMistake]
    before: list[Chance]
    turns: list[AnalysedTurn]
    sums: list[str]
    measure: str
