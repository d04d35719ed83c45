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
from redcathedral.server.core.api_error import ApiError
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
from redcathedral.server.core.store.transaction import now
from redcathedral.server.core.store_thread import StoreThread
from redcathedral.server.core.stored_table import (
    LoadedTable,
    PrestigeSources,
    decode_preview,
    rebuild,
    summary,
)
from redcathedral.server.core.visitor import Visitor
from redcathedral.server.core.wire.lobby import GameKind, GamePage, NewTable, Summary
from redcathedral.server.core.wire.protocol import Access
from redcathedral.text.catalog import DEFAULT_LANGUAGE

LOG: Final = logging.getLogger(__name__)
GAMES_PER_PAGE: Final = 50
ARCHIVE_AFTER_MILLISECONDS: Final = 30 * 24 * 3600 * 1000  # 30 days
TABLE_ID: Final = re.compile(r"[A-Za-z0-9_-]{1,32}")


class HeldTable(NamedTuple):
    """A game in which this device holds a seat; at the seats ``others`` only other devices do."""

    game: Summary
    sources: Sequence[PrestigeSources]
    others: frozenset[int] = frozenset()


class GameRepository:
    """All stored games.

    Call ``games`` and ``games_of`` in the store's reading thread, ``find``, ``row``, ``rights`` and
    ``remove`` in any thread, and the others in its writing thread.
    """

    def __init__(
        self,
        thread: StoreThread,
        editions: Editions,
        opponents: Opponents,
        overrides: Overrides | None = None,
    ) -> None:
        self.thread = thread
        self.editions = editions
        self.opponents = opponents
        self.overrides = overrides or Overrides()
        self.system_clock = self.overrides.system_clock
        self._store = thread.store
        self._seed = self.overrides.seed

    async def find(self, id: str) -> LoadedTable:
        """Return a rebuilt table; raises StoreError, or ApiError if the table cannot be rebuilt."""
        try:
            if not TABLE_ID.fullmatch(id):
                raise UnknownTable(id)
            return await asyncio.to_thread(await self.thread.do(self.load, id))
        except UnknownTable:
            raise ApiError(404, "unknown-table") from None
        except (StoreError, ApiError):
            raise
        except Exception as error:
            LOG.exception("table %s cannot be rebuilt", id)
            reason = f"this table cannot be rebuilt: {error}"
            raise ApiError(409, "unreadable-table", reason) from None

    async def row(self, id: str) -> GameRow:
        row_or_none = (
            await self.thread.read(self._store.game, id) if TABLE_ID.fullmatch(id) else None
        )
        if row_or_none is None:
            raise ApiError(404, "unknown-table")
        return row_or_none

    async def rights(self, id: str) -> Rights:
        """Return the rights at a table, even an unreadable one; raises ApiError."""
        row_or_none = (
            await self.thread.do(self._store.seats.rights, id) if TABLE_ID.fullmatch(id) else None
        )
        if row_or_none is None:
            raise ApiError(404, "unknown-table")
        return row_or_none

    async def remove(self, id: str) -> None:
        """Delete a table, even an unreadable one; raises StoreError or ApiError."""
        try:
            if not TABLE_ID.fullmatch(id):
                raise UnknownTable(id)
            await self.thread.do(self._store.remove, id)
        except UnknownTable:
            raise ApiError(404, "unknown-table") from None

    def load(self, id: str) -> Callable[[], LoadedTable]:
        """Return a function that rebuilds a stored table; raises UnknownTable or BrokenTable."""
        stored = self._store.load(id)
        _, edition = self.editions.from_row(stored.edition)
        return partial(rebuild, stored, edition, self.overrides.legal_filter, self._seed)

    def games(
        self,
        visitor: Visitor,
        which: GameKind,
        before: str | None,
        language: str = DEFAULT_LANGUAGE,
    ) -> GamePage:
        """Return a page of the list for a visitor, without games that cannot be read."""
        since = now() - ARCHIVE_AFTER_MILLISECONDS
        place = None if before is None else _list_place(before)
        visible = VisibleTo(*visitor)
        rows = self._store.games(which, since, GAMES_PER_PAGE + 1, place, visible)
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
            others = row.rights.held_by_others(visitor.device)
            try:
                listed = summary(row, visitor, language)
                sources = decode_preview(row.standing.picture).sources
                tables.append(HeldTable(listed, sources, others))
            except (ValueError, OverflowError, OSError, TypeError, msgspec.MsgspecError) as error:
                LOG.warning("table %s cannot be listed: %s", row.id, error)
        return tables

    def new(self, new_table: NewTable, visitor: Visitor) -> Callable[[], LoadedTable]:
        row, edition = self.editions.find(new_table.edition)
        access = new_table.access or visitor.default_access
        if access == "house" and not visitor.is_local:
            fix = "make it private or public"
            raise ApiError(403, "not-yours", fix=fix)
        game = set_up(new_table, edition, self.opponents, self._seed, access)
        return self._add(replace(game, device=visitor.device), row)

    def add(
        self, game: NewGameRow, edition: Edition, visitor: Visitor
    ) -> Callable[[], LoadedTable]:
        owned_game = replace(game, device=visitor.device, access=visitor.default_access)
        return self._add(owned_game, self.editions.row_of(edition))

    def rematch(
        self, new_table: NewTable, before: PreviousGame, access: Access
    ) -> Callable[[], LoadedTable]:
        """Add a game whose seats the same devices hold; raises Conflict if there is one already."""
        row, edition = self.editions.find(new_table.edition)
        return self._add(
            set_up(new_table, edition, self.opponents, self._seed, access), row, before
        )

    def _add(
        self, game: NewGameRow, edition: EditionRow, before: PreviousGame | None = None
    ) -> Callable[[], LoadedTable]:
        id_ = secrets.token_urlsafe(9)
        self._store.add(id_, replace(game, at=self.system_clock.now()), edition, before)
        return self.load(id_)


def _cursor(row: GameRow) -> str:
    return urlsafe_b64encode(f"{row.changed} {row.id}".encode()).decode()


def _list_place(cursor: str) -> ListPlace:
    try:
        changed, id_ = urlsafe_b64decode(cursor.encode()).decode().split(" ")
        if not TABLE_ID.fullmatch(id_) or not 0 <= int(changed) < 2**63:
            raise ValueError(cursor)
        return ListPlace(int(changed), id_)
    except ValueError:
        fix = "start with the first page, and use `before` from its response"
        raise ApiError(400, "bad-request", "there is no such page", fix) from None
