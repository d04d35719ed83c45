"""The engine of a database: its URL, its settings, and its errors as StoreError."""

import sqlite3
from typing import Final

import sqlalchemy as sa
from sqlalchemy import URL, Engine, exc, make_url

from redcathedral.extras import how_to_install
from redcathedral.server.core.store.problem import (
    StoreError,
)

URLS: Final = "write sqlite:///FILE or postgresql+psycopg://USER@HOST/NAME"


def parse_url(url: str | URL) -> URL:
    try:
        parsed = make_url(url)
    except (exc.ArgumentError, ValueError):
        raise StoreError("this is no URL of a database", URLS) from None
    if parsed.get_backend_name() not in ("sqlite", "postgresql"):
        raise StoreError(f"games cannot be kept in {parsed.get_backend_name()}", URLS)
    return parsed


def make_engine(url: URL) -> Engine:
    try:
        return sa.create_engine(url)
    except ModuleNotFoundError as error:
        reason = f"the database {url.drivername} cannot be used: {error}"
        raise StoreError(reason, how_to_install("postgresql")) from None
    except (exc.ArgumentError, ImportError) as error:
        raise StoreError(f"the database {url.drivername} cannot be used: {error}", URLS) from None


def prepare_sqlite(connection: sqlite3.Connection, _: object) -> None:
    """SQLite: readers beside a writer, every commit on the disk, patience with another program."""
    cursor = connection.cursor()
    for pragma in ("busy_timeout=5000", "journal_mode=wal", "synchronous=full", "foreign_keys=on"):
        cursor.execute(f"pragma {pragma}")
    cursor.close()


def store_error(url: URL, error: exc.DBAPIError) -> StoreError:
    where = url.database if url.get_backend_name() == "sqlite" else url.render_as_string()
    why = str(error.orig).strip().split("\n")[0]
    if "not a database" in why or "malformed" in why:
        fix = "put the file aside (nothing in it was changed) and start again, or restore a copy"
        return StoreError(f"{where} is broken or no database: {why}", fix)
    fix = "check that it is there, that the disk is not full and that this user may write"
    return StoreError(f"{where} cannot be used: {why}", fix)
