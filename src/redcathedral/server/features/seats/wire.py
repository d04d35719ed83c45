"""The HTTP requests and replies about seats, links and bans."""

from msgspec import Struct

from redcathedral.box.vocabulary import Colour
from redcathedral.server.core.wire.lobby import Summary


class SitDown(Struct, frozen=True, forbid_unknown_fields=True):
    """A request to sit down, with the player's name."""

    name: str = ""


class SeatBot(Struct, frozen=True, forbid_unknown_fields=True):
    """A request to give an open seat to a bot."""

    bot: str


class LinkWish(Struct, frozen=True, forbid_unknown_fields=True):
    """A request for a new link to a seat, or for spectators; the old link ends.

    ``others`` says whether devices that already hold the seat keep it.
    """

    seat: Colour | None = None
    others: bool = True


class SeatLink(Struct, frozen=True):
    """A link to a seat, or for spectators.  Its secret cannot be read again later."""

    seat: Colour | None
    secret: str


class Invitation(Struct, frozen=True):
    """What a link leads to: a seat, or without one a place as a spectator.

    ``name`` is that of the present player; ``is_yours`` says whether this device holds the seat.
    """

    game: Summary
    seat: Colour | None
    name: str
    is_open: bool
    is_yours: bool


class Place(Struct, frozen=True):
    """The table and the seat of a player; a spectator has no seat."""

    id: str
    seat: Colour | None


class BanWish(Struct, frozen=True, forbid_unknown_fields=True):
    """A request of the host to ban the holder of a seat from the table."""

    seat: Colour


class Ban(Struct, frozen=True):
    """A ban of a device: the seat that it held, and when the ban started, in UTC."""

    id: str
    seat: Colour
    since: str


class MoveLink(Struct, frozen=True):
    """A link that gives another device the seats of this one, once and for some minutes."""

    secret: str
    minutes: int


class Moved(Struct, frozen=True):
    """The number of games with new seats of this device."""

    games: int
