"""The chat of one table: its last lines in memory, all of them in the store."""

import logging
import time
from collections import deque
from collections.abc import Collection, Sequence
from typing import ClassVar, Final

from msgspec import Struct

from redcathedral.box.vocabulary import COLOURS, Colour
from redcathedral.server.core.actor import Actor
from redcathedral.server.core.listener import Listener
from redcathedral.server.core.store.problem import Conflict, StoreError
from redcathedral.server.core.store.rows import Rights
from redcathedral.server.core.store.time import now
from redcathedral.server.core.store_thread import StoreThread
from redcathedral.server.core.stored_table import time_text
from redcathedral.server.core.table.command_result import CommandRefused
from redcathedral.server.core.table.seated_game import SeatedGame
from redcathedral.server.core.table_feature import TableFeature
from redcathedral.server.features.chat.store import MAX_CHAT_LINES, NO_REMOVAL, ChatRow, ChatStore
from redcathedral.server.features.chat.text import ChatRateLimit, plain_line
from redcathedral.server.features.chat.wire import Chat, ChatLine, Say

LOG = logging.getLogger(__name__)
NO_LINE: Final = 0
UNKNOWN_LINE: Final = -1  # the last line of a page that must get the whole chat again
SEEN_KEY: Final = "chat"  # of a page's last line in `Listener.feature_versions`


class TableChat(TableFeature):
    """The chat of one table, loaded when a page joins; slow pages get several lines together."""

    commands: ClassVar[tuple[type[Struct], ...]] = (Say,)
    news: ClassVar[str] = "chat"

    def __init__(self, table: Actor, thread: StoreThread, store: ChatStore) -> None:
        self._table = table
        self._thread = thread
        self._store = store
        self._rate_limit = ChatRateLimit()
        self._is_read = False  # what other processes store later comes as news
        self._rows: deque[ChatRow] = deque(maxlen=MAX_CHAT_LINES)
        self._last_removal = NO_REMOVAL
        self._colours: list[Colour] = []
        self._earlier: list[tuple[Rights, list[ChatLine]]] = []

    @property
    def _last(self) -> int:
        """The number of the last line, or of a later removal."""
        return max(self._last_line, self._last_removal)

    @property
    def _last_line(self) -> int:
        return self._rows[-1].number if self._rows else NO_LINE

    async def page_joined(self, page: Listener) -> None:
        await self._read_all(new_lines=not self._is_read)
        page.send_later(Chat, self)

    async def refresh(self) -> None:
        earlier = self._earlier
        await self._read_all(new_lines=True)
        if self._earlier != earlier:
            self._send_again()
        self._send_to_all()

    async def _read_all(self, *, new_lines: bool) -> None:
        try:
            if new_lines:
                await self._read()
            await self._read_earlier()
        except StoreError as error:
            LOG.error("table %s: the chat cannot be read: %s", self._table.id, error)

    def _send_to_all(self) -> None:
        for page in self._table.pages:
            page.send_later(Chat, self)

    async def handle(self, command: object, page: Listener) -> None:
        assert isinstance(command, Say)
        try:
            await self._say(command, self._table.seats(page))
        except (StoreError, Conflict) as error:
            LOG.error("table %s: a chat line was not stored: %s", self._table.id, error)
            self._table.refuse(page, "chat-lost")
            return
        self._table.cluster.announce(self.news)
        self._send_to_all()

    async def _say(self, command: Say, seats: frozenset[int]) -> None:
        """Store a line from a page with these seats; raises CommandRefused or StoreError."""
        if not seats:
            raise CommandRefused("watching")
        seat = self._table.seated.seat_of(command.seat)
        if seat not in seats:
            raise CommandRefused("chat-seat")
        text = plain_line(command.text)
        self._rate_limit.check(seat, time.monotonic())
        await self._thread.do(self._store.add_line, self._table.id, now(), seat, text)
        await self._read()

    async def _read(self) -> None:
        """Read the new lines, or all after a removal; raises StoreError."""
        self._colours = _colours(self._table.seated)
        last_removal, rows = await self._thread.do(
            self._store.new_lines, self._table.id, self._last_line, self._last_removal
        )
        if last_removal != self._last_removal:
            self._last_removal = last_removal
            self._rows.clear()
        self._rows += rows
        self._is_read = True

    async def _read_earlier(self) -> None:
        seated = self._table.seated
        seat_order = seated.next_order
        self._earlier = []
        for chat in await self._thread.do(self._store.earlier, self._table.id):
            colours = _colours(seated)
            for _ in range(chat.back):
                colours = [colours[seat_order.index(seat)] for seat in range(len(colours))]
            self._earlier.append((chat.rights, [_line(row, colours) for row in chat.lines]))

    async def forget(self, seats: Collection[int]) -> None:
        """Remove the lines of these seats from memory and from all pages."""
        remaining = [row for row in self._rows if row.seat not in seats]
        if len(remaining) < len(self._rows):
            self._rows = deque(remaining, maxlen=MAX_CHAT_LINES)
            self._send_again()

    async def forget_earlier(self) -> None:
        """Read the chats of earlier games again, and send the whole chat to all pages."""
        try:
            await self._read_earlier()
        except StoreError as error:
            LOG.error("table %s: the chat cannot be read: %s", self._table.id, error)
            return
        self._send_again()

    def _send_again(self) -> None:
        for page in self._table.pages:
            page.feature_versions[SEEN_KEY] = UNKNOWN_LINE
            page.send_later(Chat, self)

    def message_for(self, page: Listener) -> Chat | None:
        """Return the lines that a page lacks; the whole chat includes visible earlier chats."""
        last_seen = page.feature_versions.get(SEEN_KEY, NO_LINE)
        page.feature_versions[SEEN_KEY] = self._last
        has_removed_lines = NO_LINE < last_seen < self._last_removal
        is_reset = has_removed_lines or not NO_LINE <= last_seen <= self._last
        since = NO_LINE if is_reset else last_seen
        lines = [_line(row, self._colours) for row in self._rows if row.number > since]
        earlier: list[ChatLine] = []
        if since == NO_LINE:
            visitor = page.visitor
            for rights, chat_lines in self._earlier:
                is_readable = visitor.may_see(rights) and not visitor.is_banned(rights)
                earlier += chat_lines if is_readable else []
        return Chat(since, lines, earlier) if lines or earlier or is_reset else None


def _colours(seated: SeatedGame) -> list[Colour]:
    return [COLOURS[colour] for colour in seated.game.header.colours]


def _line(row: ChatRow, colours: Sequence[Colour]) -> ChatLine:
    return ChatLine(row.number, time_text(row.at), colours[row.seat], row.text)
