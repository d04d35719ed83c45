"""What is asked and answered about who sits at a table."""

from msgspec import Struct

from redcathedral.box.vocabulary import Colour
from redcathedral.server.core.wire.lobby import Summary


class SitDown(Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody sits down, by this name."""

    name: str = ""


class SeatBot(Struct, frozen=True, forbid_unknown_fields=True):
    """A bot sits down at an open seat."""

    bot: str


class LinkWish(Struct, frozen=True, forbid_unknown_fields=True):
    """A new link to a seat, or without one for spectators; the old one ends.

    ``others``: devices that hold the seat already keep it.
    """

    seat: Colour | None = None
    others: bool = True


class SeatLink(Struct, frozen=True):
    """What opens a seat, or the place of spectators: the secret is told this once."""

    seat: Colour | None
    secret: str


class Invitation(Struct, frozen=True):
    """What a link opens: a seat, or without one the place of spectators.

    ``name`` is who sits there already; ``is_yours``: this device holds it.
    """

    game: Summary
    seat: Colour | None
    name: str
    is_open: bool
    is_yours: bool


class Place(Struct, frozen=True):
    """Where somebody has sat down; without a seat they look on."""

    id: str
    seat: Colour | None


class BanWish(Struct, frozen=True, forbid_unknown_fields=True):
    """Ban the holder of this seat from the table; only the host may."""

    seat: Colour


class Ban(Struct, frozen=True):
    """A device that is banned from a table: the seat that it held, and the start in UTC."""

    id: str
    seat: Colour
    since: str


class MoveLink(Struct, frozen=True):
    """What takes the seats of this device to another one, once; it ends after so many minutes."""

    secret: str
    minutes: int


class Moved(Struct, frozen=True):
    """So many games have come to this device."""

    games: int
