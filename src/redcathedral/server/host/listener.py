"""One connection to a table: which seats it plays, what it knows, what it has still to be told."""

import asyncio
from collections import deque
from typing import Final

from redcathedral.server.table.seated_game import Colours
from redcathedral.server.wire.conduct import Presence
from redcathedral.server.wire.protocol import Gone, Hints, Message, Refused, Table

ANSWERS: Final = 32  # refusals kept for a page that does not read them


class Listener:
    """A page at a table.  It is never told an older state: what is not sent yet is replaced."""

    def __init__(self, language: str, colours: Colours, since: int) -> None:
        self.language = language
        self.colours = colours
        self.known = since
        self.waiting = 0  # commands not yet answered
        self._table: Table | None = None
        self._presence: Presence | None = None
        self._others: deque[Hints | Refused | Gone] = deque(maxlen=ANSWERS)
        self._news = asyncio.Event()

    def tell(self, message: Message) -> None:
        """Have a message sent."""
        if isinstance(message, Table):
            self._table = message
        elif isinstance(message, Presence):
            self._presence = message
        else:
            self._others.append(message)
        self._news.set()

    async def next(self) -> Message:
        """The next message to send, as soon as there is one."""
        await self._news.wait()
        message: Message
        if self._others and not (self._table and isinstance(self._others[0], Hints)):
            message = self._others.popleft()
        elif self._table is not None:  # hints are about the table, which comes before them
            message = self._table
            self.known = message.number
            self._table = None
        else:
            assert self._presence is not None
            message = self._presence
            self._presence = None
        if self._table is None and self._presence is None and not self._others:
            self._news.clear()
        return message
