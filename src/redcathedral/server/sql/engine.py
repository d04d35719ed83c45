"""Create the SQLAlchemy engine of a database, and convert its errors to StoreError."""

import sqlite3
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy import URL, Connection, Engine, exc, make_url

from redcathedral.extras import how_to_install
from redcathedral.server.core.store.problem import StoreError

# SQLAlchemy itself needs the encoding, to report that a database has another one.
CONNECT_OPTIONS: Final = {"client_encoding": "utf8", "connect_timeout": "10"}  # of PostgreSQL
URL_FIX: Final = "write sqlite:///FILE or postgresql+psycopg://USER@HOST/NAME"


def parse_url(url: str | URL) -> URL:
    try:
        parsed = make_url(url)
    except (exc.ArgumentError, ValueError):
        raise StoreError("this is not the URL of a database", URL_FIX) from None
    if parsed.get_backend_name() not in ("sqlite", "postgresql"):
        raise StoreError(f"games cannot be stored in {parsed.get_backend_name()}", URL_FIX)
    return parsed


def make_engine(url: URL) -> Engine:
    is_postgresql = url.get_backend_name() == "postgresql"
    if is_postgresql:
        url = url.update_query_dict({**CONNECT_OPTIONS, **url.query})
    try:
        engine = sa.create_engine(url)
    except (exc.ArgumentError, ImportError) as error:
        is_missing = isinstance(error, ModuleNotFoundError)
        fix = how_to_install("postgresql") if is_missing else URL_FIX
        reason = f"the database {url.drivername} cannot be used: {error}"
        raise StoreError(reason, fix) from None
    if is_postgresql:
        sa.event.listen(engine, "connect", _check_encoding)
    return engine


def _check_encoding(connection: Any, _: object) -> None:
    encoding = connection.info.parameter_status("server_encoding")
    if encoding != "UTF8":
        fix = "create another one with: createdb --encoding UTF8 --template template0 NAME"
        raise StoreError(f"the database {connection.info.dbname} has the encoding {encoding}", fix)


def prepare_sqlite(connection: sqlite3.Connection, _: object) -> None:
    """Set up a connection: readers do not block a writer, and each commit is written to disk."""
    cursor = connection.cursor()
    for pragma in ("busy_timeout=5000", "journal_mode=wal", "synchronous=full", "foreign_keys=on"):
        cursor.execute(f"pragma {pragma}")
    cursor.close()


def sqlite_connection(connection: Connection) -> sqlite3.Connection:
    driver: object = connection.connection.dbapi_connection
    assert isinstance(driver, sqlite3.Connection)
    return driver


def store_error(url: URL, error: exc.DBAPIError) -> StoreError:
    database = url.database if url.get_backend_name() == "sqlite" else url.render_as_string()
    reason = str(error.orig).strip().split("\n")[0]
    if "not a database" in reason or "malformed" in reason:
        fix = "move the file away (it was not changed) and start again, or restore a backup"
        return StoreError(f"{database} is damaged or not a database: {reason}", fix)
    fix = "check that it exists, that the disk is not full and that this user may write to it"
    return StoreError(f"{database} cannot be used: {reason}", fix)
