from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from redcathedral.server.sql.store import SqlStore
from tests.server.features.notifications.receivers import Receiver, receiving


@pytest.fixture(scope="session")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty SQLite database, which is copied because creating its tables is slow."""
    file = tmp_path_factory.mktemp("empty") / "tables.sqlite3"
    SqlStore(f"sqlite:///{file}").close()
    return file


@pytest.fixture(scope="session")
def postgresql(postgresql_server: str) -> str:
    """A PostgreSQL database with empty tables, which these tests keep."""
    engine = create_engine(postgresql_server, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text("create database notifications"))
    engine.dispose()
    url = postgresql_server.replace("@/postgres?", "@/notifications?")
    SqlStore(url).close()
    return url


@pytest.fixture
def file(empty: Path, tmp_path: Path) -> str:
    """An SQLite database, for tests that do not depend on the kind."""
    return f"sqlite:///{shutil.copy(empty, tmp_path)}"


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest) -> str:
    """An empty database of each kind."""
    if request.param == "sqlite":
        return str(request.getfixturevalue("file"))
    found = str(request.getfixturevalue("postgresql"))
    engine = create_engine(found)
    with engine.begin() as connection:
        connection.execute(text("truncate game, edition, address cascade"))
    engine.dispose()
    return found


@pytest.fixture
def hook() -> Iterator[Receiver]:
    """A webhook on 127.0.0.1."""
    with receiving() as receiver:
        yield receiver
