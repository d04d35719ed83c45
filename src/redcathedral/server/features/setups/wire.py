"""Set-ups: that of a game by its code, and one for the box."""

from msgspec import Struct

from redcathedral.server.core.wire.protocol import Table


class SetupInfo(Struct, frozen=True):
    """A set-up: its code, how many people it is for (1 against Ivan), the edition's key."""

    code: str
    players: int
    first_game: bool
    edition: str


class SetupWish(Struct, frozen=True, forbid_unknown_fields=True):
    """The number of people for a drawn set-up, 1 for a game against Ivan.

    ``edition`` is a key; without one it is the edition of new games.
    """

    players: int
    first_game: bool = False
    edition: str | None = None


class SetupPart(Struct, frozen=True):
    """Things of one kind to lay out, in words."""

    title: str
    lines: list[str]


class SetupTable(Struct, frozen=True):
    """A set-up for the box on somebody's table: as a table that nobody keeps, and in words."""

    setup: SetupInfo
    table: Table
    parts: list[SetupPart]
