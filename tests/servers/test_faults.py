"""Processes and connections that end during play: nothing shown is lost, and play continues."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import time
from contextlib import closing

import pytest

from redcathedral.server.sql.store import SqlStore
from tests.server.harness import TIMEOUT_SECONDS, Json
from tests.servers.cluster import ServerCluster
from tests.servers.spread_games import SpreadTable

pytestmark = pytest.mark.servers

TABLES = 16
ENDS = int(os.environ.get("REDCATHEDRAL_FAULTS", "10"))  # of both processes in turn
CONTINUE_SECONDS = 3.0
PEOPLE: Json = {"seats": [{"colour": c} for c in ("red", "blue", "green", "yellow")]}
WITH_BOT: Json = {
    "seats": [*PEOPLE["seats"][:3], {"colour": "yellow", "kind": "bot", "bot": "random"}]
}


def spread_tables(cluster: ServerCluster) -> list[SpreadTable]:
    """Tables for four, one in four of them with a bot."""
    addresses = [process.address.rstrip("/") for process in cluster.processes]
    clients = [cluster.client(number) for number in range(len(addresses))]
    tables = []
    for number in range(TABLES):
        wish = WITH_BOT if number % 4 == 3 else PEOPLE
        people = [seat["colour"] for seat in wish["seats"] if "bot" not in seat]
        table = clients[number % len(clients)].create_table(wish)
        tables.append(SpreadTable(addresses, table, people))
    return tables


def check_stored(cluster: ServerCluster, tables: list[SpreadTable]) -> None:
    """All tables that a page has seen are stored, and nothing was refused."""
    with closing(SqlStore(cluster.url)) as store:
        for table in tables:
            assert len(store.load(table.id).actions) >= table.newest["number"]
    assert [table.refusals for table in tables] == [[] for _ in tables]


async def continued(tables: list[SpreadTable]) -> list[float]:
    """Wait until each table has shown another decision to all pages; return the seconds it took."""
    start = time.monotonic()

    async def seconds(table: SpreadTable) -> float:
        if not table.newest["over"]:
            table.shown.clear()
            await asyncio.wait_for(table.shown.wait(), TIMEOUT_SECONDS)
        return time.monotonic() - start

    return await asyncio.gather(*map(seconds, tables))


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_games_continue_when_one_of_two_processes_ends(
    cluster: ServerCluster, number: signal.Signals
) -> None:
    tables = spread_tables(cluster)
    chance = random.Random(7)

    async def story() -> list[float]:
        """Return the seconds until each table continued after each end of a process."""
        end = asyncio.Event()
        seconds = []
        async with asyncio.TaskGroup() as tasks:
            for table in tables:
                tasks.create_task(table.play(random.Random(chance.random()), end))
            for turn in range(ENDS):
                await continued(tables)
                victim = cluster.processes[turn % 2]
                await asyncio.to_thread(victim.end, number)
                seconds += await continued(tables)
                address = await asyncio.to_thread(cluster.restart, turn % 2)
                for table in tables:
                    table.addresses[turn % 2] = address
            end.set()
        return seconds

    seconds = asyncio.run(story())
    print(f"{signal.Signals(number).name}: continued after at most {max(seconds):.1f} s")
    check_stored(cluster, tables)
