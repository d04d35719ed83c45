"""The connection of a page to a table: the colors that the page plays, and its unsent messages."""

import asyncio
from collections import deque
from collections.abc import Mapping
from typing import Final, Protocol

from redcathedral.server.core.table.messages import refused
from redcathedral.server.core.table.seated_game import Colours
from redcathedral.server.core.visitor import Visitor
from redcathedral.server.core.wire.message import PageMessage
from redcathedral.server.core.wire.protocol import Heartbeat, Table
from redcathedral.text import Argument

MAX_UNANSWERED_COMMANDS: Final = 4  # the server reads no more from the page until one is answered
MAX_UNSENT_ANSWERS: Final = 32  # of a page that does not read; the oldest are dropped


class Dropped(Exception):
    """The server ends the connection of a page, and the page connects again."""


class MessageSource(Protocol):
    """Makes a message when it can be sent."""

    def message_for(self, page: "Listener") -> PageMessage | None:
        """Return the message with the changes that the page lacks, or None."""


class Listener:
    """A page at a table, which never receives an older message of a type after a newer one.

    ``table_version`` is the version of the table that the page has.  ``feature_versions`` has the
    number of the last change that the page has of some features, such as the last chat line.  After
    the first table, a page that ``takes_changes`` receives only changes.
    """

    def __init__(
        self,
        language: str,
        colours: Colours,
        table_version: int,
        visitor: Visitor,
        feature_versions: Mapping[str, int] | None = None,
        *,
        takes_changes: bool = False,
    ) -> None:
        self.visitor = visitor
        self.language = language
        self.colours = colours
        self.table_version = table_version
        self.feature_versions = dict(feature_versions or {})
        self._takes_changes = takes_changes
        self._unanswered = 0  # commands
        self._has_room = asyncio.Event()  # set if another command may be read
        self._has_room.set()
        self._sent: dict[type, PageMessage] = {}
        self._newest: dict[type, PageMessage | MessageSource] = {}
        self._answers: deque[PageMessage] = deque(maxlen=MAX_UNSENT_ANSWERS)
        self._has_messages = asyncio.Event()
        self._is_dropped = False

    def add_command(self) -> None:
        self._unanswered += 1
        if self._unanswered >= MAX_UNANSWERED_COMMANDS:
            self._has_room.clear()

    def finish_command(self) -> None:
        self._unanswered -= 1
        self._has_room.set()

    async def wait_for_room(self) -> None:
        await self._has_room.wait()

    def refuse(self, code: str, **values: Argument) -> None:
        """Refuse a command without its table; the answer repeats the page's legal decisions."""
        table = self._sent.get(Table)
        number, legal = (
            (table.number, table.legal) if isinstance(table, Table) else (self.table_version, [])
        )
        self.send(refused(self.language, code, number, legal, **values))

    def send(self, message: PageMessage) -> None:
        if message.is_answer:
            self._answers.append(message)
        else:
            self._newest[type(message)] = message
        self._has_messages.set()

    def send_later(self, kind: type[PageMessage], source: MessageSource) -> None:
        """Send a message of a type, which ``source`` makes just before sending."""
        self._newest[kind] = source
        self._has_messages.set()

    def drop(self) -> None:
        self._is_dropped = True
        self._has_messages.set()

    async def next(self) -> PageMessage:
        """Wait for the next message to send; raises Dropped."""
        while True:
            await self._has_messages.wait()
            if self._is_dropped:
                raise Dropped
            message = self._next()
            if not (self._answers or self._newest):
                self._has_messages.clear()
            if message is not None:
                return message

    def _next(self) -> PageMessage | None:
        if Heartbeat not in self._newest and self._answers:
            if not (self._answers[0].follows_table and Table in self._newest):
                return self._answers.popleft()
        kind = next(filter(self._newest.__contains__, (Heartbeat, Table, *self._newest)))
        newest = self._newest.pop(kind)
        message = newest if isinstance(newest, PageMessage) else newest.message_for(self)
        if message is None:
            return None
        if isinstance(message, Table):
            self.table_version = message.number
        sent = self._sent.get(kind)
        self._sent[kind] = message
        return message.changes_since(sent) if self._takes_changes else message
