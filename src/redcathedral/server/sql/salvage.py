"""Reads what can be read of a damaged SQLite database."""

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final

import sqlalchemy as sa
from msgspec import structs
from sqlalchemy import Connection, exc

from redcathedral.server.core.editions import packaged_editions
from redcathedral.server.sql.copying import BATCH_ROWS, Observe, stored_tables
from redcathedral.server.sql.schema import EDITION

MAX_FAULTS: Final = 10  # in the report of SQLite
HEADLINE: Final = "*** in database main ***"  # of this report
row_id: Final[sa.ColumnElement[int]] = sa.literal_column("rowid")
LAST_ROW_ID: Final = 2**63 - 1
MAX_PAGE_ROWS: Final = 1000  # a page has fewer


def damage(connection: sqlite3.Connection) -> list[str]:
    """Return the faults that SQLite finds in its file, one sentence each."""
    try:
        faults = [fault for (fault,) in connection.execute(f"pragma quick_check({MAX_FAULTS})")]
    except sqlite3.DatabaseError as error:
        faults = [str(error)]
    lines = [line for fault in faults for line in fault.splitlines() if line != HEADLINE]
    return [] if lines == ["ok"] else [f"The file is damaged: {line}." for line in lines]


def salvage(source: Connection, target: Connection, observe: Observe) -> None:
    """Copy all readable rows to a new database, except those that belong to no copied row."""
    add_packaged_editions(target)
    tables = stored_tables(source)
    total = sum(_last_row_id(source, table) // BATCH_ROWS + 1 for table in tables)
    batches = ((table, rows) for table in tables for rows in _readable_rows(source, table))
    for table, rows in observe(batches, total, "step"):
        insert_valid(target, table, rows)


def add_packaged_editions(target: Connection) -> None:
    """Store the packaged editions, in place of rows that may be damaged."""
    for row, _ in packaged_editions():
        target.execute(sa.insert(EDITION), {**structs.asdict(row.head), "text": row.text})


def insert_valid(target: Connection, table: sa.Table, rows: Sequence[Mapping[str, object]]) -> None:
    """Insert rows, except those with a known key and those that belong to no game."""
    try:
        if rows:
            target.execute(sa.insert(table), rows)
    except exc.IntegrityError:  # the rows before the invalid one are stored
        for row in rows:
            with suppress(exc.IntegrityError):
                target.execute(sa.insert(table), row)


def _last_row_id(source: Connection, table: sa.Table) -> int:
    with suppress(exc.DBAPIError):
        return source.scalar(sa.select(sa.func.max(row_id)).select_from(table)) or 0
    return 0


def _readable_rows(source: Connection, table: sa.Table) -> Iterator[list[dict[str, Any]]]:
    """Yield the rows in batches, and skip each damaged page."""
    query = sa.select(row_id.label("row_id"), table).order_by(row_id)
    last, limit, failures = 0, BATCH_ROWS, 0
    while last < LAST_ROW_ID:
        try:
            found = source.execute(query.where(row_id > last).limit(limit)).mappings().all()
        except exc.DBAPIError:
            if limit > 1:
                limit //= 2
            else:  # the next row is on a damaged page; its rows have consecutive numbers
                failures += 1
                last += max(1, 2 ** (failures - MAX_PAGE_ROWS))
            continue
        if not found:
            return
        last, limit, failures = found[-1]["row_id"], BATCH_ROWS, 0
        yield [{column.name: row[column.name] for column in table.columns} for row in found]
