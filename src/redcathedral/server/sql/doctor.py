"""Checks the stored games by replaying them, and saves those that can be read."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple, TypeAlias

import sqlalchemy as sa
from sqlalchemy import URL, Connection, Row, exc

from redcathedral.box import Edition, parse_edition
from redcathedral.server.core import stored_table
from redcathedral.server.core.editions import packaged_editions
from redcathedral.server.core.table.actions import decode
from redcathedral.server.core.table.seated_game import SeatedGame
from redcathedral.server.sql.copying import Observe, all_rows, file_url, new_database, reading
from redcathedral.server.sql.engine import sqlite_connection
from redcathedral.server.sql.salvage import add_packaged_editions, damage, insert_valid, salvage
from redcathedral.server.sql.schema import ACTION, EDITION, GAME
from redcathedral.server.sql.upgrade import check_current

CHECKED_COLUMNS: Final = ("number", "turn", "to_move", "over")
ACTIONS: Final = (
    sa.select(ACTION).where(ACTION.c.game == sa.bindparam("id")).order_by(ACTION.c.number)
)
Start: TypeAlias = Callable[[], SeatedGame]


class Finding(NamedTuple):
    """A problem, and columns of the game after its last good action; None if it has no start."""

    problem: str
    columns: dict[str, Any] | None = None


def diagnose(url: URL, file: Path | None, observe: Observe) -> tuple[list[str], int, int]:
    """Check a database; return its problems, and the numbers of its games and actions.

    Save what can be read in a new ``file``, where a game ends before its first bad action.  Raises
    StoreError, OSError and sqlite3.Error.
    """
    with _readable(url, observe) as (connection, problems):
        editions = {row.head.key: edition for row, edition in packaged_editions()}
        for key, text in connection.execute(sa.select(EDITION.c.key, EDITION.c.text)):
            with suppress(Exception):  # for example of bytes instead of a text
                editions.setdefault(key, parse_edition(text))
        ids = connection.scalars(sa.select(GAME.c.id).order_by(GAME.c.id)).all()
        action_count = 0
        findings: dict[str, Finding] = {}
        for id_ in observe(iter(ids), len(ids), "game"):
            game = connection.execute(sa.select(GAME).where(GAME.c.id == id_)).one()
            actions = connection.execute(ACTIONS, {"id": id_}).all()
            action_count += len(actions)
            if finding := _finding(game, editions.get(game.edition), actions):
                problems.append(f"Game {id_}: {finding.problem}.")
                findings[id_] = finding
        if file is not None:
            with new_database(file) as target:
                add_packaged_editions(target)
                for table, rows in all_rows(connection, observe):
                    kept = [_kept(table, row, findings) for row in rows]
                    insert_valid(target, table, [row for row in kept if row])
        return problems, len(ids), action_count


@contextmanager
def _readable(url: URL, observe: Observe) -> Iterator[tuple[Connection, list[str]]]:
    """Open one state of a database, or a copy of the readable rows of a damaged SQLite file.

    Yields also the problems of the database.
    """
    with reading(url) as connection:
        if connection.dialect.name != "sqlite":
            check_current(connection)
            yield connection, []
            return
        driver = sqlite_connection(connection)
        driver.text_factory = lambda data: data.decode(errors="replace")
        driver.execute("begin")
        faults = damage(driver)
        try:
            check_current(connection)
        except exc.DBAPIError:
            if not faults:
                raise
        if not faults:
            yield connection, _orphans(connection)
            return
        with TemporaryDirectory(prefix="redcathedral-") as folder:
            file = Path(folder) / "readable"
            with new_database(file) as target:
                salvage(connection, target, observe)
            with reading(file_url(file)) as copy:
                yield copy, faults


def _orphans(connection: Connection) -> list[str]:
    rows = connection.exec_driver_sql("pragma foreign_key_check")
    counts = Counter((row.table, row.parent) for row in rows)
    return [
        f"Table {table}: {count} of its rows belong to no {parent}."
        for (table, parent), count in counts.items()
    ]


def _finding(
    game: Row[Any], edition: Edition | None, actions: Sequence[Row[Any]]
) -> Finding | None:
    if edition is None:
        return Finding("its edition cannot be read")
    try:
        seated, problem = _replay(partial(stored_table.start, game.base, edition), actions)
        columns = {"number": seated.version, **asdict(stored_table.table_standing(seated))}
    except Exception as error:  # noqa: BLE001 # damaged data can cause any error
        return Finding(f"its start cannot be read ({_text(error)})")
    for name in CHECKED_COLUMNS:
        stored = getattr(game, name)
        if not problem and stored != columns[name]:
            problem = f"its column {name} is {stored!r}, its actions lead to {columns[name]!r}"
    try:
        stored_table.decode_preview(game.picture)
    except Exception as error:  # noqa: BLE001
        problem = problem or f"its entry in the list of games cannot be read ({_text(error)})"
    return Finding(problem, columns) if problem else None


def _replay(start: Start, actions: Sequence[Row[Any]]) -> tuple[SeatedGame, str]:
    """Return the game after its last good action, and the problem of the next action, or ""."""
    seated = start()
    for number, action in enumerate(actions, 1):
        if action.number != number:
            return seated, f"its action {number} is missing"
        try:
            seated.apply(decode(action.data), action.at)
        except Exception as error:  # noqa: BLE001
            before, _ = _replay(start, actions[: number - 1])
            return before, f"its action {number} does not follow ({_text(error)})"
    return seated, ""


def _text(error: Exception) -> str:
    return " ".join(str(error).split()) or type(error).__name__


def _kept(
    table: sa.Table, row: dict[str, Any], findings: dict[str, Finding]
) -> dict[str, Any] | None:
    """Return the row to save, or None."""
    finding = findings.get(str(row["id"] if table is GAME else row.get("game")))
    if finding is None:
        return row
    if finding.columns is None:
        return None
    if table is ACTION and row["number"] not in range(1, finding.columns["number"] + 1):
        return None
    return row | finding.columns if table is GAME else row
