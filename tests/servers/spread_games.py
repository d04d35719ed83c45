"""Games whose seats are spread over several servers; the pages connect again like real ones."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import ssl
import time
from collections.abc import Sequence
from contextlib import closing

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from redcathedral.server.sql.store import SqlStore
from tests.server.harness import TIMEOUT_SECONDS, Json, decide
from tests.servers.cluster import ServerCluster

RECONNECT_SECONDS = 0.2
REPEAT_SECONDS = 0.5  # after a decision that was not saved
NEVER: Json = {"number": -1, "legal": [], "over": None}
PEOPLE: Json = {"seats": [{"colour": c} for c in ("red", "blue", "green", "yellow")]}
WITH_BOT: Json = {
    "seats": [*PEOPLE["seats"][:3], {"colour": "yellow", "kind": "bot", "bot": "random"}]
}


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
        while [page.connection for page in self.pages] == connections:
            if min(page.now["number"] for page in self.pages) > newest["number"]:
                self.shown.set()
                return
            self.changed.clear()
            for page in self.pages:
                if page.now["number"] == newest["number"] and page.now["legal"]:
                    await page.send("play", decision=decide(page.now["legal"], chance))
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
        self._sent_at = 0.0
        self.is_answered = asyncio.Event()
        self.is_answered.set()
        self.longest_wait = 0.0  # for an answer to a command, in seconds

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
            self.is_answered.set()
            self._table.changed.set()
            self._server += 1
            await asyncio.sleep(RECONNECT_SECONDS)

    def _receive(self, message: Json, connection: ClientConnection) -> None:
        if message["type"] == "table":
            assert message["number"] >= self.now["number"]
            self.now, self.connection = message, connection
            self._table.see(message)
            if self._sent == (connection, message["number"] - 1):
                self._note_answer()
        elif message["type"] in ("refused", "gone"):
            self._table.refusals.append(message["code"])
            self._note_answer()
            if message["code"] == "not-saved":
                asyncio.get_running_loop().call_later(REPEAT_SECONDS, self._repeat)
        self._table.changed.set()

    def _repeat(self) -> None:
        self._sent = None
        self._table.changed.set()

    def _note_answer(self) -> None:
        if not self.is_answered.is_set():
            self.longest_wait = max(self.longest_wait, time.monotonic() - self._sent_at)
            self.is_answered.set()

    async def send(self, type: str, **fields: object) -> None:
        """Send a command once on a connection, with which it may be lost."""
        attempt = None if self.connection is None else (self.connection, self.now["number"])
        if self.connection is not None and attempt != self._sent:
            self._sent, self._sent_at = attempt, time.monotonic()
            self.is_answered.clear()
            command = {"type": type, "number": self.now["number"], **fields}
            with contextlib.suppress(WebSocketException):
                await self.connection.send(json.dumps(command))


def spread_tables(cluster: ServerCluster, count: int) -> list[SpreadTable]:
    """Tables for four, one in four of them with a bot."""
    addresses = [process.address.rstrip("/") for process in cluster.processes]
    clients = [cluster.client(number) for number in range(len(addresses))]
    tables = []
    for number in range(count):
        wish = WITH_BOT if number % 4 == 3 else PEOPLE
        people = [seat["colour"] for seat in wish["seats"] if "bot" not in seat]
        table = clients[number % len(clients)].create_table(wish)
        tables.append(SpreadTable(addresses, table, people))
    return tables


async def continued(tables: list[SpreadTable]) -> list[float]:
    """Wait until each table has shown another decision to all pages; return the seconds it took."""
    start = time.monotonic()

    async def seconds(table: SpreadTable) -> float:
        if not table.newest["over"]:
            table.shown.clear()
            await asyncio.wait_for(table.shown.wait(), TIMEOUT_SECONDS)
        return time.monotonic() - start

    return await asyncio.gather(*map(seconds, tables))


def check_stored(cluster: ServerCluster, tables: list[SpreadTable]) -> None:
    """All tables that a page has seen are stored."""
    with closing(SqlStore(cluster.url)) as store:
        for table in tables:
            assert len(store.load(table.id).actions) >= table.newest["number"]
