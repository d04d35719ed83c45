"""Lists, loads and creates the stored games."""

import asyncio
import logging
import re
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import Final, NamedTuple

import msgspec

from redcathedral.box import Edition
from redcathedral.server.core import stored_table
from redcathedral.server.core.api_error import ApiError
from redcathedral.server.core.cluster import Cluster
from redcathedral.server.core.editions import Editions
from redcathedral.server.core.new_game import set_up
from redcathedral.server.core.opponents import Opponents
from redcathedral.server.core.overrides import Overrides
from redcathedral.server.core.store.problem import StoreError, UnknownTable
from redcathedral.server.core.store.rows import (
    EditionRow,
    GameRow,
    ListPlace,
    NewGameRow,
    PreviousGame,
    Rights,
    VisibleTo,
)
from redcathedral.server.core.store.time import now
from redcathedral.server.core.store_thread import StoreThread
from redcathedral.server.core.visitor import Guests, Visitor
from redcathedral.server.core.wire.lobby import GameKind, GamePage, NewTable, Summary
from redcathedral.server.core.wire.protocol import Access
from redcathedral.text.catalog import DEFAULT_LANGUAGE

LOG: Final = logging.getLogger(__name__)
GAMES_PER_PAGE: Final = 50
ARCHIVE_AGE_MILLISECONDS: Final = 30 * 24 * 3600 * 1000  # 30 days
TABLE_ID_PATTERN: Final = re.compile(r"[A-Za-z0-9_-]{1,32}")


class HeldTable(NamedTuple):
    """A game in which this device holds a seat, and the seats that only other devices hold."""

    game: Summary
    sources: Sequence[stored_table.PrestigeSources]
    other_seats: frozenset[int] = frozenset()


