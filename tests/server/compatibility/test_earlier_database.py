"""What a server of eb91d14 stored, opened by today's."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any, get_args

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext

from redcathedral.server.core.store.problem import StoreError
from redcathedral.server.core.stored_table import decode_preview, table_standing
from redcathedral.server.core.table import actions
from redcathedral.server.features.plans.sql import PLAN
from redcathedral.server.sql.schema import LINK, REVISION, complete_metadata
from redcathedral.server.sql.store import DATABASE_FILE, SqlStore
from redcathedral.server.sql.upgrade import VERSION_TABLE
from tests.server.compatibility.earlier import Json, change, database, make_earlier, opened, shown
from tests.server.compatibility.facts import shown_by
from tests.server.harness import repository

pytestmark = pytest.mark.xdist_group("store")
# The kinds that a server of eb91d14 stored; the database has each of them.
KINDS = {
    "agreed",
    "answered",
    "asked",
    "came-back",
    "capped",
    "clock-started",
    "clock-stopped",
    "conduct",
    "hints-allowed",
    "hints-taken",
    "holders-changed",
    "paused",
    "played",
    "played-again",
    "rolled",
    "seat-filled",
    "seat-left",
    "seat-taken",
    "seats-opened",
    "settings",
    "stood-in",
    "taken-back",
    "unrolled",
}
# Fields of messages that have another name since; their contents must be the same.
NEW_NAMES = {"conduct": "play_state", "onlookers": "spectators", "told": "explanations"}
# One stored action of each kind that was added since.
LATER = {"dealt": '{"kind":"dealt","deal":"ivan~2026-11-25"}'}
# Added since.
NEW_TABLES = {
    "ban", "first_pass", "leader", "network_use", "open_pages", "season", "server", "server_ban",
    "work",
}  # fmt: skip
# An analysis by an earlier network is not shown: it can be started again.
EARLIER_ANALYSIS = "/ana/tables/analysed/analysis"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The database in a folder."""
    (tmp_path / DATABASE_FILE).write_bytes(database())
    # as a server leaves it
    change(f"sqlite:///{tmp_path / DATABASE_FILE}", "pragma journal_mode = wal")
    return tmp_path / DATABASE_FILE


def missing(before: Any, now: Any, place: str = "") -> list[str]:
    """The places at which something that was shown is now another thing, or is not there."""
    if place == EARLIER_ANALYSIS:
        return [] if now[0] == "none" else [f"{place} is shown"]
    if isinstance(before, dict) and isinstance(now, dict):
        return [
            line
            for name, each in before.items()
            for line in missing(each, now.get(NEW_NAMES.get(name, name)), f"{place}/{name}")
        ]
    if isinstance(before, list) and isinstance(now, list) and len(before) == len(now):
        return [
            line
            for at, (one, other) in enumerate(zip(before, now, strict=True))
            for line in missing(one, other, f"{place}/{at}")
        ]
    return [] if before == now else [f"{place}: {before!r} is now {now!r}"]


def test_shows_the_same_tables_to_the_same_devices(tmp_path: Path) -> None:
    known = shown()
    with opened(tmp_path) as server:
        now = shown_by(server.url, known["cookies"], known["tables"])
    assert missing(known["shown"], now) == []


