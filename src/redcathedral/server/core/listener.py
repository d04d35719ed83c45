"""One connection to a table: which seats it plays, what it knows, what it has still to be told."""

import asyncio
from collections import deque
from typing import Final, assert_never

from redcathedral.server.core.table.messages import refused
from redcathedral.server.core.table.seated_game import Colours
from redcathedral.server.core.visitor import Visitor
from redcathedral.server.core.wire.play_state import Presence
from redcathedral.server.core.wire.protocol import (
    Gone,
    Heartbeat,
    Hints,
    Message,
    Plan,
    Refused,
    Table,
    TableMessage,
)
from redcathedral.server.features.chat.table_chat import SAID_NOTHING, TableChat
from redcathedral.text import Argument

COMMANDS: Final = 4  # of one page, not yet answered; the next one is not read sooner
ANSWERS: Final = 32  # refusals kept for a page that does not read them


class Dropped(Exception):
    """The server ends the connection of a page, and the page connects again."""


class Listener:
    """A page at a table.  It is never told an older state: what is not sent yet is replaced."""

    def __init__(
        self,
        language: str,
        colours: Colours,
        since: int,
        visitor: Visitor,
        said: int = SAID_NOTHING,
    ) -> None:
        self.visitor = visitor
        self.language = language
        self.colours = colours
        self.known = since
        self.said = said  # the last line of the chat that it knows
        self._talk: TableChat | None = None  # where there may be more
        self.plans = False  # it is shown how the table would stand after what it plans
        self.has_plan = False  # it was told of one
        self._waiting = 0  # commands not yet answered
        self._room = asyncio.Event()  # for one more
        self._room.set()
        self._sent: Table | None = None
        self._table: Table | None = None
        self._plan: Plan | None = None
        self._presence: Presence | None = None
        self._heartbeat: Heartbeat | None = None
        self._others: deque[Hints | Refused | Gone] = deque(maxlen=ANSWERS)
        self._news = asyncio.Event()
        self._is_dropped = False

    def asked(self) -> None:
        self._waiting += 1
        if self._waiting >= COMMANDS:
            self._room.clear()

    def answered(self) -> None:
        self._waiting -= 1
        self._room.set()

    async def room(self) -> None:
        await self._room.wait()

    def refuse(self, code: str, **values: Argument) -> None:
        """Refuse what the table need not hear of, with what the page knows to be legal."""
        number, legal = self.known, []
        if self._sent is not None:
            number, legal = self._sent.number, self._sent.legal
        self.tell(refused(self.language, code, number, legal, **values))

    def tell(self, message: TableMessage) -> None:
        match message:
            case Table():
                self._table = message
            case Plan():
                self._plan = message
            case Presence():
                self._presence = message
            case Heartbeat():
                self._heartbeat = message
            case Hints() | Refused() | Gone():
                self._others.append(message)
            case _:
                assert_never(message)
        self._news.set()

    def hear(self, talk: TableChat) -> None:
        """Have what it does not know of a chat sent, all at once when there is room for it."""
        self._talk = talk
        self._news.set()

    def drop(self) -> None:
        self._is_dropped = True
        self._news.set()

    async def next(self) -> Message:
        """Wait for the next message to send; raises Dropped."""
        while True:
            await self._news.wait()
            if self._is_dropped:
                raise Dropped
            message = self._next()
            if not self._has_more:
                self._news.clear()
            if message is not None:
                return message

    @property
    def _has_more(self) -> bool:
        single = self._heartbeat or self._table or self._plan or self._presence or self._talk
        return bool(self._others or single)

    def _next(self) -> Message | None:
        """The next message; hints and plans are about the table, which comes before them."""
        table, plan, presence = self._table, self._plan, self._presence
        if (heartbeat := self._heartbeat) is not None:
            self._heartbeat = None
            return heartbeat
        if self._others and not (table and isinstance(self._others[0], Hints)):
            return self._others.popleft()
        if table is not None:
            self.known = table.number
            self._sent = table
            self._table = None
            return table
        if plan is not None:
            self._plan = None
            return plan
        if presence is not None:
            self._presence = None
            return presence
        if self._talk is None:
            return None
        chat = self._talk.message(self.said, self.visitor)
        self.said = self._talk.last
        self._talk = None
        return chat
