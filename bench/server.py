"""Many tables at once in a side's process: a server of its own, and who plays there.

Each seat has a connection of its own.  Whoever has to decide thinks for a second on average.  A
decision counts from when it is sent until the last seat of its table has heard of it.
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

from tests.server.harness import Client, Process

TABLES = 100
COLOURS = ("red", "blue", "green")
BOT_TABLES = 20
BOTS = ("apprentice", "journeyman", "craftsman", "architect")
SECONDS = 300.0
THOUGHT = 1.0  # seconds, on average
PATIENCE = 60.0


class _Legal(Struct):
    id: int
    text: str


class _Due(Struct):
    seat: str


class _Heard(Struct):
    """What is looked at of a message."""

    type: str
    number: int = -1
    due: _Due | None = None
    legal: list[_Legal] = []
    over: dict[str, object] | None = None


_DECODER = msgspec.json.Decoder(_Heard)


@dataclass
class Load:
    """What was measured so far; ``told`` is the newest version that anybody heard of."""

    house: Client
    seconds: float
    chance: random.Random
    thought: float = THOUGHT
    end: float = 0.0
    seated: asyncio.Event = field(default_factory=asyncio.Event)
    waiting: int = 0  # tables at which everybody sits
    milliseconds: list[float] = field(default_factory=list)
    told: dict[str, int] = field(default_factory=dict)
    games: int = 0
    refused: int = 0

    def goes_on(self) -> bool:
        """Whether there is time."""
        return time.monotonic() < self.end

    async def sit_down(self, tables: int) -> None:
        """Wait until everybody sits at all tables; then the time begins."""
        self.waiting += 1
        if self.waiting == tables:
            self.end = time.monotonic() + self.seconds
            self.seated.set()
        await self.seated.wait()


class _Seat:
    """A connection, what it has heard last, and when."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.now = _Heard("")
        self.at = 0.0
        self.refused = 0

    async def hear(self, number: int) -> None:
        """Read until a version is known."""
        while self.now.number < number:
            text = await asyncio.wait_for(self.connection.recv(decode=False), PATIENCE)
            self.at = time.perf_counter()
            heard = _DECODER.decode(text)
            if heard.type == "table":
                self.now = heard
            elif heard.type == "refused":
                self.refused += 1


def _choice(legal: list[_Legal], chance: random.Random) -> int:
    """A decision by lot, but no prestige thrown away without end."""
    usual = [each for each in legal if not each.text.startswith("prestige")]
    return chance.choice(usual or legal).id


async def _play(load: Load, tables: int) -> None:
    """Games at one table after the other, until the time is over."""
    is_first = True
    while is_first or load.goes_on():
        wish = {"seats": [{"colour": colour} for colour in COLOURS]}
        table = await asyncio.to_thread(load.house.new, wish)
        live = load.house.url.replace("http", "ws", 1) + f"/api/tables/{table}/live?seat="
        opened = [await connect(live + colour, max_size=None) for colour in COLOURS]
        seats = {colour: _Seat(one) for colour, one in zip(COLOURS, opened, strict=True)}
        if is_first:
            await load.sit_down(tables)
            is_first = False
        try:
            await _play_out(load, table, seats)
        finally:
            for one in opened:
                await one.close()
        load.games += 1


async def _play_out(load: Load, table: str, seats: dict[str, _Seat]) -> None:
    for seat in seats.values():
        await seat.hear(0)
    known = seats[COLOURS[0]].now
    while load.goes_on() and known.due is not None:
        await asyncio.sleep(load.chance.expovariate(1 / load.thought))
        mover = seats[known.due.seat]
        decision = _choice(mover.now.legal, load.chance)
        number = mover.now.number
        command = {"type": "play", "number": number, "decision": decision}
        begin = time.perf_counter()
        await mover.connection.send(msgspec.json.encode(command).decode())
        await asyncio.gather(*(seat.hear(number + 1) for seat in seats.values()))
        load.milliseconds.append(1000 * (max(seat.at for seat in seats.values()) - begin))
        known = mover.now
        load.told[table] = known.number
    load.refused += sum(seat.refused for seat in seats.values())


async def _watch_bots(load: Load) -> None:
    """Games of four bots one after the other, with somebody who looks on."""
    await load.seated.wait()
    while load.goes_on():
        seats = [
            {"colour": colour, "kind": "bot", "bot": bot}
            for colour, bot in zip((*COLOURS, "yellow"), BOTS, strict=True)
        ]
        table = await asyncio.to_thread(load.house.new, {"seats": seats})
        live = load.house.url.replace("http", "ws", 1) + f"/api/tables/{table}/live?seat=-"
        async with connect(live, max_size=None) as connection:
            page = _Seat(connection)
            while load.goes_on() and not page.now.over:
                await page.hear(page.now.number + 1)
                load.told[table] = page.now.number


async def play_tables(load: Load, tables: int, bot_tables: int) -> None:
    async with asyncio.TaskGroup() as group:
        for _ in range(tables):
            group.create_task(_play(load, tables))
        for _ in range(bot_tables):
            group.create_task(_watch_bots(load))


def receipts(
    number: int, tables: int = TABLES, bot_tables: int = BOT_TABLES, seconds: float = SECONDS
) -> dict[str, float]:
    """Milliseconds to the last seat's receipt; what a server that is killed then has lost."""
    with tempfile.TemporaryDirectory() as folder:
        server = Process(Path(folder))
        house = server.client()
        load = Load(house, seconds, random.Random(number))
        try:
            asyncio.run(play_tables(load, tables, bot_tables))
        finally:
            house.close()
            server.kill()
        again = Process(Path(folder))
        house = again.client()
        try:
            lost = sum(_stored(house, table) < told for table, told in load.told.items())
        finally:
            house.close()
            again.kill()
    times = sorted(load.milliseconds)
    return {
        "p99": times[int(0.99 * len(times))],
        "median": statistics.median(times),
        "decisions": len(times) / seconds,
        "lost": lost,
        "refused": load.refused,
    }


def _stored(house: Client, table: str) -> int:
    """The version of a table that is kept."""
    return int(house.http.get(f"/api/tables/{table}").json()["number"])
