"""Processes on one PostgreSQL: who leads a table, who has its pages, and notifications of commits.

A notification has ids only; a check every second finds actions that a lost one would have named,
and after a new connection tables are loaded again.  Each process has a session lock, which it loses
when it is killed, and a row, which expires if it is not renewed.  The tables of a dead process are
free when another one has deleted its row.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, ClassVar, Final

import psycopg
from sqlalchemy import URL

from redcathedral.server.core.cluster import ACTIONS, EVERYTHING, PAGES, Cluster, TablePages
from redcathedral.server.sql.bounded_connection import TIMEOUT_SECONDS, AsyncConnection
from redcathedral.server.sql.upgrade import LOCK_CLASS

LOG: Final = logging.getLogger(__name__)
CHECK_SECONDS: Final = 1.0
LIFE_SECONDS: Final = 6  # of a row that is not renewed
CHANNEL: Final = "redcathedral"
ALL_TABLES: Final = "*"  # in place of a table's id

# In each statement, %(server)s is this process.
JOIN: Final = f"""
insert into server (until) values (now() + interval '{LIFE_SECONDS} seconds')
returning id, pg_advisory_lock({LOCK_CLASS}, id)"""
RENEW: Final = f"""
update server set until = now() + interval '{LIFE_SECONDS} seconds' where id = %(server)s
returning id"""
DELETE_DEAD: Final = f"""
delete from server where id <> %(server)s
and (until < now() or pg_try_advisory_xact_lock({LOCK_CLASS}, id)) returning id"""
STATES: Final = """
select id, number, server from game left join leader on game = id where id = any(%(tables)s)"""
CLAIM: Final = """
insert into leader (game, server) select id, %(server)s from game where id = %(table)s
on conflict (game) do update set server = excluded.server where leader.server = excluded.server
returning game"""
CLAIM_WORK: Final = """
insert into work (name, server) values (%(name)s, %(server)s)
on conflict (name) do update set server = excluded.server where work.server = excluded.server
returning name"""
RELEASE_WORK: Final = "delete from work where name = %(name)s and server = %(server)s"
RELEASE: Final = """
with pages as (delete from open_pages where game = %(table)s and server = %(server)s)
delete from leader where game = %(table)s and server = %(server)s"""
SHOW_PAGES: Final = """
insert into open_pages (game, server, seats, spectators)
select id, %(server)s, %(seats)s, %(spectators)s from game where id = %(table)s
on conflict (game, server) do update
set seats = excluded.seats, spectators = excluded.spectators"""
ELSEWHERE: Final = """
select seats, spectators from open_pages where game = %(table)s and server <> %(server)s"""
NOTIFY: Final = f"""
select pg_notify('{CHANNEL}', payload) from unnest(%(payloads)s::text[]) payload"""
LEAVE: Final = "delete from server where id = %(server)s"


class SqlCluster(Cluster):
    """One of the processes on a PostgreSQL database."""

    has_others: ClassVar[bool] = True

    def __init__(self, url: URL) -> None:
        url = url.set(drivername="postgresql")
        url = url.update_query_dict({"connect_timeout": str(TIMEOUT_SECONDS)})
        self._conninfo = url.render_as_string(hide_password=False)
        self._id = 0  # another one after each lost connection
        self._connection: AsyncConnection | None = None
        self._lock = asyncio.Lock()  # for one statement at a time
        self._versions: Callable[[], Mapping[str, int]] = dict
        self._wake: Callable[[str, str], None] = lambda *_: None
        self._pending: set[str] = set()  # news of tables, not announced yet
        self._has_pending = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    async def start(
        self, versions: Callable[[], Mapping[str, int]], wake: Callable[[str, str], None]
    ) -> None:
        self._versions, self._wake = versions, wake
        await self._connect()
        self._tasks = [
            asyncio.create_task(self._repeat(work), name="cluster")
            for work in (self._receive, self._check, self._send)
        ]

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._send_pending()
        await self._execute(LEAVE)
        await self._execute(NOTIFY, payloads=[f"{ALL_TABLES} {PAGES} {self._id}"])
        await self._disconnect()

    async def _repeat(self, work: Callable[[], Awaitable[None]]) -> None:
        """Run a task again after it has ended or failed."""
        while True:
            try:
                await work()
            except psycopg.Error as error:
                LOG.error("the other servers are not heard: %s", error)
            except Exception:
                LOG.exception("the exchange with other servers failed")
            await asyncio.sleep(CHECK_SECONDS)

    # --- the connection

    async def _connect(self) -> None:
        """Connect as a new process, which leads no table; raises psycopg.Error."""
        connection = await AsyncConnection.connect(self._conninfo, autocommit=True)
        await connection.execute("set synchronous_commit = off")  # nothing here has to last
        row = await (await connection.execute(JOIN)).fetchone()
        assert row is not None
        self._id = row[0]
        self._connection = connection

    async def _disconnect(self) -> None:
        if self._connection is not None:
            connection, self._connection = self._connection, None
            await connection.close()

    async def _execute(self, query: str, **values: object) -> list[Any] | None:
        """Return the rows of a statement, None if the database cannot be reached."""
        async with self._lock:
            if (connection := self._connection) is None:
                return None  # the next check connects again
            try:
                cursor = await connection.execute(query.encode(), {**values, "server": self._id})
                return await cursor.fetchall() if cursor.description else []
            except psycopg.Error as error:
                LOG.error("the other servers cannot be reached: %s", error)
                await self._disconnect()
                return None

    # --- notifications

    def announce(self, table_id: str, news: str) -> None:
        self._pending.add(f"{table_id} {news}")
        self._has_pending.set()

    async def _send(self) -> None:
        while True:
            await self._has_pending.wait()
            if not await self._send_pending():
                return  # try again later

    async def _send_pending(self) -> bool:
        """Announce what is pending; return False if it must be tried again."""
        pending = [*self._pending]
        payloads = [f"{text} {self._id}" for text in pending]
        if payloads and await self._execute(NOTIFY, payloads=payloads) is None:
            return False
        self._pending.difference_update(pending)
        if not self._pending:
            self._has_pending.clear()
        return True

    async def _receive(self) -> None:
        connect = psycopg.AsyncConnection.connect  # its notifications may come at any time
        async with await connect(self._conninfo, autocommit=True) as connection:
            await connection.execute(f"listen {CHANNEL}")
            self._wake_all(EVERYTHING)
            async for notification in connection.notifies():
                table_id, news, sender = notification.payload.split()
                if table_id == ALL_TABLES:
                    self._wake_all(news)
                elif sender != str(self._id) and table_id in self._versions():
                    self._wake(table_id, news)

    def _wake_all(self, news: str) -> None:
        for table_id in self._versions():
            self._wake(table_id, news)

    async def _check(self) -> None:
        """Renew the row of this process, delete dead ones, and wake the tables that have news."""
        if await self._execute(RENEW) == []:  # another process has deleted the row
            await self._disconnect()
        if self._connection is None:
            await self._connect()
            self._wake_all(EVERYTHING)
        if await self._execute(DELETE_DEAD):
            await self._execute(NOTIFY, payloads=[f"{ALL_TABLES} {PAGES} {self._id}"])
        versions = dict(self._versions())
        rows = await self._execute(STATES, tables=[*versions]) if versions else None
        if rows is None:
            return
        states = {table_id: (number, leader) for table_id, number, leader in rows}
        for table_id, version in versions.items():
            number, leader = states.get(table_id, (None, None))
            if number != version:
                self._wake(table_id, ACTIONS)
            if number is not None and leader is None:
                self._wake(table_id, PAGES)

    # --- leaders and pages

    async def claim(self, table_id: str) -> bool:
        return bool(await self._execute(CLAIM, table=table_id))

    async def release(self, table_id: str) -> None:
        await self._execute(RELEASE, table=table_id)
        self.announce(table_id, PAGES)

    async def claim_work(self, name: str) -> bool:
        return bool(await self._execute(CLAIM_WORK, name=name))

    async def release_work(self, name: str) -> None:
        await self._execute(RELEASE_WORK, name=name)

    async def show_pages(self, table_id: str, seats: frozenset[int], spectators: int) -> None:
        text = " ".join(map(str, sorted(seats)))
        await self._execute(SHOW_PAGES, table=table_id, seats=text, spectators=spectators)
        self.announce(table_id, PAGES)

    async def pages_elsewhere(self, table_id: str) -> TablePages:
        rows = await self._execute(ELSEWHERE, table=table_id) or []
        seats = frozenset(int(seat) for text, _ in rows for seat in text.split())
        return TablePages(seats, sum(count for _, count in rows))
