"""A server without a page: a store, notifications, and a clock that only the test moves."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial

import sqlalchemy as sa

from redcathedral.server.core.store.rows import ActionRow, EditionRow, NewGameRow, TableStanding
from redcathedral.server.core.store_thread import StoreThread
from redcathedral.server.core.wire.edition import EditionRef
from redcathedral.server.features.notifications.notices import (
    GAME_OVER,
    SEND_DELAY_MS,
    News,
    add_notices,
)
from redcathedral.server.features.notifications.notifier import Notifier
from redcathedral.server.features.notifications.safe_http import Resolver, resolve_host
from redcathedral.server.features.notifications.settings import MessageSettings, read_settings
from redcathedral.server.features.notifications.sql import NOTICE, AddressRow, NotificationStore
from redcathedral.server.features.notifications.wire import NewAddress
from redcathedral.server.sql.schema import HOLDER
from redcathedral.server.sql.store import SqlStore
from tests.server.harness import START_POSITION

HOME = ["127.0.0.0/8"]
ANA, BO = "a" * 64, "b" * 64  # devices
SEATS = '[{"colour":"red","kind":"person"},{"colour":"blue","kind":"person"}]'
EDITION = EditionRow(EditionRef("k" * 16, "reconstructed-2020", "An edition", "sha256:0"), "")
HOUR = 3600 * 1000
NOON = 1_700_000_000_000  # 14 November 2023, 22:13 in UTC


class FakeServer:
    """The notifications of a server, and games of two devices."""

    def __init__(self, notifier: Notifier, thread: StoreThread, store: SqlStore) -> None:
        self.thread = thread
        self.store = store
        self.notifier = notifier
        self.notices = self.store.part(NotificationStore)
        self.now = NOON
        self.open: set[tuple[str, int]] = set()  # seats that are played at open pages

    def clock(self) -> int:
        return self.now

    async def is_played(self, game: str, seat: int) -> bool:
        return (game, seat) in self.open

    async def pass_(self, milliseconds: int = SEND_DELAY_MS) -> None:
        """Let time pass, and send the notices that are due then."""
        self.now += milliseconds
        await self.notifier.outbox.send_due()

    async def name(self, device: str, **where: object) -> AddressRow:
        """Add an address."""
        wish = NewAddress(language="en", **where)  # type: ignore[arg-type]  # one of three
        known = {row.id for row in self.notices.addresses(device)}
        await self.notifier.address_book.add(device, wish, "http://localhost:8555")
        return next(row for row in self.notices.addresses(device) if row.id not in known)

    async def named(self, device: str, **where: object) -> AddressRow:
        """Add an address and confirm it."""
        row = await self.name(device, **where)
        self.notices.confirm(row.id)
        await self.pass_(0)
        return row

    def tidy(self, at: int | None = None) -> None:
        """Delete old notices, now or at a later time."""
        asking = self.notifier.messenger.confirmed_kinds
        self.notices.delete_old(self.now if at is None else at, asking)

    def begin(self, game: str = "g1", names: Sequence[str] = ("Ana", "Bo")) -> None:
        """Begin a game of Ana, red, and Bo, blue, each on their own device."""
        self.store.add(game, NewGameRow("base", SEATS, tuple(names), START_POSITION), EDITION)
        with self.store.transaction() as connection:
            held = [
                {"game": game, "seat": seat, "device": device}
                for seat, device in enumerate((ANA, BO))
            ]
            connection.execute(sa.insert(HOLDER), held)

    def play(
        self,
        turn: int,
        seat: int,
        game: str = "g1",
        *,
        again: bool = False,
        picture: str = START_POSITION.picture,
    ) -> None:
        """Store an action after which it is the turn of a seat; ``again`` means the same turn."""
        news = None if again else News(str(turn), (seat,), frozenset((0, 1)))
        standing = TableStanding(turn, ("red", "blue")[seat], None, picture)
        self._append(game, standing, news)

    def end(self, game: str = "g1") -> None:
        """End the game."""
        news = News(GAME_OVER, (0, 1), frozenset((0, 1)))
        self._append(game, replace(START_POSITION, turn=9, over="finished"), news)

    def _append(self, game: str, standing: TableStanding, news: News | None) -> None:
        version = len(self.store.actions_after(game, 0)) + 1
        self.store.append(
            ActionRow(
                game,
                version,
                "{}",
                standing,
                effects=() if news is None else (partial(add_notices, news),),
            )
        )
        with self.store.transaction() as connection:  # by the clock of the test
            late = NOTICE.c.created > NOON + 365 * 24 * HOUR
            values = {"created": self.now, "next_at": self.now + SEND_DELAY_MS}
            connection.execute(sa.update(NOTICE).where(late).values(**values))

    def states(self) -> list[str]:
        """The states of the notices of games."""
        with self.store.transaction() as connection:
            wanted = sa.select(NOTICE.c.state).where(NOTICE.c.game.is_not(None))
            return sorted(connection.scalars(wanted))


def settings(url: str | None = "https://cathedral.example", **more: str) -> MessageSettings:
    """The settings of a host who allows webhooks to this machine."""
    return read_settings(url, more.get("smtp"), more.get("sender"), HOME)


@asynccontextmanager
async def desk(
    url: str,
    how: MessageSettings | None = None,
    *,
    ssl_context: ssl.SSLContext | None = None,
    resolve: Resolver = resolve_host,
) -> AsyncIterator[FakeServer]:
    """Yield a server with a database."""
    store = await asyncio.to_thread(SqlStore, url)
    thread = StoreThread(store)
    made: list[FakeServer] = []
    notifier = Notifier(
        thread,
        lambda game, seat: made[0].is_played(game, seat),  # noqa: PLW0108  # not made yet
        settings() if how is None else how,
        clock=lambda: made[0].clock(),  # noqa: PLW0108
        ssl_context=ssl_context,
        resolve=resolve,
    )
    made.append(FakeServer(notifier, thread, store))
    try:
        yield made[0]
    finally:
        await notifier.close()
        thread.close()
