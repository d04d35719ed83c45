"""Servers that start at the same time on the database of an earlier version."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import Connection, create_engine

from redcathedral.server.sql.upgrade import LOCK_CLASS
from tests.server.compatibility.earlier import database, make_earlier, shown
from tests.server.harness import RED_AND_BLUE, TIMEOUT_SECONDS
from tests.servers.cluster import ServerCluster

pytestmark = pytest.mark.servers


def wait_for_waiting(connection: Connection, count: int) -> None:
    """Wait until this number of connections waits to upgrade the database."""
    deadline = time.monotonic() + TIMEOUT_SECONDS
    query = "select count(*) from pg_locks where locktype = 'advisory' and not granted"
    while connection.exec_driver_sql(query).scalar() != count:
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_one_of_two_servers_upgrades_and_both_serve(postgresql: str, tmp_path: Path) -> None:
    file = tmp_path / "earlier.sqlite3"
    file.write_bytes(database())
    make_earlier(postgresql, "0013", file)
    engine = create_engine(postgresql, isolation_level="AUTOCOMMIT")
    with closing(ServerCluster(postgresql, tmp_path)) as servers:
        with engine.connect() as connection, ThreadPoolExecutor() as pool:
            connection.exec_driver_sql(f"select pg_advisory_lock({LOCK_CLASS}, 0)")
            starting = pool.submit(servers.start, 2)
            wait_for_waiting(connection, 2)
            connection.exec_driver_sql(f"select pg_advisory_unlock({LOCK_CLASS}, 0)")
            starting.result()
        clients = [servers.client(number) for number in (0, 1)]
        lists = [{game["id"] for game in client.games()} for client in clients]
        assert lists[0] == lists[1]
        assert lists[0] & set(shown()["tables"].values())
        table = clients[0].create_table(RED_AND_BLUE)
        pages = [client.open_page(table) for client in clients]
        pages[0].send_command("play", decision=pages[0].now["legal"][0]["id"])
        for page in pages:
            page.until(lambda now: now["number"] > 0)
    engine.dispose()
