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

import msgspec
from msgspec import Struct
from websockets.asyncio.client import ClientConnection, connect

from tests.server.harness import Client, ServerProcess

TABLES = 100
COLOURS = ("red", "blue", "green")
BOT_TABLES = 20
BOTS = ("apprentice", "journeyman", "craftsman", "architect")
SECONDS = 300.0
THINKING_TIME = 1.0  # seconds, on average
RECEIVE_TIMEOUT = 60.0


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
    end: float = 0.0
    seated: asyncio.Event = field(default_factory=asyncio.Event)
    waiting: int = 0  # tables with all players connected
    milliseconds: list[float] = field(default_factory=list)
    newest_versions: dict[str, int] = field(default_factory=dict)
    games: int = 0
    refused: int = 0

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


class _Seat:
    """The connection of a seat, with its last message about the table and the time it arrived."""

    def __init__(self, connection: ClientConnection) -> None:
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
            elif message.type == "refused":
                self.refused += 1


def _choice(legal: list[_Legal], rng: random.Random) -> int:
    """Choose a random decision, but do not spend prestige endlessly."""
    preferred = [decision for decision in legal if not decision.text.startswith("prestige")]
    return rng.choice(preferred or legal).id


async def _play(load: Load, tables: int) -> None:
    """Play games one after the other, until the time is over."""
    is_first = True
    while is_first or load.has_time():
        new_game = {"seats": [{"colour": colour} for colour in COLOURS]}
        table = await asyncio.to_thread(load.client.create_table, new_game)
        live = load.client.url.replace("http", "ws", 1) + f"/api/tables/{table}/live?seat="
        seats = {colour: _Seat(await connect(live + colour, max_size=None)) for colour in COLOURS}
        if is_first:
            await load.sit_down(tables)
            is_first = False
        try:
            await _play_out(load, table, seats)
        finally:
            for seat in seats.values():
                await seat.connection.close()
        load.games += 1


async def _play_out(load: Load, table: str, seats: dict[str, _Seat]) -> None:
    for seat in seats.values():
        await seat.receive(0)
    message = seats[COLOURS[0]].message
    while load.has_time() and message.due is not None:
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
        async with connect(live, max_size=None) as connection:
            spectator = _Seat(connection)
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


def _stored(client: Client, table: str) -> int:
    """Return the stored version of a table."""
    return int(client.http.get(f"/api/tables/{table}").json()["number"])
