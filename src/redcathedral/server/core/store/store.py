"""The interface of the store of games, whose methods are each one transaction.

A server has a database (``server.sql``), a page without a server the browser (``server.local``).
"""

from collections.abc import Callable, Collection, Sequence
from typing import Protocol, TypeVar

from redcathedral.server.core.store import rows
from redcathedral.server.core.wire.edition import EditionRef
from redcathedral.server.core.wire.lobby import GameKind

Part = TypeVar("Part")


class EditionStore(Protocol):
    """The part of a store with the files of editions."""

    def add(self, row: rows.EditionRow) -> None:
        """Store an edition, if it is not there yet."""

    def all(self) -> list[EditionRef]:
        """Return all editions without their texts."""

    def find(self, key: str) -> rows.EditionRow | None: ...

    def remove(self, key: str) -> None:
        """Delete an edition; raises Conflict if a game uses it."""


class NetworkUses(Protocol):
    """The part of a store that counts what guests from a network address use."""

    def keys(self, network: str, kind: str) -> set[str]:
        """Return the keys of the uses of a kind that still count."""

    def add(
        self, network: str, kind: str, key: str, seconds: float, limit: int | None = None
    ) -> bool:
        """Store a use, which counts for some seconds; return False if the limit is reached."""


class SeatStore(Protocol):
    """The part of a store with seats, and with links to seats, whose secrets are hashed."""

    def rights(self, table_id: str) -> rows.Rights | None:
        """Return the rights at a table, None if there is no such table."""

    def release(
        self, table_id: str, device: str, places: Sequence[int], named: Collection[int]
    ) -> None:
        """Remove a device from places at a table, and delete the names of the ``named`` seats."""

    def count_waiting(self, devices: Collection[str]) -> dict[str, int]:
        """Count each device's seats in games that have not begun, except games that it hosts."""

    def link(self, secret: str) -> tuple[str, int] | None: ...

    def bans(self, table_id: str) -> list[rows.BanRow]: ...

    def server_bans(self) -> list[rows.ServerBanRow]: ...

    def lift_server_ban(self, ban_id: str) -> None: ...

    def add_device_link(self, secret: str, device: str, until: int) -> None:
        """Store a link that gives another device the seats of this one."""

    def move_to_device(self, secret: str, device: str) -> list[str]:
        """Give a device the seats of the device that made a link; return the games.

        The link works once.  A game that has banned one of the devices is skipped.  Raises
        UnknownTable for an unknown or expired link, and Conflict for a link of the same device.
        """

    def remove_device_links(self, device: str) -> None: ...


class Store(Protocol):
    """Stored games.  One thread writes; others may read lists at the same time.

    The methods raise StoreError, and Conflict if another program was faster.
    """

    seats: SeatStore
    editions: EditionStore
    network_uses: NetworkUses

    def close(self) -> None: ...

    def part(self, kind: Callable[..., Part]) -> Part:
        """Return the part of a feature, which stores its data in this store."""

    def add(
        self,
        table_id: str,
        game: rows.NewGameRow,
        edition: rows.EditionRow,
        previous: rows.PreviousGame | None = None,
    ) -> None:
        """Store a new game, which may be the rematch of a previous one.

        Raises Conflict if the id is taken, or the previous game was deleted or has a rematch.
        """

    def append(self, action: rows.ActionRow) -> None:
        """Store one action; raises its problem."""
        (problem,) = self.append_all([action])
        if problem is not None:
            raise problem

    def append_all(self, actions: Sequence[rows.ActionRow]) -> list[Exception | None]:
        """Store actions of several tables in one transaction; return the problem of each.

        If one action cannot be written, all are written one by one; if the store fails, none is.
        """

    def actions_after(self, table_id: str, version: int) -> list[tuple[str, int]]:
        """Return the later actions of a table, with their times in milliseconds.

        Raises UnknownTable, and BrokenTable if the table is at an earlier version.
        """

    def expired(self, at: int, limit: int) -> list[str]:
        """Return tables whose correspondence clock has expired, the earliest first."""

    def rematch(self, table_id: str) -> str | None: ...

    def games(
        self,
        kind: GameKind,
        since: int,
        limit: int,
        last_place: rows.ListPlace | None = None,
        visible_to: rows.VisibleTo = rows.EVERYTHING,
    ) -> list[rows.GameRow]:
        """Return a page of games, the last changed first; running games have changed ``since``."""

    def game(self, table_id: str) -> rows.GameRow | None:
        """Return a game as the list shows it."""

    def counts(
        self, since: int, visible_to: rows.VisibleTo = rows.EVERYTHING
    ) -> dict[GameKind, int]: ...

    def games_of(self, device: str, *, seated: bool = True) -> list[rows.GameRow]:
        """Return the games in which a device has a seat, or without ``seated`` any place."""

    def load(self, table_id: str) -> rows.StoredGame:
        """Return a game with all its actions; raises UnknownTable or BrokenTable."""

    def remove(self, table_id: str) -> None:
        """Delete a game, even if there is no space left; raises UnknownTable."""
