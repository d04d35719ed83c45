"""Tasks of two servers on one PostgreSQL: pages spread over both, and pages of a killed one."""

from __future__ import annotations

import asyncio
import random
import statistics
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import sqlalchemy as sa
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from bench.server import COLOURS, NEW_GAME, Load, Seat, play_tables, sit_down
from redcathedral.server.sql.schema import ACTION, EDITION, GAME, HOLDER, PERSON
from tests.server.harness import Client, decide
from tests.server.postgresql import running
from tests.servers.cluster import ServerCluster
from tools.cpu_time import cpu_seconds

SPREAD_TABLES = 16
SPREAD_SECONDS = 20.0
REJOINING_TABLES = 200
ACTIONS = 60  # of each of these tables
# As in web/src/core/connection.ts and jitter.ts: seconds until a page connects again.
FIRST_DELAY, MAX_DELAY, MAX_JITTER = 0.4, 8.0, 0.3


@contextmanager
def _two_servers() -> Iterator[ServerCluster]:
    with running() as database, tempfile.TemporaryDirectory() as folder:
        servers = ServerCluster(database.url, Path(folder), has_uvloop=True)
        try:
            servers.start(2)
            yield servers
        finally:
            servers.close()


def _cpu(servers: ServerCluster) -> float:
    return sum(cpu_seconds(server.process.pid) or 0.0 for server in servers.processes)


def spread(number: int) -> dict[str, float]:
    """Measure the processor milliseconds of a decision at two servers that play without pauses.

    ``together``: the pages of a table are at one server; ``spread``: they are at both.
    """
    costs = {}
    for name, is_spread in (("together", False), ("spread", True)):
        with _two_servers() as servers:
            clients = [servers.client(0), servers.client(1)]
            load = Load(clients, SPREAD_SECONDS, random.Random(number), 0.0, is_spread)
            before = _cpu(servers)
            asyncio.run(play_tables(load, SPREAD_TABLES))
            costs[name] = 1000 * (_cpu(servers) - before) / len(load.milliseconds)
    return {**costs, "ratio": costs["spread"] / costs["together"]}


def rejoin(number: int) -> dict[str, float]:
    """Measure the seconds until all pages of a killed server have their tables from another one."""
    chance = random.Random(number)
    with _two_servers() as servers:
        client = servers.client(0)
        tables = _tables(client, servers.url, chance)
        other = servers.client(1).url.replace("http", "ws", 1)
        load = Load([client], 0.0, chance)
        return asyncio.run(_rejoin(load, tables, servers, other))


def _tables(client: Client, url: str, chance: random.Random) -> list[str]:
    """Play a game for some actions, and copy its rows for the other tables; return all ids."""
    table = client.create_table(NEW_GAME)
    page = client.open_page(table)
    while page.now["number"] < ACTIONS:
        page.send_command("play", decision=decide(page.now["legal"], chance))
        page.next_table()
    ids = [f"copy-{number}" for number in range(REJOINING_TABLES)]
    engine = sa.create_engine(url)
    with engine.begin() as connection:
        for name, copied in ((n, t) for n in ids for t in (GAME, ACTION, PERSON, HOLDER)):
            key = copied.c.id if copied is GAME else copied.c.game
            columns = [sa.literal(name) if column is key else column for column in copied.c]
            rows = sa.select(*columns).where(key == table)
            connection.execute(sa.insert(copied).from_select([c.name for c in copied.c], rows))
    engine.dispose()
    assert EDITION.name  # the copies share the edition
    return ids


async def _rejoin(
    load: Load, tables: list[str], servers: ServerCluster, other: str
) -> dict[str, float]:
    places = [(table, seat) for table in tables for seat in range(len(COLOURS))]
    pages = []
    for table, seat in places:
        page = await sit_down(load.live(0, seat, table))
        await page.receive(ACTIONS)
        pages.append(page)
    before = cpu_seconds(servers.processes[1].process.pid) or 0.0
    start = time.perf_counter()
    servers.processes[0].process.kill()
    waits = [
        _wait(page, table, seat, other, load.rng)
        for page, (table, seat) in zip(pages, places, strict=True)
    ]
    seconds = sorted(end - start for end in await asyncio.gather(*waits))
    used = (cpu_seconds(servers.processes[1].process.pid) or 0.0) - before
    servers.kill(0)
    return {
        "last": seconds[-1],
        "median": statistics.median(seconds),
        "cpu": 1000 * used / len(seconds),
    }


async def _wait(page: Seat, table: str, seat: int, other: str, chance: random.Random) -> float:
    """Connect as a page does after its connection is lost; return when it has the table."""
    with suppress(ConnectionClosed):
        while True:
            await page.connection.recv()
    delay = FIRST_DELAY
    while True:
        await asyncio.sleep(delay * (1 + MAX_JITTER * chance.random()))
        query = f"seat={COLOURS[seat]}&changes=true&since={page.message.number}"
        with suppress(OSError, InvalidHandshake, ConnectionClosed, TimeoutError):
            again = await sit_down(f"{other}/api/tables/{table}/live?{query}")
            await again.receive(page.message.number)
            end = time.perf_counter()
            await again.connection.close()
            return end
        delay = min(MAX_DELAY, 2 * delay)
