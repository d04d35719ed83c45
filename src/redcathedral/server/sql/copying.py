"""Copies all games to a backup, and from there into a database.

A backup is an SQLite database, also of games in PostgreSQL.
"""

import sqlite3
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from math import prod
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, Protocol, TypeAlias, TypeVar
from urllib.parse import quote

import sqlalchemy as sa
from sqlalchemy import URL, Connection, Engine, exc

from redcathedral.server.core.store.problem import StoreError
from redcathedral.server.sql import database_file, schema, upgrade
from redcathedral.server.sql.backups import complete_database
from redcathedral.server.sql.engine import make_engine, sqlite_connection, store_error

BATCH_ROWS: Final = 1000
PERCENT: Final = 100
PROGRESS_INSTRUCTIONS: Final = 10_000  # of SQLite, between two checks of the size of a copy
PROCESS_TABLES: Final = ("server", "leader", "open_pages", "work")  # not copied
SAVE_FIX: Final = (
    "name another one, or save what can be read: redcathedral database doctor --save FILE"
)

Step = TypeVar("Step")
Rows: TypeAlias = tuple[sa.Table, list[dict[str, object]]]


class Observe(Protocol):
    """A function that yields the steps of a long task and shows their progress."""

    def __call__(self, steps: Iterator[Step], total: int, noun: str) -> Iterator[Step]: ...


def backup(url: URL, file: Path, observe: Observe) -> None:
    """Copy all games to a new private file, also while servers run.

    Raises StoreError, OSError and sqlite3.Error; then there is no file.
    """
    with reading(url) as source:
        if source.dialect.name == "sqlite":
            _copy_file(source, file, observe)
            return
        upgrade.check_current(source)
        with new_database(file) as target:
            for table, rows in all_rows(source, observe):
                target.execute(sa.insert(table), rows)


def restore(file: Path, url: URL, observe: Observe) -> Path | None:
    """Replace an SQLite database, or fill an empty one of PostgreSQL; raises like ``backup``.

    A backup of an earlier version is converted; its file is not changed.  Return the new name of
    the previous SQLite database.
    """
    target = database_file.file_of(url)
    if target is None:
        _fill(url, file, observe)
        return None
    target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with (
        database_file.lock(target, "stop it first"),
        _converted_copy(file, target.parent, observe) as copy,
    ):
        return database_file.replace_database(target, copy)


def count_games(file: Path) -> int:
    with reading(file_url(file)) as connection:
        return connection.scalars(sa.select(sa.func.count()).select_from(schema.GAME)).one()


def file_url(file: Path) -> URL:
    return URL.create("sqlite", database=str(file))


@contextmanager
def reading(url: URL) -> Iterator[Connection]:
    """Open a database without the right to change it; in PostgreSQL, in one state."""
    if url.get_backend_name() == "sqlite":
        file = Path(url.database or "").absolute()
        if not file.is_file():
            raise StoreError(f"there is no file {file}", "name another one")
        name = f"file:{quote(str(file))}"
        engine = make_engine(url.set(database=name, query={"mode": "ro", "uri": "true"}))
    else:
        engine = make_engine(url).execution_options(
            isolation_level="REPEATABLE READ", postgresql_readonly=True
        )
    with _errors_of(url, engine), engine.connect() as connection:
        yield connection


@contextmanager
def new_database(file: Path) -> Iterator[Connection]:
    """Yield a transaction in a new database, which becomes ``file`` at the end."""
    with complete_database(file) as part:
        engine = make_engine(file_url(part))
        with _errors_of(file_url(file), engine):
            upgrade.upgrade(engine)
            with engine.begin() as connection:
                connection.exec_driver_sql("pragma journal_mode=memory")
                connection.exec_driver_sql("pragma foreign_keys=on")
                yield connection


