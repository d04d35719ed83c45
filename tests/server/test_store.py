"""The store: the same contract over SQLite and PostgreSQL, and what can go wrong with a file."""

from __future__ import annotations

import random
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine

from redcathedral.server.store import (
    Conflict,
    EditionRow,
    Standing,
    Store,
    StoredAction,
    StoreError,
    UnknownTable,
)
from redcathedral.server.store.schema import METADATA, REVISION
from redcathedral.server.store.upgrade import VERSION_TABLE
from tests.server.house import RED_AND_BLUE, decide, serving
from tests.server.postgresql import running

pytestmark = pytest.mark.xdist_group("store")
MIGRATIONS = Path(__file__).parents[2] / "src/redcathedral/server/store/migrations"
EDITION = EditionRow("k" * 16, "reconstructed-2020", "An edition", "sha256:0", "text = 1\n")
START = Standing(1, "red", None)


@pytest.fixture(scope="module")
def postgresql() -> Iterator[str]:
    with running() as url:
        yield url


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database with nothing in it."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'tables.sqlite3'}"
    found = str(request.getfixturevalue("postgresql"))
    engine = create_engine(found)
    with engine.begin() as connection:
        connection.exec_driver_sql("drop schema public cascade")
        connection.exec_driver_sql("create schema public")
    engine.dispose()
    return found


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    with closing(Store(url)) as made:
        yield made


def test_a_game_is_kept_with_its_actions(store: Store) -> None:
    store.add("g1", "base", ["Ana", ""], EDITION, START, ["a"])
    store.append("g1", 2, "b", Standing(3, "blue", None))
    game = store.load("g1")
    assert game.row.base == "base"
    assert game.row.names == ("Ana", "")
    assert game.row.number == 2
    assert game.row.standing == Standing(3, "blue", None)
    assert game.edition == EDITION
    assert game.actions == (StoredAction(1, "a"), StoredAction(2, "b"))
    assert store.number("g1") == 2
    assert store.count() == 1


def test_the_games_changed_last_are_listed_first(store: Store) -> None:
    for name in ("g1", "g2", "g3"):
        store.add(name, "base", [], EDITION, START)
    at = store.load("g2").row.changed
    while store.load("g2").row.changed <= at + 1:
        store.append("g2", store.number("g2") + 1, "a", START)
    assert store.games(2)[0].id == "g2"
    assert len(store.games(2)) == 2
    assert store.games(0) == []


def test_the_same_number_is_written_once(store: Store) -> None:
    store.add("g1", "base", [], EDITION, START)
    store.append("g1", 1, "first", START)
    for number in (1, 3, 0):
        with pytest.raises(Conflict):
            store.append("g1", number, "second", START)
    assert [action.data for action in store.load("g1").actions] == ["first"]
    with pytest.raises(Conflict):
        store.add("g1", "base", [], EDITION, START)
    with pytest.raises(Conflict):
        store.append("g9", 1, "a", START)


def test_a_removed_game_leaves_nothing(store: Store, url: str) -> None:
    store.add("g1", "base", ["Ana"], EDITION, START, ["a"])
    store.remove("g1")
    engine = create_engine(url)
    with engine.connect() as connection:
        for table in ("game", "person", "action"):
            assert connection.exec_driver_sql(f"select count(*) from {table}").scalar() == 0
    engine.dispose()
    unknown: list[Callable[[str], object]] = [store.remove, store.load, store.number]
    for ask in unknown:
        with pytest.raises(UnknownTable):
            ask("g1")


def test_an_edition_is_kept_once(store: Store) -> None:
    store.add_edition(EDITION)
    store.add_edition(EDITION)
    assert store.editions() == [EDITION]
    assert store.edition(EDITION.key) == EDITION
    assert store.edition("nix") is None


def test_the_migrations_make_the_tables_of_the_schema(url: str) -> None:
    Store(url).close()
    engine = create_engine(url)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection)
        assert context.get_current_revision() == REVISION
        assert compare_metadata(context, METADATA) == []
    engine.dispose()


def test_the_newest_migration_is_the_one_of_the_schema() -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    assert ScriptDirectory.from_config(config).get_heads() == [REVISION]


def test_opening_again_changes_nothing(store: Store, url: str) -> None:
    store.add("g1", "base", ["Ana"], EDITION, START)
    with closing(Store(url)) as again:
        assert again.load("g1") == store.load("g1")


def test_games_are_played_over_any_database(url: str, tmp_path: Path) -> None:
    with serving(tmp_path, url=url) as house:
        table = house.new(RED_AND_BLUE)
        page = house.sit(table)
        chance = random.Random(1)
        for _ in range(50):
            page.say("play", decision=decide(page.now["legal"], chance))
            page.table()
        last = page.now
    with serving(tmp_path, url=url) as house:
        assert house.sit(table).now["position"] == last["position"]


# --- SQLite files --------------------------------------------------------------------------------


