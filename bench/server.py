"""Tasks of the server: many tables at once, on a separate server, with simulated players.

Each seat has its own connection.  A player thinks for a second on average.  The time of a decision
is from sending it until the last seat of its table has received the new version.
"""

from __future__ import annotations

import asyncio
import math
import random
import re
import statistics
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

import msgspec
from msgspec import Struct
from websockets.asyncio.client import ClientConnection, connect

from tests.server.harness import Client, ServerProcess
from tools.cpu_time import cpu_seconds

TABLES = 150
COLOURS = ("red", "blue", "green", "yellow")
SECONDS = 30.0
MORE_TABLES = (175, 200, 225, 250, 300, 350, 400)
MAX_MILLISECONDS = 150.0  # the 99th percentile that a server carries
THINKING_TIME = 1.0  # seconds, on average
RECEIVE_TIMEOUT = 60.0
NEW_GAME = {"seats": [{"colour": colour} for colour in COLOURS]}
SATURATED_TABLES = 40
SATURATED_SECONDS = 20.0


class _Legal(Struct):
    id: int
    text: str


class _Due(Struct):
    seat: str


class _Message(Struct):
    """The fields of a message that are used."""

    type: str
    number: int = -1
    due: _Due | None = None
    legal: list[_Legal] = []
    over: dict[str, object] | None = None
    values: dict[str, msgspec.Raw] = {}


_DECODER = msgspec.json.Decoder(_Message)


@dataclass
class Load:
    """The load on a server, and the measurements so far.

    ``newest_versions`` has for each table the newest version that a page received.  The tables, or
    with ``is_spread`` the pages of each table, take turns at several servers.
    """

    clients: list[Client]
    seconds: float
    rng: random.Random
    thinking_time: float = THINKING_TIME
    is_spread: bool = False
    end: float = 0.0
    seated: asyncio.Event = field(default_factory=asyncio.Event)
    waiting: int = 0  # tables with all players connected
    milliseconds: list[float] = field(default_factory=list)
    newest_versions: dict[str, int] = field(default_factory=dict)
    games: int = 0
    refused: int = 0
    received_bytes: int = 0  # by all seats, after their first table

    def live(self, number: int, seat: int, table: str) -> str:
        """Return the address of a seat of the table with this number."""
        client = self.clients[(seat if self.is_spread else number) % len(self.clients)]
        query = f"seat={COLOURS[seat]}&changes=true"
        return client.url.replace("http", "ws", 1) + f"/api/tables/{table}/live?{query}"

    def has_time(self) -> bool:
        """Return whether the measurement continues."""
        return time.monotonic() < self.end

    async def sit_down(self, tables: int) -> None:
        """Wait until all players are connected at all tables; then the time begins."""
        self.waiting += 1
        if self.waiting == tables:
            self.end = time.monotonic() + self.seconds
            self.seated.set()
        await self.seated.wait()


class _CountingConnection(ClientConnection):
    """A connection that counts the received bytes, with the headers of the protocol."""

    received_bytes = 0

    def data_received(self, data: bytes) -> None:
        self.received_bytes += len(data)
        super().data_received(data)


class Seat:
    """The connection of a seat, with its last message about the table and the time it arrived."""

    def __init__(self, connection: _CountingConnection) -> None:
        self.connection = connection
        self.message = _Message("")
        self.received_at = 0.0
        self.refused = 0

    async def receive(self, number: int) -> None:
        """Read messages until a version arrives."""
        while self.message.number < number:
            text = await asyncio.wait_for(self.connection.recv(decode=False), RECEIVE_TIMEOUT)
            self.received_at = time.perf_counter()
            message = _DECODER.decode(text)
            if message.type == "table":
                self.message = message
            elif message.type == "changes":
                self.message = _changed(self.message, message)
            elif message.type == "refused":
                self.refused += 1


def _changed(before: _Message, changes: _Message) -> _Message:
    """Return the message about the table after changes."""
    types = {"due": _Due | None, "legal": list[_Legal], "over": dict[str, object] | None}
    values = {
        name: msgspec.json.decode(changes.values[f"/{name}"], type=type_)
        for name, type_ in types.items()
        if f"/{name}" in changes.values
    }
    if "/due/seat" in changes.values:
        values["due"] = _Due(msgspec.json.decode(changes.values["/due/seat"]))
    return msgspec.structs.replace(before, number=changes.number, **values)


def _choice(legal: list[_Legal], rng: random.Random) -> int:
    """Choose a random decision, but do not spend prestige endlessly."""
    preferred = [decision for decision in legal if not decision.text.startswith("prestige")]
    return rng.choice(preferred or legal).id


