"""What is said at a table: the last lines in memory, all of which are stored."""

import time
from collections import deque
from collections.abc import Collection, Sequence
from typing import Final

from redcathedral.box.vocabulary import COLOURS, Colour
from redcathedral.server.core.store.rows import ChatRow, Rights
from redcathedral.server.core.store.transaction import now
from redcathedral.server.core.store_thread import StoreThread
from redcathedral.server.core.stored_table import time_text
from redcathedral.server.core.table.command_result import CommandRefused
from redcathedral.server.core.table.seated_game import SeatedGame
from redcathedral.server.core.visitor import Visitor
from redcathedral.server.features.chat.store import LINES, NEVER
from redcathedral.server.features.chat.text import ChatRateLimit, plain_line
from redcathedral.server.features.chat.wire import Chat, ChatLine, Say
from redcathedral.server.features.rematch.rematch import seats_after

SAID_NOTHING: Final = 0
ANEW: Final = -1  # what a page knows that is to be told all of it once more


class TableChat:
    """The chat of one table, loaded for the first page; pages fetch new lines at their own pace."""

    def __init__(self, thread: StoreThread, table: str) -> None:
        self._thread = thread
        self._table = table
        self._pace = ChatRateLimit()
        self._rows: deque[ChatRow] = deque(maxlen=LINES)
        self._forgotten = NEVER
        self._colours: list[Colour] = []
        self._earlier: list[tuple[Rights, list[ChatLine]]] = []

    @property
    def last(self) -> int:
        """The number of the last line, or of when something was forgotten after it."""
        return max(self._last_line, self._forgotten)

    @property
    def _last_line(self) -> int:
        return self._rows[-1].number if self._rows else SAID_NOTHING

    async def read(self, seated: SeatedGame) -> None:
        """Learn what is not known yet, also what was forgotten; raises StoreError."""
        self._colours = _colours(seated)
        talk = self._thread.store.talk
        forgotten, rows = await self._thread.do(
            talk.heard, self._table, self._last_line, self._forgotten
        )
        if forgotten != self._forgotten:
            self._forgotten = forgotten
            self._rows.clear()
        self._rows += rows

    async def read_earlier(self, seated: SeatedGame) -> None:
        before = seats_after(seated)
        self._earlier = []
        for chat in await self._thread.do(self._thread.store.talk.earlier, self._table):
            colours = _colours(seated)
            for _ in range(chat.back):
                colours = [colours[before.index(seat)] for seat in range(len(colours))]
            lines = [_line(row, colours) for row in chat.lines]
            self._earlier.append((chat.rights, lines))

    async def say(self, command: Say, seated: SeatedGame, seats: frozenset[int]) -> None:
        """Keep what somebody says who plays these seats; raises CommandRefused or StoreError."""
        if not seats:
            raise CommandRefused("watching")
        seat = seated.seat_of(command.seat)
        if seat not in seats:
            raise CommandRefused("chat-seat")
        text = plain_line(command.text)
        self._pace.check(seat, time.monotonic())
        talk = self._thread.store.talk
        await self._thread.do(talk.add_line, self._table, now(), seat, text)
        await self.read(seated)

    def forget(self, seats: Collection[int]) -> bool:
        """Have said nothing from these seats; whether they had said something."""
        kept = [row for row in self._rows if row.seat not in seats]
        is_less = len(kept) < len(self._rows)
        self._rows = deque(kept, maxlen=LINES)
        return is_less

    def message(self, since: int, visitor: Visitor) -> Chat | None:
        """Return the chat lines after ``since``, all after a removal; None if there are none.

        The chat of an earlier game is included if the visitor may see its table.
        """
        is_old = SAID_NOTHING < since < self._forgotten
        is_anew = is_old or not SAID_NOTHING <= since <= self.last
        known = SAID_NOTHING if is_anew else since
        lines = [_line(row, self._colours) for row in self._rows if row.number > known]
        earlier: list[ChatLine] = []
        if known == SAID_NOTHING:
            for rights, said in self._earlier:
                is_read = visitor.may_see(rights) and not visitor.is_banned(rights)
                earlier += said if is_read else []
        return Chat(known, lines, earlier) if lines or earlier or is_anew else None


def _colours(seated: SeatedGame) -> list[Colour]:
    return [COLOURS[colour] for colour in seated.game.header.colours]


def _line(row: ChatRow, colours: Sequence[Colour]) -> ChatLine:
    return ChatLine(row.number, time_text(row.at), colours[row.seat], row.text)
