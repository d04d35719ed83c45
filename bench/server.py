"""Tasks of the server: many tables at once, on a separate server, with simulated players.

Each seat has its own connection.  A player thinks for a second on average.  The time of a decision
is from sending it until the last seat of its table has received the new version.
"""

from __future__ import annotations

import asyncio
import random
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

TABLES = 100
COLOURS = ("red", "blue", "green")
BOT_TABLES = 20
BOTS = ("apprentice", "journeyman", "craftsman", "architect")
SECONDS = 300.0
THINKING_TIME = 1.0  # seconds, on average
RECEIVE_TIMEOUT = 60.0
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

    ``newest_versions`` has for each table the newest version that a page received.
    """

    client: Client
    seconds: float
    rng: random.Random
    thinking_time: float = THINKING_TIME
    colours: tuple[str, ...] = COLOURS
    end: float = 0.0
    seated: asyncio.Event = field(default_factory=asyncio.Event)
    waiting: int = 0  # tables with all players connected
    milliseconds: list[float] = field(default_factory=list)
    newest_versions: dict[str, int] = field(default_factory=dict)
    games: int = 0
    refused: int = 0
    received_bytes: int = 0  # by all seats, after their first table

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


class _Seat:
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


async def _play(load: Load, tables: int) -> None:
    """Play games one after the other, until the time is over."""
    is_first = True
    while is_first or load.has_time():
        new_game = {"seats": [{"colour": colour} for colour in load.colours]}
        table = await asyncio.to_thread(load.client.create_table, new_game)
        live = load.client.url.replace("http", "ws", 1) + f"/api/tables/{table}/live?seat="
        seats = {colour: await _sit_down(live + colour) for colour in load.colours}
        if is_first:
            await load.sit_down(tables)
            is_first = False
        try:
            await _play_out(load, table, seats)
        finally:
            for seat in seats.values():
                await seat.connection.close()
        load.games += 1


async def _sit_down(address: str) -> _Seat:
    connection = await connect(
        f"{address}&changes=true", max_size=None, create_connection=_CountingConnection
    )
    return _Seat(cast("_CountingConnection", connection))


async def _play_out(load: Load, table: str, seats: dict[str, _Seat]) -> None:
    for seat in seats.values():
        await seat.receive(0)
        load.received_bytes -= seat.connection.received_bytes  # the first, whole table
    message = seats[load.colours[0]].message
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


async def _watch_bots(load: Load) -> None:
    """Watch games of four bots one after the other, as a spectator."""
    await load.seated.wait()
    while load.has_time():
        seats = [
            {"colour": colour, "kind": "bot", "bot": bot}
            for colour, bot in zip((*COLOURS, "yellow"), BOTS, strict=True)
        ]
        table = await asyncio.to_thread(load.client.create_table, {"seats": seats})
        live = load.client.url.replace("http", "ws", 1) + f"/api/tables/{table}/live?seat=-"
        async with connect(
            live, max_size=None, create_connection=_CountingConnection
        ) as connection:
            spectator = _Seat(cast("_CountingConnection", connection))
            while load.has_time() and not spectator.message.over:
                await spectator.receive(spectator.message.number + 1)
                load.newest_versions[table] = spectator.message.number


async def play_tables(load: Load, tables: int, bot_tables: int) -> None:
    async with asyncio.TaskGroup() as group:
        for _ in range(tables):
            group.create_task(_play(load, tables))
        for _ in range(bot_tables):
            group.create_task(_watch_bots(load))


def receipts(
    number: int, tables: int = TABLES, bot_tables: int = BOT_TABLES, seconds: float = SECONDS
) -> dict[str, float]:
    """Measure milliseconds to the last seat's receipt, and the losses of a killed server."""
    with tempfile.TemporaryDirectory() as folder:
        server = ServerProcess(Path(folder))
        client = server.client()
        load = Load(client, seconds, random.Random(number))
        try:
            asyncio.run(play_tables(load, tables, bot_tables))
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
    }


def decisions(number: int) -> dict[str, float]:
    """Measure the server's processor time per decision while nobody thinks, and bytes per seat."""
    with tempfile.TemporaryDirectory() as folder:
        server = ServerProcess(Path(folder), has_uvloop=True)
        client = server.client()
        load = Load(client, SATURATED_SECONDS, random.Random(number), 0.0, (*COLOURS, "yellow"))
        try:
            before = cpu_seconds(server.process.pid) or 0.0
            asyncio.run(play_tables(load, SATURATED_TABLES, 0))
            seconds = (cpu_seconds(server.process.pid) or 0.0) - before
        finally:
            client.close()
            server.kill()
    count = len(load.milliseconds)
    return {
        "cpu": 1000 * seconds / count,
        "rate": count / SATURATED_SECONDS,
        "bytes": load.received_bytes / count / len(load.colours),
    }


def _stored(client: Client, table: str) -> int:
    """Return the stored version of a table."""
    return int(client.http.get(f"/api/tables/{table}").json()["number"])
