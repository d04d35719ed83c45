"""What the store keeps, as values.  Times are milliseconds since 1970 in UTC."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple, TypeAlias

from sqlalchemy import Connection

from redcathedral.server.core.wire.edition import EditionRef
from redcathedral.server.core.wire.protocol import Access

SPECTATOR: Final = -1  # the place of who watches
HOST: Final = -2  # and of who set the table up

# Further writes in the transaction of an action, with the id of its table and the time.
RowEffect: TypeAlias = Callable[[Connection, str, int], None]


@dataclass(frozen=True, slots=True)
class EditionRow:
    """An edition with its file; a game keeps the one it was begun with."""

    head: EditionRef
    text: str


@dataclass(frozen=True, slots=True)
class TableStanding:
    """The list's data of a game; ``flag`` is the end of its clock of days, ``picture`` is JSON."""

    turn: int
    to_move: str
    over: str | None
    picture: str
    flag: int | None = None
    open_seats: int = 0


@dataclass(frozen=True, slots=True)
class NewGameRow:
    """A new game: ``seats`` of its header as JSON without names, ``held`` those of the device."""

    base: str
    seats: str
    names: tuple[str, ...]
    standing: TableStanding
    actions: tuple[str, ...] = ()
    device: str | None = None
    held: tuple[int, ...] = ()
    access: Access = "house"
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
    rights: "Rights"
    rematch: str | None = None  # the game that was begun after it


@dataclass(frozen=True, slots=True)
class ChatRow:
    """What a seat has said; numbers grow with every line of a game."""

    number: int
    at: int
    seat: int
    text: str


@dataclass(frozen=True, slots=True)
class EarlierChat:
    """The chat of an earlier game, ``back`` games ago, and the rights to that game."""

    back: int
    rights: "Rights"
    lines: list[ChatRow]


@dataclass(frozen=True, slots=True)
class NoteRow:
    """What a seat has noted for itself, and how often that was written."""

    number: int
    text: str


@dataclass(frozen=True, slots=True)
class Rights:
    """Who may what at a table; ``holders`` are the devices of seats, of ONLOOKER and of HOST.

    In the ``house`` everybody who is let in plays any person's seat; a ``private`` table is for
    those who hold a place there; a ``public`` one may be watched by all.
    """

    access: Access = "house"
    holders: Mapping[int, frozenset[str]] = field(default_factory=dict)
    banned: frozenset[str] = frozenset()  # devices; lists do not read it

    def held_by(self, device: str) -> frozenset[int]:
        return frozenset(seat for seat, who in self.holders.items() if seat >= 0 and device in who)

    def held_by_others(self, device: str) -> frozenset[int]:
        return frozenset(
            seat for seat, who in self.holders.items() if seat >= 0 and device not in who
        )

    def is_host(self, device: str) -> bool:
        return device in self.holders.get(HOST, ())

    def is_known(self, device: str) -> bool:
        return any(device in who for who in self.holders.values())


class VisibleTo(NamedTuple):
    """The games of which is asked: those that a device may know of, with all of the house."""

    device: str
    is_local: bool


EVERYTHING: Final = VisibleTo("", True)  # for nobody in particular


class ListPlace(NamedTuple):
    """Where a page of the list of games ends: when its last game was changed, and which it is."""

    changed: int
    game: str


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A table's first record, without names, and its actions with their times."""

    row: GameRow
    base: str
    edition: EditionRow
    actions: tuple[str, ...]
    times: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SeatChange:
    """A change of a seat: ``holders`` are added; with ``lets_go`` all other devices lose the seat.

    ``link`` is the hash of the new link's secret, where ``drops_link`` the old one ends.  ``bans``
    are devices that are banned from the table, ``unban`` is the id of a ban that ends.
    """

    seat: int
    holders: tuple[str, ...] = ()
    lets_go: bool = False
    name: str | None = None
    link: str | None = None
    drops_link: bool = False
    bans: tuple[str, ...] = ()
    unban: str | None = None


@dataclass(frozen=True, slots=True)
class BanRow:
    """A ban from a table: the seat that the device held, and the start of the ban."""

    id: str
    seat: int
    at: int


@dataclass(frozen=True, slots=True)
class ActionRow:
    """An action that leads a table to a ``version``, and how the table stands then.

    ``at`` is its time, by default now; ``seats`` are changes of seats, ``effects`` further writes
    in the same transaction.
    """

    game: str
    version: int
    data: str
    standing: TableStanding
    at: int | None = None
    seats: tuple[SeatChange, ...] = ()
    effects: tuple[RowEffect, ...] = ()