def test_every_commit_is_on_the_disk(tmp_path: Path) -> None:
    with closing(Store.in_folder(tmp_path)) as store, store._engine.connect() as connection:
        assert connection.exec_driver_sql("pragma journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("pragma synchronous").scalar() == 2
        assert connection.exec_driver_sql("pragma foreign_keys").scalar() == 1


def test_a_newer_database_is_left_as_it_is(tmp_path: Path) -> None:
    Store.in_folder(tmp_path).close()
    file = tmp_path / "tables.sqlite3"
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute(f"update {VERSION_TABLE} set version_num = '9999'")
    before = file.read_bytes()
    with pytest.raises(StoreError, match=r"newer form \(9999\).*newer version of redcathedral"):
        Store.in_folder(tmp_path)
    assert file.read_bytes() == before


def test_a_broken_database_is_left_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite3"
    file.write_bytes(b"this is no database, " * 100)
    with pytest.raises(StoreError, match=r"no database.*put the file aside"):
        Store.in_folder(tmp_path)
    assert file.read_bytes() == b"this is no database, " * 100


def test_tables_of_another_program_are_left_as_they_are(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "tables.sqlite3")) as connection, connection:
        connection.execute("create table recipes (name text)")
    with pytest.raises(StoreError, match="another program: recipes"):
        Store.in_folder(tmp_path)


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StoreError, match="REDCATHEDRAL_HOME"):
        Store.in_folder(tmp_path / "file" / "folder")


def test_an_older_database_is_copied_before_it_is_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As if the present revision were an older one than the newest."""
    Store.in_folder(tmp_path).close()
    monkeypatch.setattr("redcathedral.server.store.upgrade.REVISION", "0002")
    Store.in_folder(tmp_path).close()
    copy = tmp_path / "tables.sqlite3.before-0001"
    with closing(sqlite3.connect(copy)) as connection:
        assert connection.execute(f"select version_num from {VERSION_TABLE}").fetchone() == (
            "0001",
        )


@pytest.mark.parametrize("content", [b"no database at all, " * 99, None])
def test_the_command_says_what_is_wrong_with_the_store(
    content: bytes | None, tmp_path: Path
) -> None:
    file = tmp_path / "tables.sqlite3"
    if content is None:
        file.mkdir()
    else:
        file.write_bytes(content)
    done = subprocess.run(
        [sys.executable, "-m", "redcathedral", "serve", "--port", "0"],
        env={"REDCATHEDRAL_HOME": str(tmp_path), "PATH": "", "PYTHONPATH": ":".join(sys.path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert "tables.sqlite3" in done.stderr
    assert "Traceback" not in done.stderr


def test_what_cannot_be_saved_has_not_happened(tmp_path: Path) -> None:
    """Another program holds the file: the decision is refused, and possible again afterwards."""
    with serving(tmp_path) as house:
        table = house.new(RED_AND_BLUE)
        page, other = house.sit(table), house.sit(table)
        before = page.now
        with closing(sqlite3.connect(tmp_path / "tables.sqlite3")) as holder:
            holder.execute("begin immediate")
            page.say("play", decision=page.id_of("die white +0"))
            assert page.refused()["code"] == "not-saved"
            assert page.table() == {**before, "log_from": 0, "log": []}
            assert other.table()["number"] == 0
            answer = house.http.post("/api/tables", json=RED_AND_BLUE)
            assert answer.status_code == 503
            assert answer.json()["code"] == "store"
            holder.rollback()
        assert page.play("die white +0")["number"] == 1


def test_a_table_that_is_not_understood_is_left_as_it_is(tmp_path: Path) -> None:
    with serving(tmp_path) as house:
        table = house.new(RED_AND_BLUE)
        house.sit(table).play("die white +0")
    with closing(sqlite3.connect(tmp_path / "tables.sqlite3")) as connection, connection:
        connection.execute('update action set data = \'{"kind":"of-the-future"}\'')
    with serving(tmp_path) as house:
        answer = house.http.get(f"/api/tables/{table}")
        assert answer.status_code == 409
        assert answer.json()["code"] == "unreadable-table"
        page = house.connect(table)
        assert page.receive()["code"] == "unreadable-table"
        assert house.http.get("/api/tables").json()[0]["id"] == table


def test_another_program_may_remove_a_table(tmp_path: Path) -> None:
    with serving(tmp_path) as one, serving(tmp_path) as other:
        table = one.new(RED_AND_BLUE)
        first, second = one.sit(table), other.sit(table)
        assert one.http.delete(f"/api/tables/{table}").status_code == 204
        assert first.receive()["code"] == "removed"
        second.say("play", decision=second.id_of("die white +0"))
        gone = second.receive()
        assert (gone["type"], gone["code"]) == ("gone", "removed")
        assert other.http.get(f"/api/tables/{table}").status_code == 404


def test_two_programs_may_go_on_with_the_same_table(tmp_path: Path) -> None:
    with serving(tmp_path) as one, serving(tmp_path) as other:
        table = one.new(RED_AND_BLUE)
        first, second = one.sit(table), other.sit(table)
        assert first.now == second.now
        first.play("die white +0")
        second.say("play", decision=second.id_of("die blue +0"))
        told = [second.receive(), second.receive()]
        assert {message["type"] for message in told} == {"refused", "table"}
        assert next(m for m in told if m["type"] == "refused")["code"] == "stale"
        assert second.now["position"] == first.now["position"]
        second.play("end")
        assert one.sit(table).now["number"] == 2
        assert first.table()["number"] == 2
