from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import create_engine

from redcathedral.server.core.system_clock import SystemClock
from redcathedral.server.sql.store import SqlStore
from tests.server.harness import Client, serving
from tests.server.postgresql import running


@pytest.fixture
def clock() -> SystemClock | None:
    """The server's clock: the system clock, unless a module overrides this fixture."""
    return None


@pytest.fixture
def server(tmp_path: Path, clock: SystemClock | None) -> Iterator[Client]:
    """A server with an empty data folder."""
    with serving(tmp_path, clock=clock) as client:
        yield client


@pytest.fixture(scope="session")
def postgresql_server() -> Iterator[str]:
    """The URL of a PostgreSQL server for this test worker."""
    with running() as server:
        yield server.url


@pytest.fixture
def postgresql(postgresql_server: str) -> str:
    """The URL of an empty PostgreSQL database; data of earlier tests is deleted."""
    engine = create_engine(postgresql_server)
    with engine.begin() as connection:
        connection.exec_driver_sql("drop schema public cascade")
        connection.exec_driver_sql("create schema public")
    engine.dispose()
    return postgresql_server


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database, SQLite and then PostgreSQL."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'tables.sqlite3'}"
    return str(request.getfixturevalue("postgresql"))


@pytest.fixture
def store(url: str) -> Iterator[SqlStore]:
    """An empty store."""
    with closing(SqlStore(url)) as empty_store:
        yield empty_store
