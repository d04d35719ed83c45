"""Processes and connections that end during play: nothing shown is lost, and play continues."""

from __future__ import annotations

import asyncio
import os
import random
import signal

import pytest

from tests.servers.cluster import ServerCluster
from tests.servers.spread_games import check_stored, continued, spread_tables

pytestmark = pytest.mark.servers

TABLES = 16
ENDS = {signal.SIGKILL: 20, signal.SIGTERM: 6}  # of both processes in turn
CONTINUE_SECONDS = 3.0


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_games_continue_when_one_of_two_processes_ends(
    cluster: ServerCluster, number: signal.Signals
) -> None:
    ends = int(os.environ.get("REDCATHEDRAL_FAULTS", ENDS[number]))
    tables = spread_tables(cluster, TABLES)
    chance = random.Random(7)

    async def story() -> list[float]:
        """Return the seconds until each table continued after each end of a process."""
        end = asyncio.Event()
        seconds = []
        async with asyncio.TaskGroup() as tasks:
            for table in tables:
                tasks.create_task(table.play(random.Random(chance.random()), end))
            for turn in range(ends):
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
    assert [table.refusals for table in tables] == [[] for _ in tables]
