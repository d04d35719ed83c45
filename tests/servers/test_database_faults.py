"""PostgreSQL stops or hangs during play: decisions are refused, and play continues by itself."""

from __future__ import annotations

import asyncio
import os
import random
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import AbstractContextManager, asynccontextmanager

import httpx
import pytest

from tests.server.harness import RED_AND_BLUE, Page, is_closed
from tests.server.postgresql import PostgreSQL, running
from tests.servers.cluster import ServerCluster
from tests.servers.spread_games import check_stored, continued, spread_tables

pytestmark = pytest.mark.servers

TABLES = 8
ANSWER_SECONDS = 6.5  # the server waits 5 seconds for the database
CONTINUE_SECONDS = 5.0
HANG_SECONDS = float(os.environ.get("REDCATHEDRAL_HANG", "0"))  # at least until all answers


@pytest.fixture(scope="module")
def database() -> Iterator[PostgreSQL]:
    """A PostgreSQL server that these tests may stop."""
    with running() as server:
        yield server


@pytest.fixture(scope="module")
def postgresql_server(database: PostgreSQL) -> str:
    return database.url


@asynccontextmanager
async def during(fault: AbstractContextManager[None]) -> AsyncIterator[None]:
    """Begin and end a fault while the event loop runs."""
    await asyncio.to_thread(fault.__enter__)
    try:
        yield
    finally:
        await asyncio.to_thread(fault.__exit__, None, None, None)


def refusal(page: Page) -> str:
    """The answer to a decision."""
    page.send_command("play", decision=page.now["legal"][-1]["id"])
    return str(page.next_refusal()["code"])


async def statuses(cluster: ServerCluster, path: str) -> list[int]:
    """The status of a request at each server; a late answer is an error."""
    async with httpx.AsyncClient(timeout=ANSWER_SECONDS) as client:
        urls = [process.address.rstrip("/") + path for process in cluster.processes]
        return [answer.status_code for answer in await asyncio.gather(*map(client.get, urls))]


@pytest.mark.parametrize("fault", ["fast", "immediate", "hang"])
def test_play_continues_after_a_fault_of_the_database(
    cluster: ServerCluster, database: PostgreSQL, fault: str
) -> None:
    tables = spread_tables(cluster, TABLES)
    players = [page for table in tables for page in table.pages]
    clients = [cluster.client(number) for number in (0, 1)]
    pages = [client.open_page(client.create_table(RED_AND_BLUE)) for client in clients]
    chance = random.Random(7)

    async def story() -> list[float]:
        """Return the seconds until each table continued."""
        end = asyncio.Event()
        async with asyncio.TaskGroup() as tasks:
            for table in tables:
                tasks.create_task(table.play(random.Random(chance.random()), end))
            for _ in range(3):
                await continued(tables)
            start = time.monotonic()
            async with during(database.hanging() if fault == "hang" else database.stopped(fault)):
                async with asyncio.timeout(ANSWER_SECONDS):
                    answers = (asyncio.to_thread(refusal, page) for page in pages)
                    assert await asyncio.gather(*answers) == ["not-saved", "not-saved"]
                await asyncio.gather(*(page.is_answered.wait() for page in players))
                assert await statuses(cluster, "/api/tables") == [503, 503]
                assert await statuses(cluster, "/") == [200, 200]
                await asyncio.sleep(HANG_SECONDS - (time.monotonic() - start))
            seconds = await continued(tables)
            await continued(tables)
            end.set()
        return seconds

    seconds = asyncio.run(story())
    longest_wait = max(page.longest_wait for page in players)
    print(f"{fault}: answers after at most {longest_wait:.1f} s")
    print(f"{fault}: continued after at most {max(seconds):.1f} s")
    check_stored(cluster, tables)
    assert {code for table in tables for code in table.refusals} <= {"not-saved", "stale"}
    assert longest_wait < ANSWER_SECONDS
    assert max(seconds) < CONTINUE_SECONDS


def test_a_page_that_connects_again_waits_for_the_database(
    cluster: ServerCluster, database: PostgreSQL
) -> None:
    first, second = cluster.client(0), cluster.client(1)
    table = first.create_table(RED_AND_BLUE)
    first.open_page(table)
    with database.stopped("fast"):
        assert first.open_page(table).now["number"] == 0
        assert second.connect(table).receive()["code"] == "failed"
        assert is_closed(second.connect(table, since=0))
    second.open_page(table, since=0)
