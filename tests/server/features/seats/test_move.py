"""A link that takes seats to another device is good once, also where two servers are asked."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

from sqlalchemy import Engine, create_engine

from redcathedral.server.core.store.problem import UnknownTable
from redcathedral.server.core.store.time import now
from redcathedral.server.sql.store import SqlStore


def wait_until_two_wait(engine: Engine) -> None:
    """Wait until two connections wait for a lock of another one."""
    waiting = 0
    while waiting < 2:
        with engine.connect() as connection:
            asked = "select count(*) from pg_locks where not granted"
            waiting = int(connection.exec_driver_sql(asked).scalar_one())


def test_two_servers_take_a_link_once(postgresql: str) -> None:
    engine = create_engine(postgresql)
    with closing(SqlStore(postgresql)) as one, closing(SqlStore(postgresql)) as other:
        one.seats.add_device_link("secret", "old", now() + 60_000)

        def moves(store: SqlStore, device: str) -> bool:
            try:
                store.seats.move_to_device("secret", device)
            except UnknownTable:
                return False
            return True

        with ThreadPoolExecutor(2) as pool:
            with engine.begin() as connection:  # both come as far as the link, and wait there
                connection.exec_driver_sql("select * from move for update")
                taken = [pool.submit(moves, one, "new"), pool.submit(moves, other, "newer")]
                wait_until_two_wait(engine)
            assert sorted(each.result() for each in taken) == [False, True]
    engine.dispose()
