"""The values that the store reads and writes.  Times are in milliseconds since 1970."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, TypeAlias

from redcathedral.box.vocabulary import Colour
from redcathedral.server.core.wire.edition import EditionRef
from redcathedral.server.core.wire.protocol import Access

SPECTATOR_SEAT: Final = -1  # the seat number of spectators
HOST_SEAT: Final = -2  # the seat number of the host
LOCAL_ACCESS: Final = "house"  # the access to local tables, by its stored name

# Further writes in the transaction of an action, with the store's transaction, the id of the
# action's table and the time.
RowEffect: TypeAlias = Callable[[Any, str, int], None]


@dataclass(frozen=True, slots=True)
class EditionRow:
    """An edition and the text of its file; a game keeps the edition that it began with."""

    head: EditionRef
    text: str


@dataclass(frozen=True, slots=True)
class TableStanding:
    """A position in the list; ``picture`` is JSON, ``flag`` when a correspondence clock expires."""

    turn: int
    to_move: str
    over: str | None
    picture: str
    flag: int | None = None
    open_seats: int = 0


@dataclass(frozen=True, slots=True)
class NewGameRow:
    """A new game.

    ``base`` is the record at the start.  ``seats`` are the seats of the header as JSON, without
    names.  ``device`` holds the seats ``held``.
    """

    base: str
    seats: str
    names: tuple[str, ...]
    standing: TableStanding
    actions: tuple[str, ...] = ()
    device: str | None = None
    held: tuple[int, ...] = ()
    access: Access = LOCAL_ACCESS
    at: int | None = None


@dataclass(frozen=True, slots=True)
class PreviousGame:
    """The game before a rematch; ``seats`` has the player's old seat for each new seat."""

    game: str
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GameRow:
    """A table in the list; ``seats`` are the header's as JSON, without the names of people."""

    id: str
    created: int
    changed: int
    edition: EditionRef
    version: int  # the number of actions
    standing: TableStanding
    seats: str
    names: tuple[str, ...]
    rights: "Rights"
    rematch: str | None = None  # the id of the rematch, if there is one


@dataclass(frozen=True, slots=True)
class Rights:
    """The access to a table, and the devices that hold its places: seats, host and spectators.

    ``holders`` has the devices by seat.  At a table with LOCAL_ACCESS, every local visitor plays
    the seats of all people.  Only devices with a place see a private table.
    """

    access: Access = LOCAL_ACCESS
    holders: Mapping[int, frozenset[str]] = field(default_factory=dict)
    banned: frozenset[str] = frozenset()  # devices; empty in lists of games

    def held_by(self, device: str) -> frozenset[int]:
        return frozenset(
            seat for seat, devices in self.holders.items() if seat >= 0 and device in devices
        )

    def held_by_others(self, device: str) -> frozenset[int]:
        return frozenset(
            seat for seat, devices in self.holders.items() if seat >= 0 and device not in devices
        )

    def is_host(self, device: str) -> bool:
        return device in self.holders.get(HOST_SEAT, ())

    def hosts_without(self, devices: frozenset[str]) -> frozenset[str]:
        """Return the other hosts, or the first seat's other devices, which then become hosts."""
        seats = [HOST_SEAT, *sorted(seat for seat in self.holders if seat >= 0)]
        others = (self.holders.get(seat, frozenset()) - devices for seat in seats)
        return next(filter(None, others), frozenset())

    def has_place(self, device: str) -> bool:
        return any(device in devices for devices in self.holders.values())


class VisibleTo(NamedTuple):
    """A filter for the games that a device may see; local ones also see local games."""

    device: str
    is_local: bool


EVERYTHING: Final = VisibleTo("", True)  # all games


class ListPlace(NamedTuple):
    """The last game on a page of the list, after which the next page starts."""

    changed: int
    game: str


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A table as it is stored: the record at its start without names, and all actions."""

    row: GameRow
    base: str
    edition: EditionRow
    actions: tuple[str, ...]
    times: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SeatChange:
    """A change of a seat.

    The devices ``holders`` get the seat; with ``replaces_holders`` all other devices lose it.
    ``link`` is the hash of a new link's secret; ``drops_link`` deletes the old link.  ``bans`` are
    devices to ban from the table, or from the server if ``everywhere`` is the seat's color;
    ``unban`` is the id of a ban to delete.
    """

    seat: int
    holders: tuple[str, ...] = ()
    replaces_holders: bool = False
    name: str | None = None
    link: str | None = None
    drops_link: bool = False
    bans: tuple[str, ...] = ()
    everywhere: Colour | None = None
    unban: str | None = None


@dataclass(frozen=True, slots=True)
class BanRow:
    """A ban from a table: the seat that the device held, and when the ban started."""

    id: str
    seat: int
    at: int


@dataclass(frozen=True, slots=True)
class ServerBanRow:
    """A ban of a device from the server: the color of its seat, and when the ban started."""

    device: str
    id: str
    colour: Colour
    at: int


@dataclass(frozen=True, slots=True)
class ActionRow:
    """An action of a table, with the ``version`` and ``standing`` of the table after it.

    ``at`` is the time of the action, by default now.  ``seats`` are changes of seats, and
    ``effects`` are further writes in the same transaction.
    """

    game: str
    version: int
    data: str
    standing: TableStanding
    at: int | None = None
    seats: tuple[SeatChange, ...] = ()
    effects: tuple[RowEffect, ...] = ()
