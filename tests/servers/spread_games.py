"""Games whose seats are spread over several servers; the pages connect again like real ones."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import ssl
from collections.abc import Sequence

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from tests.server.harness import TIMEOUT_SECONDS, Json, decide

RECONNECT_SECONDS = 0.2
NEVER: Json = {"number": -1, "legal": [], "over": None}


class SpreadTable:
    """A table with a page for each seat, the first at the first server, the next at the next."""

    def __init__(
        self,
        addresses: list[str],
        table: str,
        colours: Sequence[str],
        ssl_context: ssl.SSLContext | None = None,
    ) -> None:
        self.addresses = addresses
        self.ssl_context = ssl_context
        self.id = table
        self.changed = asyncio.Event()
        self.refusals: list[str] = []
        self.positions: dict[int, Json] = {}  # by version, as the pages have seen them
        self.shown = asyncio.Event()  # set when all pages have a later version, and at the end
        self.pages = [SeatPage(self, colour, number) for number, colour in enumerate(colours)]

    @property
    def newest(self) -> Json:
        return max((page.now for page in self.pages), key=lambda now: int(now["number"]))

    def see(self, now: Json) -> None:
        """Note a table that a page has received, which no page has seen in another form."""
        position = {"position": now["position"], "over": now["over"]}
        assert self.positions.setdefault(now["number"], position) == position

    async def play(self, chance: random.Random, end: asyncio.Event) -> None:
        """Play decisions one after the other until ``end`` is set, at most a whole game."""
        async with asyncio.TaskGroup() as tasks:
            connections = [tasks.create_task(page.stay_connected()) for page in self.pages]
            while not end.is_set() and not self.newest["over"]:
                await self._play_decision(chance)
            self.shown.set()
            for connection in connections:
                connection.cancel()

    async def _play_decision(self, chance: random.Random) -> None:
        """Play a decision, or let a bot play, until all pages have it; or a page connects again."""
        newest = self.newest
        connections = [page.connection for page in self.pages]
        for page in self.pages:
            if page.now["number"] == newest["number"] and page.now["legal"]:
                await page.send("play", decision=decide(page.now["legal"], chance))
        while [page.connection for page in self.pages] == connections:
            if min(page.now["number"] for page in self.pages) > newest["number"]:
                self.shown.set()
                return
            self.changed.clear()
            async with asyncio.timeout(TIMEOUT_SECONDS):
                await self.changed.wait()


class SeatPage:
    """The page of one seat, its newest table, and its connection if there is one."""

    def __init__(self, table: SpreadTable, colour: str, server: int) -> None:
        self._table = table
        self._colour = colour
        self._server = server
        self.connection: ClientConnection | None = None
        self.now = NEVER
        self._sent: tuple[ClientConnection, int] | None = None  # for the newest command

    async def stay_connected(self) -> None:
        """Connect, to another server after each failure."""
        while True:
            address = self._table.addresses[self._server % len(self._table.addresses)]
            query = f"seat={self._colour}&since={self.now['number']}"
            url = f"{address.replace('http', 'ws', 1)}/api/tables/{self._table.id}/live?{query}"
            try:
                async with connect(
                    url, max_size=None, open_timeout=5, ssl=self._table.ssl_context
                ) as connection:
                    async for text in connection:
                        self._receive(json.loads(text), connection)
            except (OSError, WebSocketException):
                pass
            self.connection = None
            self._table.changed.set()
            self._server += 1
            await asyncio.sleep(RECONNECT_SECONDS)

    def _receive(self, message: Json, connection: ClientConnection) -> None:
        if message["type"] == "table":
            assert message["number"] >= self.now["number"]
            self.now, self.connection = message, connection
            self._table.see(message)
        elif message["type"] in ("refused", "gone"):
            self._table.refusals.append(message["code"])
        self._table.changed.set()

    async def send(self, type: str, **fields: object) -> None:
        """Send a command once on a connection, with which it may be lost."""
        attempt = None if self.connection is None else (self.connection, self.now["number"])
        if self.connection is not None and attempt != self._sent:
            self._sent = attempt
            command = {"type": type, "number": self.now["number"], **fields}
            with contextlib.suppress(WebSocketException):
                await self.connection.send(json.dumps(command))
