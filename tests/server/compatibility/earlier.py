"""The database of eb91d14, and what the server of that version showed of it."""

from __future__ import annotations

import json
import lzma
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from redcathedral.server.sql.store import DATABASE_FILE, SqlStore
from redcathedral.server.sql.upgrade import VERSION_TABLE
from tests.server.fake_clock import FakeClock
from tests.server.harness import Client, serving

FOLDER = Path(__file__).with_name("eb91d14")
Json = dict[str, Any]


@cache
def database() -> bytes:
    """The SQLite file, of revision 0013."""
    return lzma.decompress((FOLDER / f"{DATABASE_FILE}.xz").read_bytes())


@cache
def shown() -> Json:
    """The tables by name, the secrets of links, the cookies of devices, and what each was shown."""
    found: Json = json.loads(lzma.decompress((FOLDER / "shown.json.xz").read_bytes()))
    return found


@contextmanager
def opened(folder: Path) -> Iterator[Client]:
    """A server of today with that database, at the time at which it was made."""
    (folder / DATABASE_FILE).write_bytes(database())
    with serving(folder, clock=FakeClock(shown()["at"])) as server:
        yield server


def device(server: Client, name: str) -> Client:
    """A device with the cookies that it got from the server of that version."""
    client = Client(server.url)
    client.http.cookies.update(shown()["cookies"][name])
    return client


def make_earlier(url: str, revision: str, file: Path) -> None:
    """Make the database of eb91d14 at a URL, or that of the last revision before the baseline."""
    if not url.startswith("sqlite"):
        source, target = sa.create_engine(f"sqlite:///{file}"), sa.create_engine(url)
        earlier = sa.MetaData()
        earlier.reflect(source)
        earlier.create_all(target)
        with source.connect() as old, target.begin() as new:
            for table in earlier.sorted_tables:
                new.execute(sa.insert(table), [*old.execute(sa.select(table)).mappings()])
        source.dispose()
        target.dispose()
    if revision == "0015":  # it had the same tables as the baseline
        SqlStore(url).close()
        change(url, f"update {VERSION_TABLE} set version_num = '0015'")


def change(url: str, *statements: str) -> None:
    """Write into a database."""
    engine = sa.create_engine(url)
    with engine.begin() as connection:
        for statement in statements:
            connection.exec_driver_sql(statement)
    engine.dispose()
