"""What the store keeps, as values.  Times are milliseconds since 1970 in UTC."""

from dataclasses import dataclass

from redcathedral.server.wire.edition import EditionRef


@dataclass(frozen=True, slots=True)
class EditionRow:
    """An edition with its file; a game keeps the one it was begun with."""

    head: EditionRef
    text: str


@dataclass(frozen=True, slots=True)
class TableStanding:
    """What the list of games tells without replaying one; ``picture`` is its JSON, or empty.

    ``flag`` is when the time of a clock of days is used up.
    """

    turn: int
    to_move: str
    over: str | None
    picture: str = ""
    flag: int | None = None


@dataclass(frozen=True, slots=True)
class NewGameRow:
    """A new game: the record it begins with, and what the list tells of it.

    ``seats`` are those of its header as JSON, without the ``names`` of people.  ``device`` is the
    one that began it, which holds all seats; ``at`` is when, now where it is not said.
    """

    base: str
    seats: str
    names: tuple[str, ...]
    standing: TableStanding
    actions: tuple[str, ...] = ()
    device: str | None = None
    at: int | None = None


@dataclass(frozen=True, slots=True)
class GameRow:
    """A table in the list: ``seats`` are those of its header as JSON, without names of people."""

    id: str
    created: int
    changed: int
    edition: EditionRef
    version: int  # how often it has changed
    standing: TableStanding
    seats: str
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A table with everything that rebuilds it: the record it began with, its actions and when.

    The record is without names of people.
    """

    row: GameRow
    base: str
    edition: EditionRow
    actions: tuple[str, ...]
    times: tuple[int, ...]
