from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import create_engine

from redcathedral.server.core.store.store import Store
from redcathedral.server.core.system_clock import SystemClock
from tests.server.harness import Client, serving
from tests.server.postgresql import running


@pytest.fixture
def clock() -> SystemClock | None:
    """The time of the server, where a test does not move it by hand."""
    return None


@pytest.fixture
def server(tmp_path: Path, clock: SystemClock | None) -> Iterator[Client]:
    """A server with an empty data folder."""
    with serving(tmp_path, clock=clock) as client:
        yield client


@pytest.fixture(scope="session")
def postgresql_server() -> Iterator[str]:
    """A PostgreSQL of this worker."""
    with running() as url:
        yield url


@pytest.fixture
def postgresql(postgresql_server: str) -> str:
    """An empty database of PostgreSQL, whatever the test before left in it."""
    engine = create_engine(postgresql_server)
    with engine.begin() as connection:
        connection.exec_driver_sql("drop schema public cascade")
        connection.exec_driver_sql("create schema public")
    engine.dispose()
    return postgresql_server


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'tables.sqlite3'}"
    return str(request.getfixturevalue("postgresql"))


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    """A store with nothing in it."""
    with closing(Store(url)) as made:
        yield made
