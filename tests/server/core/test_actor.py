"""The actor of a table keeps important requests and stops needless bot searches."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path

import pytest

from redcathedral.server.core.actor import MAX_PLAYER_PAGES, Actor
from redcathedral.server.core.listener import Listener
from redcathedral.server.core.overrides import IDLE_SECONDS, BotLimits
from redcathedral.server.core.server_feature import ServerContext
from redcathedral.server.core.table.messages import refused
from redcathedral.server.core.table_socket import HEARTBEAT_SECONDS
from redcathedral.server.core.tables import Tables
from redcathedral.server.core.wire.lobby import NewSeat, NewTable
from redcathedral.server.core.wire.protocol import Hints, Refused, Table, Undo
from redcathedral.server.core.workers import WorkerLost
from redcathedral.server.features.bots.bot_pool import BotPool
from redcathedral.server.features.bots.feature import BotTurns
from redcathedral.server.run.worker_processes import WorkerProcesses
from redcathedral.server.sql.store import SqlStore
from tests.server import event_loop
from tests.server.harness import ANY_VISITOR, TIMEOUT_SECONDS, repository

PEOPLE = NewTable([NewSeat("red"), NewSeat("blue")])
BOTS = NewTable([NewSeat(c, kind="bot", bot="apprentice") for c in ("red", "blue")])


@asynccontextmanager
async def tables(folder: Path) -> AsyncIterator[Tables]:
    context = ServerContext(
        repository(SqlStore.in_folder(folder)), WorkerProcesses, heartbeat=HEARTBEAT_SECONDS
    )
    pool = BotPool(context.workers, BotLimits())
    context.tables.features.append(lambda table: BotTurns(table, pool))
    yield context.tables
    await context.stop()
    context.thread.close()


def listener() -> Listener:
    return Listener("en", None, -1, ANY_VISITOR)


async def join(actor: Actor, page: Listener) -> None:
    """Join a table as soon as its queue has room."""
    while True:
        try:
            actor.join(page)
        except asyncio.QueueFull:
            await asyncio.sleep(0)
        else:
            return


def test_page_can_leave_a_table_with_a_full_queue(tmp_path: Path) -> None:
    async def run() -> None:
        async with tables(tmp_path) as all_tables:
            actor = await all_tables.actor((await all_tables.open(PEOPLE, ANY_VISITOR)).id)
            first = listener()
            actor.join(first)
            with suppress(asyncio.QueueFull):
                while True:
                    actor.run_command(first, Undo(77))
            actor.leave(first)
            listeners = [listener() for _ in range(MAX_PLAYER_PAGES)]
            for other in listeners:
                await join(actor, other)
            for other in listeners:
                assert isinstance(await other.next(), Table)

    event_loop.run(run())


def test_hints_follow_the_table_they_belong_to(tmp_path: Path) -> None:
    """A slow page also receives them in order, and an earlier refusal keeps its place."""

    async def run() -> None:
        async with tables(tmp_path) as all_tables:
            actor = await all_tables.actor((await all_tables.open(PEOPLE, ANY_VISITOR)).id)
            slow = listener()
            slow.send(refused("en", "stale", 1, []))
            slow.send(Hints(1, "red", [], "", []))
            slow.send(actor.table("en", ANY_VISITOR, None))
            assert [type(await slow.next()) for _ in range(3)] == [Refused, Table, Hints]

    event_loop.run(run())


def test_no_bot_searches_for_a_closed_table(tmp_path: Path) -> None:
    async def run() -> None:
        async with tables(tmp_path) as all_tables:
            id_ = (await all_tables.open(BOTS, ANY_VISITOR)).id
            actor = await all_tables.actor(id_)
            page = listener()
            actor.join(page)
            await page.next()
            (bots,) = actor._features
            assert isinstance(bots, BotTurns)
            task = all_tables._tasks[id_]
            task.cancel()
            await asyncio.gather(task, *bots._tasks, return_exceptions=True)
            assert actor.has_ended
            bots.resume()  # a failed write of a decision also resumes the bots
            assert not bots.is_busy

    event_loop.run(run())


def test_actor_can_be_cancelled_at_any_moment(tmp_path: Path) -> None:
    async def run() -> None:
        async with tables(tmp_path) as all_tables:
            for steps in range(6):  # between sending a request and carrying it out
                id_ = (await all_tables.open(PEOPLE, ANY_VISITOR)).id
                actor = await all_tables.actor(id_)
                page = listener()
                actor.join(page)
                await page.next()
                task = all_tables._tasks[id_]
                actor.leave(page)
                for _ in range(steps):
                    await asyncio.sleep(0)
                task.cancel()
                done, _ = await asyncio.wait([task], timeout=IDLE_SECONDS / 2)
                assert done, steps

    event_loop.run(run())


def test_workers_end_with_the_server(tmp_path: Path) -> None:
    async def run() -> None:
        store = SqlStore.in_folder(tmp_path)
        context = ServerContext(repository(store), WorkerProcesses, heartbeat=HEARTBEAT_SECONDS)
        workers = context.workers(1, "test")
        assert await workers.run(partial(str, 1), TIMEOUT_SECONDS) == "1"
        await context.stop()
        with pytest.raises(WorkerLost, match="stopping"):
            await workers.run(partial(str, 1), TIMEOUT_SECONDS)
        context.thread.close()

    event_loop.run(run())
