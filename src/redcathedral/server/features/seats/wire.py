"""The HTTP requests and replies about seats, links and bans."""

from msgspec import Struct

from redcathedral.box.vocabulary import Colour
from redcathedral.server.core.wire.lobby import Summary


class SitDown(Struct, frozen=True, forbid_unknown_fields=True):
    """A request to sit down, with the player's name."""

    name: str = ""


class SeatBot(Struct, frozen=True, forbid_unknown_fields=True):
    """A request of the host to give an open seat to a bot."""

    bot: str


class LinkWish(Struct, frozen=True, forbid_unknown_fields=True):
    """A request for a new link, which replaces the old one; without ``seat`` it is for spectators.

    If ``others`` is False, other devices lose the seat.
    """

    seat: Colour | None = None
    others: bool = True


class SeatLink(Struct, frozen=True):
    """A link to a seat, or for spectators; the server shows its secret only once."""

    seat: Colour | None
    secret: str


class Invitation(Struct, frozen=True):
    """The table and the seat of a link; without ``seat`` the link is for spectators.

    ``name`` is the name of the present player, and ``host`` a seat of the host.  ``is_yours`` says
    whether this device holds the seat already.
    """

    game: Summary
    seat: Colour | None
    name: str
    is_open: bool
    is_yours: bool
    host: Colour | None = None


class Place(Struct, frozen=True):
    """The id of a table and the seat of a player there; None for a spectator."""

    id: str
    seat: Colour | None


class BanWish(Struct, frozen=True, forbid_unknown_fields=True):
    """A request of the host to ban the holder of a seat from the table.

    With ``everywhere``, a local visitor bans a guest from the whole server instead.
    """

    seat: Colour
    everywhere: bool = False


class Ban(Struct, frozen=True):
    """A ban of a device: the seat of the device, and the start of the ban in UTC."""

    id: str
    seat: Colour
    since: str


class MoveLink(Struct, frozen=True):
    """A link that works once, for some minutes: it gives the seats of a device to another one."""

    secret: str
    minutes: int


class Moved(Struct, frozen=True):
    """The number of games in which this device got seats."""

    games: int
