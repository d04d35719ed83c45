from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from redcathedral.server.core.store.store import Store
from tests.server.features.notifications.receivers import Receiver, receiving
from tests.server.postgresql import running


@pytest.fixture(scope="session")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An SQLite database with nothing in its tables: to make them takes longer than a copy."""
    file = tmp_path_factory.mktemp("empty") / "tables.sqlite3"
    Store(f"sqlite:///{file}").close()
    return file


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    """A PostgreSQL database with nothing in its tables."""
    with running() as url:
        Store(url).close()
        yield url


@pytest.fixture
def file(empty: Path, tmp_path: Path) -> str:
    """An SQLite database, for what does not depend on which it is."""
    return f"sqlite:///{shutil.copy(empty, tmp_path)}"


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest) -> str:
    """A database with nothing in it."""
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