async def _play(load: Load, number: int, tables: int) -> None:
    """Play games one after the other, until the time is over."""
    is_first = True
    while is_first or load.has_time():
        client = load.clients[number % len(load.clients)]
        table = await asyncio.to_thread(client.create_table, NEW_GAME)
        seats = {
            colour: await sit_down(load.live(number, seat, table))
            for seat, colour in enumerate(COLOURS)
        }
        if is_first:
            await load.sit_down(tables)
            is_first = False
        try:
            await _play_out(load, table, seats)
        finally:
            for seat in seats.values():
                await seat.connection.close()
        load.games += 1


async def sit_down(address: str) -> Seat:
    """Open a page, which has received nothing yet."""
    connection = await connect(address, max_size=None, create_connection=_CountingConnection)
    return Seat(cast("_CountingConnection", connection))


async def _play_out(load: Load, table: str, seats: dict[str, Seat]) -> None:
    for seat in seats.values():
        await seat.receive(0)
        load.received_bytes -= seat.connection.received_bytes  # the first, whole table
    message = seats[COLOURS[0]].message
    while load.has_time() and message.due is not None:
        if load.thinking_time:
            await asyncio.sleep(load.rng.expovariate(1 / load.thinking_time))
        mover = seats[message.due.seat]
        decision = _choice(mover.message.legal, load.rng)
        number = mover.message.number
        command = {"type": "play", "number": number, "decision": decision}
        start = time.perf_counter()
        await mover.connection.send(msgspec.json.encode(command).decode())
        await asyncio.gather(*(seat.receive(number + 1) for seat in seats.values()))
        received_at = max(seat.received_at for seat in seats.values())
        load.milliseconds.append(1000 * (received_at - start))
        message = mover.message
        load.newest_versions[table] = message.number
    load.refused += sum(seat.refused for seat in seats.values())
    load.received_bytes += sum(seat.connection.received_bytes for seat in seats.values())


async def play_tables(load: Load, tables: int) -> None:
    """Play at many tables until the time is over."""
    async with asyncio.TaskGroup() as group:
        for number in range(tables):
            group.create_task(_play(load, number, tables))


def receipts(number: int, tables: int = TABLES, seconds: float = SECONDS) -> dict[str, float]:
    """Measure milliseconds to the last seat's receipt, memory, and the losses of a killed server.

    The memory is that of a table with four pages.
    """
    with tempfile.TemporaryDirectory() as folder:
        server = ServerProcess(Path(folder), has_uvloop=True)
        client = server.client()
        load = Load([client], seconds, random.Random(number))
        try:
            before = _memory(server)
            asyncio.run(play_tables(load, tables))
            memory = (_memory(server) - before) / tables
        finally:
            client.close()
            server.kill()
        server = ServerProcess(Path(folder))
        client = server.client()
        try:
            lost = sum(
                _stored(client, table) < version for table, version in load.newest_versions.items()
            )
        finally:
            client.close()
            server.kill()
    times = sorted(load.milliseconds)
    return {
        "p99": times[int(0.99 * len(times))],
        "median": statistics.median(times),
        "decisions": len(times) / seconds,
        "lost": lost,
        "refused": load.refused,
        "memory": memory,
    }


def capacity(number: int) -> dict[str, float]:
    """Find the number of tables at which the 99th percentile exceeds MAX_MILLISECONDS."""
    return {
        "tables": next(
            (
                tables
                for tables in MORE_TABLES
                if receipts(number, tables)["p99"] > MAX_MILLISECONDS
            ),
            math.inf,
        )
    }


def _memory(server: ServerProcess) -> float:
    """Return the kilobytes that only this process uses, as far as Linux says."""
    status = Path(f"/proc/{server.process.pid}/smaps_rollup").read_text(encoding="ascii")
    return float(re.findall(r"^Pss: +(\d+) kB", status, re.MULTILINE)[0])


def decisions(number: int, *, has_uvloop: bool = True) -> dict[str, float]:
    """Measure the server's processor time per decision while nobody thinks, and bytes per seat."""
    with tempfile.TemporaryDirectory() as folder:
        server = ServerProcess(Path(folder), has_uvloop=has_uvloop)
        client = server.client()
        load = Load([client], SATURATED_SECONDS, random.Random(number), 0.0)
        try:
            before = cpu_seconds(server.process.pid) or 0.0
            asyncio.run(play_tables(load, SATURATED_TABLES))
            seconds = (cpu_seconds(server.process.pid) or 0.0) - before
        finally:
            client.close()
            server.kill()
    count = len(load.milliseconds)
    return {
        "cpu": 1000 * seconds / count,
        "rate": count / SATURATED_SECONDS,
        "bytes": load.received_bytes / count / len(COLOURS),
    }


def decisions_on_asyncio(number: int) -> dict[str, float]:
    """Measure the same with the event loop of Python."""
    return decisions(number, has_uvloop=False)


def _stored(client: Client, table: str) -> int:
    """Return the stored version of a table."""
    return int(client.http.get(f"/api/tables/{table}").json()["number"])