class GameRepository:
    """All stored games.

    Await the coroutines in the event loop.  Call ``games`` and ``games_of`` in the store's reading
    thread, and the other methods in its writing thread.
    """

    def __init__(
        self,
        thread: StoreThread,
        editions: Editions,
        opponents: Opponents,
        overrides: Overrides | None = None,
        cluster: Cluster | None = None,
        guests: Guests | None = None,
    ) -> None:
        self.thread = thread
        self.guests = guests or Guests()
        self.cluster = cluster or Cluster()
        self.editions = editions
        self.opponents = opponents
        self.overrides = overrides or Overrides()
        self.system_clock = self.overrides.system_clock
        self._store = thread.store
        self._seed = self.overrides.seed

    async def find(self, table_id: str) -> stored_table.LoadedTable:
        """Return a rebuilt table; raises StoreError, or ApiError if the table cannot be rebuilt."""
        _check_table_id(table_id)
        try:
            return await asyncio.to_thread(await self.thread.do(self.load, table_id))
        except UnknownTable:
            raise ApiError(404, "unknown-table") from None
        except (StoreError, ApiError):
            raise
        except Exception as error:
            LOG.exception("table %s cannot be rebuilt", table_id)
            reason = f"this table cannot be rebuilt: {error}"
            raise ApiError(409, "unreadable-table", reason) from None

    async def row(self, table_id: str) -> GameRow:
        _check_table_id(table_id)
        row = await self.thread.read(self._store.game, table_id)
        if row is None:
            raise ApiError(404, "unknown-table")
        return row

    async def rights(self, table_id: str) -> Rights:
        """Return the rights at a table, even an unreadable one; raises ApiError."""
        _check_table_id(table_id)
        rights = await self.thread.do(self._store.seats.rights, table_id)
        if rights is None:
            raise ApiError(404, "unknown-table")
        return rights

    async def remove(self, table_id: str) -> None:
        """Delete a table, even an unreadable one; raises StoreError or ApiError."""
        _check_table_id(table_id)
        try:
            await self.thread.do(self._store.remove, table_id)
        except UnknownTable:
            raise ApiError(404, "unknown-table") from None

    def load(self, table_id: str) -> Callable[[], stored_table.LoadedTable]:
        """Return a function that rebuilds a stored table; raises UnknownTable or BrokenTable."""
        stored = self._store.load(table_id)
        _, edition = self.editions.from_row(stored.edition)
        return partial(
            stored_table.rebuild, stored, edition, self.overrides.legal_filter, self._seed
        )

    def games(
        self, visitor: Visitor, kind: GameKind, cursor: str | None, language: str = DEFAULT_LANGUAGE
    ) -> GamePage:
        """Return a page of the list for a visitor, without games that cannot be read."""
        since = now() - ARCHIVE_AGE_MILLISECONDS
        place = None if cursor is None else _list_place(cursor)
        visible = VisibleTo(*visitor)
        rows = self._store.games(kind, since, GAMES_PER_PAGE + 1, place, visible)
        has_more = len(rows) > GAMES_PER_PAGE
        rows = rows[:GAMES_PER_PAGE]
        return GamePage(
            games=[table.game for table in self._held_tables(rows, visitor, language)],
            before=_cursor(rows[-1]) if has_more else None,
            counts=self._store.counts(since, visible),
        )

    def games_of(self, visitor: Visitor, language: str = DEFAULT_LANGUAGE) -> list[HeldTable]:
        return self._held_tables(self._store.games_of(visitor.device), visitor, language)

    def _held_tables(
        self, rows: Iterable[GameRow], visitor: Visitor, language: str
    ) -> list[HeldTable]:
        tables: list[HeldTable] = []
        for row in rows:
            other_seats = row.rights.held_by_others(visitor.device)
            try:
                game = stored_table.summary(row, visitor, language)
                sources = stored_table.decode_preview(row.standing.picture).sources
                tables.append(HeldTable(game, sources, other_seats))
            except (ValueError, OverflowError, OSError, TypeError, msgspec.MsgspecError) as error:
                LOG.warning("table %s cannot be listed: %s", row.id, error)
        return tables

    def new(self, new_table: NewTable, visitor: Visitor) -> Callable[[], stored_table.LoadedTable]:
        row, edition = self.editions.find(new_table.edition)
        access = new_table.access or visitor.default_access
        if access == "house" and not visitor.is_local:
            raise ApiError(403, "not-yours", fix="make the table private or public")
        game = set_up(new_table, edition, self.opponents, self._seed, access)
        return self._add(replace(game, device=visitor.device), row)

    def add(
        self, game: NewGameRow, edition: Edition, visitor: Visitor, row: EditionRow | None = None
    ) -> Callable[[], stored_table.LoadedTable]:
        owned_game = replace(game, device=visitor.device, access=visitor.default_access)
        return self._add(owned_game, row or self.editions.row_of(edition))

    def rematch(
        self, new_table: NewTable, previous: PreviousGame, access: Access
    ) -> Callable[[], stored_table.LoadedTable]:
        """Add a rematch, whose seats the same devices hold; raises Conflict if there is one."""
        row, edition = self.editions.find(new_table.edition)
        game = set_up(new_table, edition, self.opponents, self._seed, access)
        return self._add(game, row, previous)

    def _add(
        self, game: NewGameRow, edition: EditionRow, previous: PreviousGame | None = None
    ) -> Callable[[], stored_table.LoadedTable]:
        table_id = secrets.token_urlsafe(9)
        row = self.editions.stored_row(edition)
        self._store.add(table_id, replace(game, at=self.system_clock.now()), row, previous)
        return self.load(table_id)


def _check_table_id(table_id: str) -> None:
    if not TABLE_ID_PATTERN.fullmatch(table_id):
        raise ApiError(404, "unknown-table")


def _cursor(row: GameRow) -> str:
    return urlsafe_b64encode(f"{row.changed} {row.id}".encode()).decode()


def _list_place(cursor: str) -> ListPlace:
    try:
        changed, table_id = urlsafe_b64decode(cursor.encode()).decode().split(" ")
        if not TABLE_ID_PATTERN.fullmatch(table_id) or not 0 <= int(changed) < 2**63:
            raise ValueError(cursor)
        return ListPlace(int(changed), table_id)
    except ValueError:
        fix = "start with the first page, and use `before` from its response"
        raise ApiError(400, "bad-request", "the cursor `before` is invalid", fix) from None
