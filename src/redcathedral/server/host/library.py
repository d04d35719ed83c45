"""The games that are kept: listed, found and begun."""

import asyncio
import logging
import re
import secrets
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from typing import Final

import msgspec

from redcathedral.box import Edition
from redcathedral.server.host.editions import Editions
from redcathedral.server.host.mine import MyTable
from redcathedral.server.host.new_game import set_up
from redcathedral.server.host.opponents import Opponents
from redcathedral.server.host.refusal import RequestRefused, unknown_table
from redcathedral.server.host.store_thread import StoreThread
from redcathedral.server.host.stored_table import (
    Found,
    rebuilt,
    sources,
    standing,
    summary,
)
from redcathedral.server.host.uploads import replayed
from redcathedral.server.host.visitor import Visitor
from redcathedral.server.store.problem import StoreError, UnknownTable
from redcathedral.server.store.rows import EditionRow, GameRow, NewGameRow, Rights
from redcathedral.server.table.seated_game import LegalFilter, SeatedGame
from redcathedral.server.wire.lobby import NewTable, Summary

LOG: Final = logging.getLogger(__name__)
TABLES: Final = 1000  # games kept
LISTED: Final = 200  # games in the list
ID: Final = re.compile(r"[A-Za-z0-9_-]{1,32}")


class Library:
    """All stored games; but for ``find`` and ``remove``, to be used in the store's thread."""

    def __init__(
        self,
        thread: StoreThread,
        editions: Editions,
        opponents: Opponents,
        *,
        legal_filter: LegalFilter | None = None,
        seed: int | None = None,
        limit: int = TABLES,
    ) -> None:
        self.thread = thread
        self.editions = editions
        self.opponents = opponents
        self._store = thread.store
        self._legal_filter = legal_filter
        self._seed = seed
        self._limit = limit

    async def find(self, id: str) -> Found:  # noqa: A002
        """A table, rebuilt; raises StoreError, or RequestRefused where that cannot be done."""
        try:
            if not ID.fullmatch(id):
                raise UnknownTable(id)
            found = await asyncio.to_thread(await self.thread.do(self.load, id))
            row, seated = found
            if not row.standing.picture:
                await self._draw(row, seated)
            return found
        except UnknownTable:
            raise unknown_table(id) from None
        except (StoreError, RequestRefused):
            raise
        except Exception as error:
            LOG.exception("table %s cannot be rebuilt", id)
            reason = f"this table is not understood: {error}"
            fix = "start a newer version of redcathedral; the table itself is left as it is"
            raise RequestRefused(409, "unreadable-table", reason, fix) from None

    async def _draw(self, row: GameRow, seated: SeatedGame) -> None:
        """Keep what the list of games shows of a table; without that it is played all the same."""
        try:
            await self.thread.do(self._store.tell, row.id, row.version, standing(seated))
        except StoreError as error:
            LOG.warning("table %s is not drawn in the list: %s", row.id, error)

    async def row(self, id: str) -> GameRow:  # noqa: A002
        """A table in the list; raises RequestRefused."""
        found = await self.thread.do(self._store.game, id) if ID.fullmatch(id) else None
        if found is None:
            raise unknown_table(id)
        return found

    async def rights(self, id: str) -> Rights:  # noqa: A002
        """Who may what at a table, also at one that cannot be rebuilt; raises RequestRefused."""
        found = await self.thread.do(self._store.rights, id) if ID.fullmatch(id) else None
        if found is None:
            raise unknown_table(id)
        return found

    async def remove(self, id: str) -> None:  # noqa: A002
        """Forget a table, also one that cannot be rebuilt; raises StoreError or RequestRefused."""
        try:
            if not ID.fullmatch(id):
                raise UnknownTable(id)
            await self.thread.do(self._store.remove, id)
        except UnknownTable:
            raise unknown_table(id) from None

    def load(self, id: str) -> Callable[[], Found]:  # noqa: A002
        """A table of the store, rebuilt when called, which takes longer than to load it.

        Raises UnknownTable, BrokenTable or RequestRefused.
        """
        stored = self._store.load(id)
        _, edition = self.editions.stored(stored.edition)
        return partial(rebuilt, stored, edition, self._legal_filter, self._seed)

    def games(self, visitor: Visitor) -> list[Summary]:
        """The games changed last that a visitor may know of and of which something can be told."""
        device, in_house = visitor
        rows = self._store.games(LISTED, device, in_house=in_house)
        return [table.game for table in self._told(rows, visitor)]

    def games_of(self, visitor: Visitor) -> list[MyTable]:
        """The games in which a device holds a seat, those changed last first."""
        return self._told(self._store.games_of(visitor.device), visitor)

    def _told(self, rows: Iterable[GameRow], visitor: Visitor) -> list[MyTable]:
        told: list[MyTable] = []
        for row in rows:
            others = row.rights.held_by_others(visitor.device)
            try:
                told.append(MyTable(summary(row, visitor), sources(row), others))
            except (ValueError, OverflowError, OSError, TypeError, msgspec.MsgspecError) as error:
                LOG.warning("table %s cannot be listed: %s", row.id, error)
        return told

    def new(self, wish: NewTable, visitor: Visitor) -> Callable[[], Found]:
        """A game that a visitor wants, kept.

        Raises RequestRefused, HeaderError or SetupCodeError.
        """
        self._make_room()
        row, edition = self.editions.find(wish.edition)
        access = wish.access or visitor.usual_access
        if access == "house" and not visitor.in_house:
            fix = "make it private or public"
            raise RequestRefused(403, "not-yours", "a guest opens no table for the house", fix)
        game = set_up(wish, edition, self.opponents, self._seed, access)
        return self._add(replace(game, device=visitor.device), row)

    def replaying(self, text: str, own_dice: bool) -> Callable[[], tuple[NewGameRow, Edition]]:
        """An uploaded record, replayed when called; raises RequestRefused."""
        self._make_room()
        edition = self.editions.fitting(text)
        return partial(replayed, text, edition, self.opponents.all, self._seed, own_dice)

    def add(self, game: NewGameRow, edition: Edition, visitor: Visitor) -> Callable[[], Found]:
        """A game of a record file, kept; raises RequestRefused."""
        self._make_room()
        mine = replace(game, device=visitor.device, access=visitor.usual_access)
        return self._add(mine, self.editions.row_of(edition))

    def _add(self, game: NewGameRow, edition: EditionRow) -> Callable[[], Found]:
        id_ = secrets.token_urlsafe(9)
        self._store.add(id_, game, edition)
        return self.load(id_)

    def _make_room(self) -> None:
        if self._store.count() >= self._limit:
            reason = f"there are {self._limit} games already"
            fix = "remove some from the list of games"
            raise RequestRefused(409, "too-many-tables", reason, fix)