@contextmanager
def _errors_of(url: URL, engine: Engine) -> Iterator[None]:
    """Convert the errors of one database to StoreError, and close it at the end."""
    try:
        yield
    except exc.DBAPIError as error:
        if isinstance(error.orig, sqlite3.Error) != (url.get_backend_name() == "sqlite"):
            raise  # of the other database
        problem = store_error(url, error)
        is_damaged = type(error) is exc.DatabaseError
        raise (StoreError(problem.reason, SAVE_FIX) if is_damaged else problem) from error
    finally:
        engine.dispose()


def stored_tables(connection: Connection) -> list[sa.Table]:
    """Return the tables of a database to copy, each after the tables that its rows name."""
    present = {*sa.inspect(connection).get_table_names()} - {*PROCESS_TABLES}
    return [table for table in schema.complete_metadata().sorted_tables if table.name in present]


def all_rows(connection: Connection, observe: Observe) -> Iterator[Rows]:
    tables = stored_tables(connection)
    counts = [sa.select(sa.func.count()).select_from(table) for table in tables]
    total = sum(-(-connection.scalars(count).one() // BATCH_ROWS) for count in counts)
    return observe(_batches(connection, tables), total, "step")


def _batches(connection: Connection, tables: list[sa.Table]) -> Iterator[Rows]:
    for table in tables:
        rows = connection.execute(sa.select(table), execution_options={"yield_per": BATCH_ROWS})
        for batch in rows.mappings().partitions():
            yield table, [dict(row) for row in batch]


def _copy_file(source: Connection, target: Path, observe: Observe) -> None:
    """Copy an SQLite database, also of an earlier version."""
    if upgrade.revision_of(source) is None:
        raise StoreError("this database contains no games", "name another one")
    connection = sqlite_connection(source)
    sizes = connection.execute("select * from pragma_page_count, pragma_page_size").fetchone()
    steps = observe(iter(range(PERCENT)), PERCENT, "step")
    shown = 0
    with complete_database(target) as part:

        def show_progress() -> None:  # an exception, such as KeyboardInterrupt, interrupts SQLite
            nonlocal shown
            while shown < min(PERCENT, part.stat().st_size * PERCENT // prod(sizes)):
                shown += 1
                next(steps)

        connection.set_progress_handler(show_progress, PROGRESS_INSTRUCTIONS)
        try:
            connection.execute("vacuum into ?", (str(part),))
        except sqlite3.DatabaseError as error:
            if str(error) == "interrupted":
                raise KeyboardInterrupt from None
            if isinstance(error, sqlite3.OperationalError):
                raise
            raise StoreError(f"the database is damaged: {error}", SAVE_FIX) from error
        deque(steps, 0)  # the end of the progress bar


@contextmanager
def _converted_copy(file: Path, folder: Path | None, observe: Observe) -> Iterator[Path]:
    """Copy a backup to a temporary file in ``folder``, in the form of this version."""
    with TemporaryDirectory(prefix=".restore-", dir=folder) as name:
        copy = Path(name) / "copy"
        with reading(file_url(file)) as source:
            _copy_file(source, copy, observe)
        engine = make_engine(file_url(copy))
        with _errors_of(file_url(file), engine):
            upgrade.upgrade(engine)
        yield copy


def _fill(url: URL, file: Path, observe: Observe) -> None:
    """Copy a backup into an empty database, in one transaction."""
    engine = make_engine(url)
    with _errors_of(url, engine):
        with engine.connect() as connection:
            upgrade.revision_of(connection)
            for table in stored_tables(connection):
                if connection.execute(table.select().limit(1)).first() is not None:
                    reason = f"this database is not empty; its table {table.name} has rows"
                    raise StoreError(reason, "name a new database (createdb)")
        with _converted_copy(file, None, observe) as copy, reading(file_url(copy)) as source:
            if source.exec_driver_sql("pragma foreign_key_check").first() is not None:
                raise StoreError("the backup has rows that belong to no game", SAVE_FIX)
            upgrade.upgrade(engine)
            with engine.begin() as target:
                for table, rows in all_rows(source, observe):
                    target.execute(sa.insert(table), rows)
