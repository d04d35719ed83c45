"""Databases with games for the tests of copies and checks, and the command that makes them."""

from __future__ import annotations

import random
from contextlib import closing
from dataclasses import replace
from functools import cache
from pathlib import Path

import sqlalchemy as sa
from typer.testing import CliRunner, Result

from redcathedral.cli.app import application
from redcathedral.play.game import Game
from redcathedral.server.core.editions import packaged_editions
from redcathedral.server.core.new_game import new_row
from redcathedral.server.core.store.rows import ActionRow, NewGameRow
from redcathedral.server.core.stored_table import start, table_standing
from redcathedral.server.core.table.actions import encode
from redcathedral.server.sql.copying import stored_tables
from redcathedral.server.sql.store import SqlStore

EDITION, BOX = packaged_editions()[0]
Tables = dict[str, list[tuple[object, ...]]]


def run(*words: str) -> Result:
    """Run `redcathedral database` with these words."""
    return CliRunner().invoke(application(["database"]), ["database", *words])


def sqlite(file: Path) -> str:
    """The URL of a database file."""
    return f"sqlite:///{file}"


@cache
def played(seed: int, count: int) -> tuple[NewGameRow, tuple[ActionRow, ...]]:
    """A game of two bots with a number of actions at random, fewer if it ends before."""
    chance = random.Random(seed)
    new = new_row(Game(players=2, seed=seed), ["Ana", "Zoë"])
    seated = start(new.base, BOX)
    actions: list[ActionRow] = []
    while len(actions) < count and not seated.over:
        action = seated.play_action(chance.choice(seated.legal_ids()))
        seated.apply(action)
        standing = table_standing(seated)
        actions.append(ActionRow("", seated.version, encode(action), standing))
    return replace(new, device="d"), tuple(actions)


def add_game(store: SqlStore, name: str, seed: int = 1, count: int = 30) -> None:
    new, actions = played(seed, count)
    before = tuple(action.data for action in actions[:-1])
    store.add(name, replace(new, actions=before), EDITION)
    store.append(replace(actions[-1], game=name))


def store_games(url: str, count: int = 3) -> None:
    with closing(SqlStore(url)) as store:
        for number in range(count):
            add_game(store, f"game-{number}", seed=number)


def fill_all_tables(url: str) -> None:
    """Add a row to every table that has none."""
    engine = sa.create_engine(url)
    with engine.begin() as connection:
        for table in stored_tables(connection):
            if connection.execute(sa.select(table)).first() is None:
                connection.execute(sa.insert(table), {c.name: _value(c) for c in table.columns})
    engine.dispose()


def _value(column: sa.Column[object]) -> object:
    if isinstance(column.type, sa.Boolean):
        return True
    if isinstance(column.type, sa.Integer):
        return 1
    return "game-0" if column.name == "game" else "ž"


def all_tables(url: str) -> Tables:
    """All rows that a backup has."""
    engine = sa.create_engine(url)
    with engine.connect() as connection:
        rows: Tables = {
            table.name: sorted(map(tuple, connection.execute(sa.select(table))), key=repr)
            for table in stored_tables(connection)
        }
    engine.dispose()
    return rows


def files(folder: Path) -> dict[str, bytes]:
    """The files of a folder, except the lock and the index of SQLite's log."""
    return {
        path.name: path.read_bytes()
        for path in folder.iterdir()
        if path.is_file() and path.suffix != ".lock" and not path.name.endswith(("-shm", "-wal"))
    }
