"""A table in memory: requests that must not be lost, and thoughts that nobody needs."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from redcathedral.server.core.actor import PLAYING, Actor
from redcathedral.server.core.listener import Listener
from redcathedral.server.core.overrides import PATIENCE, BotLimits
from redcathedral.server.core.store.store import Store
from redcathedral.server.core.table.messages import refused
from redcathedral.server.core.tables import Tables
from redcathedral.server.core.wire.lobby import NewSeat, NewTable
from redcathedral.server.core.wire.protocol import Hints, Refused, Table, Undo
from redcathedral.server.features.bots.bot_pool import BotPool
from redcathedral.server.features.bots.bot_turns import BotTurns
from tests.server import event_loop
from tests.server.harness import ANY_VISITOR, repository

PEOPLE = NewTable([NewSeat("red"), NewSeat("blue")])
BOTS = NewTable([NewSeat(c, kind="bot", bot="apprentice") for c in ("red", "blue")])


@asynccontextmanager
async def tables(folder: Path) -> AsyncIterator[Tables]:
    games = repository(Store.in_folder(folder))
    made = Tables(games)
    pool = BotPool(BotLimits())
    made.features.append(lambda table: BotTurns(table, pool))
    yield made
    await made.close()
    await pool.close()
    games.thread.close()


def listener() -> Listener:
    return Listener("en", None, -1, ANY_VISITOR)


async def join(actor: Actor, page: Listener) -> None:
    """Come to the table as soon as there is room."""
    while True:
        try:
            actor.join(page)
        except asyncio.QueueFull:
            await asyncio.sleep(0)
        else:
            return


def test_a_page_that_goes_is_heard_where_the_table_is_busy(tmp_path: Path) -> None:
    async def run() -> None:
        async with tables(tmp_path) as all_:
            actor = await all_.actor((await all_.open(PEOPLE, ANY_VISITOR)).id)
            first = listener()
            actor.join(first)
            with suppress(asyncio.QueueFull):
                while True:
                    actor.run_command(first, Undo(77))
            actor.leave(first)
            others = [listener() for _ in range(PLAYING)]
            for other in others:
                await join(actor, other)
            for other in others:
                assert isinstance(await other.next(), Table)

    event_loop.run(run())


def test_hints_come_after_the_table_that_they_are_about(tmp_path: Path) -> None:
    """Also to a page that reads late; a refusal before them keeps its place."""

    async def run() -> None:
        async with tables(tmp_path) as all_:
            actor = await all_.actor((await all_.open(PEOPLE, ANY_VISITOR)).id)
            slow = listener()
            slow.tell(refused("en", "stale", 1, []))
            slow.tell(Hints(1, "red", [], "", []))
            slow.tell(actor.table("en", ANY_VISITOR, None))
            assert [type(await slow.next()) for _ in range(3)] == [Refused, Table, Hints]

    event_loop.run(run())


def test_no_bot_thinks_for_a_table_that_has_ended(tmp_path: Path) -> None:
    async def run() -> None:
        async with tables(tmp_path) as all_:
            id_ = (await all_.open(BOTS, ANY_VISITOR)).id
            actor = await all_.actor(id_)
            page = listener()
            actor.join(page)
            await page.next()
            (bots,) = actor._features
            assert isinstance(bots, BotTurns)
            task = all_._tasks[id_]
            task.cancel()
            await asyncio.gather(task, *bots._tasks, return_exceptions=True)
            assert actor.has_ended
            bots.resume()  # as after a decision that could not be stored
            assert not bots.is_busy

    event_loop.run(run())


def test_a_table_ends_in_whatever_moment_it_is_told_to(tmp_path: Path) -> None:
    async def run() -> None:
        async with tables(tmp_path) as all_:
            for moments in range(6):  # from a request that is sent to one that is carried out
                id_ = (await all_.open(PEOPLE, ANY_VISITOR)).id
                actor = await all_.actor(id_)
                page = listener()
                actor.join(page)
                await page.next()
                task = all_._tasks[id_]
                actor.leave(page)
                for _ in range(moments):
                    await asyncio.sleep(0)
                task.cancel()
                done, _ = await asyncio.wait([task], timeout=PATIENCE / 2)
                assert done, moments

    event_loop.run(run())
