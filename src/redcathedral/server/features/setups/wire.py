"""The HTTP requests and replies about set-ups."""

from msgspec import Struct

from redcathedral.server.core.wire.protocol import Table


class SetupInfo(Struct, frozen=True):
    """A set-up: its code, the number of players (1 against Ivan) and the key of the edition."""

    code: str
    players: int
    first_game: bool
    edition: str


class SetupExchange(Struct, frozen=True, forbid_unknown_fields=True):
    """A card of a set-up that the real box does not have, and the card that takes its place.

    ``code`` and ``edition`` are those of the set-up; ``missing`` is a row of that edition,
    ``entered`` a row of the edition of the request.
    """

    code: str
    edition: str
    missing: str
    entered: str


class SetupWish(Struct, frozen=True, forbid_unknown_fields=True):
    """A request for a random set-up; ``players`` is 1 for a game against Ivan.

    ``edition`` is a key; the default is the edition of new games.  With ``exchange``, the set-up is
    not random, but an earlier one with another card.
    """

    players: int
    first_game: bool = False
    edition: str | None = None
    exchange: SetupExchange | None = None


class SetupPart(Struct, frozen=True):
    """A step of the set-up, in words."""

    title: str
    lines: list[str]


class SetupTable(Struct, frozen=True):
    """A set-up for the physical game: as a table that is not stored, and in words."""

    setup: SetupInfo
    table: Table
    parts: list[SetupPart]