def test_reads_every_kind_of_action(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection:
        stored = [text for (text,) in connection.execute("select data from action")]
    assert {json.loads(text)["kind"] for text in stored} == KINDS
    known = {kind.__struct_config__.tag for kind in get_args(actions.TableAction)}
    assert known == KINDS | LATER.keys()
    for text in [*stored, *LATER.values()]:
        assert json.loads(actions.encode(actions.decode(text))).items() >= json.loads(text).items()


# --- conversion ----------------------------------------------------------------------------------


def schema(url: str) -> Json:
    """All about the tables of a database."""
    engine = sa.create_engine(url)
    found = sa.inspect(engine)
    tables: Json = {}
    for name in found.get_table_names():
        tables[name] = {
            "columns": {
                column["name"]: (str(column["type"]), column["nullable"], column["default"])
                for column in found.get_columns(name)
            },
            "keys": found.get_pk_constraint(name)["constrained_columns"],
            "foreign": sorted(map(str, found.get_foreign_keys(name))),
            "indexes": sorted(
                (
                    str(index["name"]),
                    index["column_names"],
                    index["unique"],
                    str(
                        index.get("dialect_options", {}).get(f"{engine.dialect.name}_where")
                    ).lower(),
                )
                for index in found.get_indexes(name)
            ),
            "unique": sorted(map(str, found.get_unique_constraints(name))),
        }
    engine.dispose()
    return tables


def rows(url: str) -> dict[str, list[dict[str, Any]]]:
    """All that is stored, but for what a conversion adds."""
    engine = sa.create_engine(url)
    found = sa.MetaData()
    found.reflect(engine)
    new = {VERSION_TABLE.name, *NEW_TABLES}
    with engine.connect() as connection:
        stored = {
            table.name: sorted(
                (
                    {name: value for name, value in row.items() if name not in ADDED}
                    for row in connection.execute(sa.select(table)).mappings()
                ),
                key=str,
            )
            for table in found.sorted_tables
        }
    engine.dispose()
    return {name: each for name, each in stored.items() if name not in new}


ADDED = {"picture", "access"}  # of the list; the second of these also by device


@pytest.mark.parametrize("revision", ["0013", "0015"])
def test_converts_to_the_tables_of_a_new_database(
    url: str, revision: str, file: Path, tmp_path: Path
) -> None:
    is_file = url.startswith("sqlite")
    make_earlier(url, revision, file)
    before = rows(url)
    content = file.read_bytes()
    SqlStore(url).close()
    assert rows(url) == before
    if is_file:
        assert (tmp_path / f"{DATABASE_FILE}.before-{revision}").read_bytes() == content
    converted = schema(url)
    engine = sa.create_engine(url)
    with engine.begin() as connection:
        context = MigrationContext.configure(connection)
        assert context.get_current_revision() == REVISION
        assert compare_metadata(context, complete_metadata()) == []
        complete_metadata().drop_all(connection)
        connection.exec_driver_sql(f"drop table {VERSION_TABLE}")
    engine.dispose()
    SqlStore(url).close()
    assert converted == schema(url)


@pytest.mark.parametrize("revision", ["0013", "0015"])
def test_creates_missing_tables_of_features_only(url: str, revision: str, file: Path) -> None:
    """A lost table of the core is a loss of data, which an empty table would hide."""
    make_earlier(url, revision, file)
    change(url, f"drop table {PLAN.name}", f"drop table {LINK.name}")
    SqlStore(url).close()
    tables = schema(url)
    assert PLAN.name in tables
    assert LINK.name not in tables


def test_converts_what_the_list_shows(tmp_path: Path, file: Path) -> None:
    """Also of a game in which bots play for everybody."""
    id_ = shown()["tables"]["stand-ins"]
    action = '{"kind":"stood-in","seat":0,"bot":"random","why":"time"}'
    number = f"(select number + 1 from game where id = '{id_}')"
    change(
        f"sqlite:///{file}",
        f"insert into action values ('{id_}', {number}, 1, '{action}')",
        f"update game set number = {number} where id = '{id_}'",
    )
    with closing(SqlStore.in_folder(tmp_path)) as store:
        games = repository(store)
        for name, table in shown()["tables"].items():
            row, seated = games.load(table)()
            assert decode_preview(row.standing.picture) == decode_preview(
                table_standing(seated).picture
            ), name
            assert decode_preview(row.standing.picture).needs_person == (name == "stand-ins"), name


@pytest.mark.parametrize("revision", ["0001", "0012", "0014"])
def test_refuses_an_older_database(revision: str, file: Path, tmp_path: Path) -> None:
    change(f"sqlite:///{file}", f"update {VERSION_TABLE} set version_num = '{revision}'")
    content = file.read_bytes()
    with pytest.raises(StoreError, match=rf"\({revision}\).*0013 and 0015.*open them once"):
        SqlStore.in_folder(tmp_path)
    assert file.read_bytes() == content
    assert not [*tmp_path.glob("*.before-*")]


def test_refuses_an_older_database_of_postgresql(postgresql: str) -> None:
    SqlStore(postgresql).close()
    change(postgresql, f"update {VERSION_TABLE} set version_num = '0012'")
    before = schema(postgresql)
    with pytest.raises(StoreError, match=r"\(0012\)"):
        SqlStore(postgresql)
    assert schema(postgresql) == before


def test_a_conversion_that_fails_changes_nothing(tmp_path: Path, file: Path) -> None:
    """The tables are changed before the pictures are read, and changed back."""
    change(f"sqlite:///{file}", "update game set picture = 'no JSON'")
    before = schema(f"sqlite:///{file}")
    with pytest.raises(ValueError, match="Expecting value"):
        SqlStore.in_folder(tmp_path)
    assert schema(f"sqlite:///{file}") == before
