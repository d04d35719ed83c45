"""The store with SQLite and PostgreSQL, and problems with database files."""

from __future__ import annotations

import logging
import os
import random
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path
from threading import Barrier, Event

import pytest
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, event, inspect

from redcathedral.box import parse_edition
from redcathedral.play.game import Game
from redcathedral.server.core.api_error import ApiError
from redcathedral.server.core.new_game import new_row
from redcathedral.server.core.store.problem import Conflict, StoreError, UnknownTable
from redcathedral.server.core.store.rows import (
    EVERYTHING,
    ActionRow,
    EditionRow,
    ListPlace,
    NewGameRow,
    VisibleTo,
)
from redcathedral.server.core.wire.edition import EditionRef
from redcathedral.server.core.wire.lobby import GAME_KINDS
from redcathedral.server.features.chat.store import MAX_CHAT_LINES, ChatStore
from redcathedral.server.features.plans.sql import PLAN
from redcathedral.server.sql.schema import REVISION
from redcathedral.server.sql.store import DATABASE_FILE, SqlStore
from redcathedral.server.sql.upgrade import VERSION_TABLE, slow_message
from tests.server.harness import (
    ANY_VISITOR,
    RED_AND_BLUE,
    START_POSITION,
    TIMEOUT_SECONDS,
    ServerProcess,
    decide,
    repository,
    serving,
)
from tests.server.run.test_page import changed_edition

MIGRATIONS = Path(__file__).parents[3] / "src/redcathedral/server/sql/migrations"
HEAD = EditionRef("k" * 16, "reconstructed-2020", "An edition", "sha256:0")
EDITION = EditionRow(HEAD, "text = 1\n")


def new_game_row(names: Sequence[str] = (), actions: Sequence[str] = ()) -> NewGameRow:
    return NewGameRow("base", "[]", tuple(names), START_POSITION, tuple(actions))


@pytest.mark.parametrize(
    "seen", [EVERYTHING, VisibleTo("d", is_local=True), VisibleTo("d", is_local=False)]
)
def test_every_list_uses_an_index(tmp_path: Path, seen: VisibleTo) -> None:
    """A list that reads all of 100,000 games would delay all players."""
    with closing(SqlStore.in_folder(tmp_path)) as store:
        statements: list[tuple[str, object]] = []
        engine = store._engine

        def record_statement(
            _1: object, _2: object, statement: str, values: object, *_: object
        ) -> None:
            statements.append((statement, values))

        event.listen(engine, "before_cursor_execute", record_statement)
        for which in GAME_KINDS:
            store.games(which, 0, 50, None, seen)
            store.games(which, 0, 50, ListPlace(9, "g"), seen)
        store.counts(0, seen)
        event.remove(engine, "before_cursor_execute", record_statement)
        selects = [
            (statement, values) for statement, values in statements if "FROM game" in statement
        ]
        assert len(selects) >= 2 * len(GAME_KINDS) + 1
        with engine.connect() as connection:
            for statement, values in selects:
                assert isinstance(values, tuple)
                plan = connection.exec_driver_sql(f"explain query plan {statement}", values).all()
                steps = [row[3] for row in plan if " game" in row[3] or " holder" in row[3]]
                assert steps
                assert all(step.startswith("SEARCH ") for step in steps), steps


def test_a_slow_upgrade_logs_a_message(caplog: pytest.LogCaptureFixture) -> None:
    logged = Event()

    class LogListener(logging.Handler):
        def emit(self, _: logging.LogRecord) -> None:
            logged.set()

    handler = LogListener()
    logging.getLogger().addHandler(handler)
    try:
        with slow_message(0):
            assert logged.wait(TIMEOUT_SECONDS)
    finally:
        logging.getLogger().removeHandler(handler)
    assert f"upgraded to revision {REVISION}" in caplog.text
    caplog.clear()
    with slow_message(TIMEOUT_SECONDS):
        pass
    assert caplog.text == ""


def test_a_list_is_a_consistent_snapshot(store: SqlStore, url: str) -> None:
    """A game that another program removes meanwhile is listed completely, with its people."""
    store.add("g1", new_game_row(["Ana", "Bo"]), EDITION)
    with closing(SqlStore(url)) as other:

        def remove(_1: object, _2: object, statement: str, *_: object) -> None:
            if "FROM person" in statement:
                with suppress(UnknownTable):
                    other.remove("g1")

        event.listen(store._engine, "before_cursor_execute", remove)
        (row,) = store.games("all", 0, 9)
        assert row.names == ("Ana", "Bo")
        assert store.games("all", 0, 9) == []


def test_an_old_game_is_in_the_archive(url: str, tmp_path: Path) -> None:
    with serving(tmp_path, url=url) as server:
        old, table = server.create_table(RED_AND_BLUE), server.create_table(RED_AND_BLUE)
        engine = create_engine(url)
        with engine.begin() as connection:
            connection.exec_driver_sql(f"update game set changed = 1000 where id = '{old}'")
        engine.dispose()
        answer = server.http.get("/api/tables").json()
        assert [game["id"] for game in answer["games"]] == [table]
        assert answer["counts"] == {"running": 1, "open": 0, "over": 0, "all": 2}
        assert [game["id"] for game in server.games("all")] == [table, old]
        server.open_page(old).play("die white +0")
        assert [game["id"] for game in server.games("running")] == [old, table]


def test_list_over_http_has_pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("redcathedral.server.core.game_repository.GAMES_PER_PAGE", 2)
    with serving(tmp_path) as server:
        tables = {server.create_table(RED_AND_BLUE) for _ in range(5)}
        rows: list[str] = []
        query: dict[str, str] = {}
        while True:
            answer = server.http.get("/api/tables", params=query).json()
            rows += [game["id"] for game in answer["games"]]
            if answer["before"] is None:
                break
            query["before"] = answer["before"]
        assert (len(rows), set(rows)) == (5, tables)
        for bad in ("x", "====", "MTAwMA==", "eCB5", "OTk5OTk5OTk5OTk5OTk5OTk5OTk5OSB4", "☃"):
            answer = server.http.get("/api/tables", params={"before": bad})
            assert (answer.status_code, answer.json()["code"]) == (400, "bad-request")
        assert server.http.get("/api/tables", params={"which": "some"}).status_code == 400


def test_a_game_is_read_while_another_program_changes_it(store: SqlStore, url: str) -> None:
    """Another program writes after the row and before the actions are read."""
    store.add("g1", new_game_row([], ["a"]), EDITION)
    with closing(SqlStore(url)) as other:

        def write(_: object, __: object, statement: str, *___: object) -> None:
            if "FROM action" in statement and len(other.actions_after("g1", 0)) == 1:
                other.append(ActionRow("g1", 2, "b", START_POSITION))

        event.listen(store._engine, "before_cursor_execute", write)
        game = store.load("g1")
        event.remove(store._engine, "before_cursor_execute", write)
    assert game.row.version == 1
    assert game.actions == ("a",)
    assert store.load("g1").actions == ("a", "b")


def test_removed_game_leaves_no_rows(store: SqlStore, url: str) -> None:
    store.add("g1", new_game_row(["Ana"], ["a"]), EDITION)
    store.remove("g1")
    engine = create_engine(url)
    with engine.connect() as connection:
        for table in ("game", "person", "action"):
            assert connection.exec_driver_sql(f"select count(*) from {table}").scalar() == 0
    engine.dispose()
    unknown: list[Callable[[str], object]] = [
        store.remove,
        store.load,
        lambda game: store.actions_after(game, 0),
    ]
    for ask in unknown:
        with pytest.raises(UnknownTable):
            ask("g1")


def test_newest_migration_matches_the_schema() -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    assert ScriptDirectory.from_config(config).get_heads() == [REVISION]


def test_an_unreadable_game_does_not_break_the_list(url: str) -> None:
    with closing(SqlStore(url)) as store:
        for name in ("year", "seats", "colour", "picture", "good"):
            store.add(name, new_game_row(), EDITION)
    engine = create_engine(url)
    with engine.begin() as connection:
        for change in (
            "changed = 1000000000000000000 where id = 'year'",
            "seats = '{' where id = 'seats'",
            "to_move = 'mauve' where id = 'colour'",
            "picture = '{\"towers\": 3}' where id = 'picture'",
        ):
            connection.exec_driver_sql(f"update game set {change}")
    engine.dispose()
    with closing(SqlStore(url)) as store:
        games = repository(store).games(ANY_VISITOR, "all", None).games
        assert [game.id for game in games] == ["good"]


def test_an_unreadable_edition_affects_only_its_games(url: str, tmp_path: Path) -> None:
    with serving(tmp_path, url=url) as server:
        good = server.create_table(RED_AND_BLUE)
    with closing(SqlStore(url)) as store:
        store.add("g1", new_game_row(), EDITION)
    with serving(tmp_path, url=url) as server:
        assert {game["id"] for game in server.games()} == {good, "g1"}
        server.open_page(good)
        wish = {**RED_AND_BLUE, "edition": HEAD.key}
        for answer in (
            server.http.get("/api/tables/g1"),
            server.http.get(f"/api/editions/{HEAD.key}"),
            server.http.post("/api/tables", json=wish),
        ):
            assert answer.status_code == 409
            assert answer.json()["code"] == "unreadable-edition"
        assert server.http.delete(f"/api/editions/{HEAD.key}").json()["code"] == "edition-in-use"
        assert server.http.delete("/api/tables/g1").status_code == 204
        assert server.http.delete(f"/api/editions/{HEAD.key}").status_code == 204
        assert HEAD.key not in [
            ref["key"] for ref in server.http.get("/api/server").json()["editions"]
        ]


DAMAGE = (
    "update action set data = 'nonsense' where number = 2",
    'update action set data = \'{"kind":"taken-back","count":9,"beyond":true}\' where number = 2',
    'update action set data = \'{"kind":"played","steps":[]}\' where number = 2',
    'update action set data = \'{"kind":"played","steps":[1,2,3,4,5,6]}\' where number = 2',
    "delete from action where number = 3",
    "delete from action where number = 1",
    "update game set base = 'nonsense'",
)


def test_damaged_tables_can_be_removed(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        tables = [server.create_table(RED_AND_BLUE) for _ in DAMAGE]
        for table in tables:
            page = server.open_page(table)
            for text in ("die white +0", "end"):
                page.play(text)
            page.play(page.now["legal"][0]["text"])
        before = server.games()
    with closing(sqlite3.connect(tmp_path / "tables.sqlite3")) as connection, connection:
        for table, damage in zip(tables, DAMAGE, strict=True):
            key = "id" if damage.startswith("update game") else "game"
            more = "and" if "where" in damage else "where"
            connection.execute(f"{damage} {more} {key} = '{table}'")
    with serving(tmp_path) as server:
        assert server.games() == before
        for table in tables:
            answer = server.http.get(f"/api/tables/{table}")
            assert answer.status_code == 409
            assert answer.json()["code"] == "unreadable-table"
            assert server.connect(table).receive()["code"] == "unreadable-table"
            assert server.http.delete(f"/api/tables/{table}").status_code == 204
        assert server.games() == []


def test_a_page_is_informed_that_the_store_cannot_be_used(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        table = server.create_table(RED_AND_BLUE)
    with serving(tmp_path) as server:
        with closing(sqlite3.connect(tmp_path / "tables.sqlite3")) as connection, connection:
            connection.execute("alter table game rename to nowhere")
        message = server.connect(table).receive()
        assert (message["type"], message["code"]) == ("gone", "failed")


def test_an_invalid_id_is_an_unknown_table(url: str, tmp_path: Path) -> None:
    with serving(tmp_path, url=url) as server:
        for name in ("%00", "a%00b", "a.b", "x" * 33, "%C3%A9"):
            for answer in (
                server.http.get(f"/api/tables/{name}"),
                server.http.get(f"/api/tables/{name}/record"),
                server.http.delete(f"/api/tables/{name}"),
            ):
                assert answer.status_code == 404
        answer = server.http.get("/api/editions/%00")
        assert answer.json()["code"] == "unknown-edition"


def test_two_programs_can_add_the_same_edition(url: str) -> None:
    """Both check before either has written, twenty times at the same time."""
    with closing(SqlStore(url)) as one, closing(SqlStore(url)) as other:
        meet = Barrier(2)

        def add(store: SqlStore) -> None:
            for number in range(20):
                meet.wait(TIMEOUT_SECONDS)
                head = EditionRef(f"k{number}", "id", "name", "hash")
                store.editions.add(EditionRow(head, "text"))

        with ThreadPoolExecutor(2) as threads:
            for done in [threads.submit(add, store) for store in (one, other)]:
                done.result()
        assert len(one.editions.all()) == 20


def test_opening_a_database_twice_changes_nothing(store: SqlStore, url: str) -> None:
    store.add("g1", new_game_row(["Ana"]), EDITION)
    with closing(SqlStore(url)) as again:
        assert again.load("g1") == store.load("g1")


def test_games_are_played_with_any_database(url: str, tmp_path: Path) -> None:
    with serving(tmp_path, url=url) as server:
        table = server.create_table(RED_AND_BLUE)
        page = server.open_page(table)
        chance = random.Random(1)
        for _ in range(50):
            page.send_command("play", decision=decide(page.now["legal"], chance))
            page.next_table()
        last = page.now
    with serving(tmp_path, url=url) as server:
        assert server.open_page(table).now["position"] == last["position"]


@pytest.mark.parametrize("encoding", ["SQL_ASCII", "LATIN1"])
def test_a_database_must_store_all_characters(encoding: str, postgresql: str) -> None:
    engine = create_engine(postgresql, isolation_level="AUTOCOMMIT")
    name = f"in_{encoding.lower()}"
    with engine.connect() as connection:
        connection.exec_driver_sql(
            f"create database {name} encoding '{encoding}' locale 'C' template template0"
        )
    with pytest.raises(StoreError, match=f"{name} has the encoding {encoding}.*--encoding UTF8"):
        SqlStore(engine.url.set(database=name))
    with engine.connect() as connection:
        connection.exec_driver_sql(f"drop database {name}")
    engine.dispose()


@pytest.mark.slow
def test_a_server_stops_even_if_its_database_hangs(postgresql: str, tmp_path: Path) -> None:
    server = ServerProcess(tmp_path, "--database", postgresql)
    client = server.client()
    page = client.open_page(client.create_table(RED_AND_BLUE))
    engine = create_engine(postgresql)
    with engine.connect() as connection:
        others = "backend_type = 'client backend' and pid <> pg_backend_pid()"
        rows = connection.exec_driver_sql(f"select pid from pg_stat_activity where {others}")
        pids = [int(pid) for pid in rows.scalars()]
        for pid in pids:
            os.kill(pid, signal.SIGSTOP)
        try:
            page.send_command("play", decision=page.decision_id("die white +0"))
            assert server.end(signal.SIGTERM) != 0
        finally:
            for pid in pids:
                os.kill(pid, signal.SIGCONT)
    engine.dispose()
    client.close()
    assert pids
    assert "Traceback" not in server.output


# --- SQLite files --------------------------------------------------------------------------------


def test_every_commit_is_written_to_disk(tmp_path: Path) -> None:
    with closing(SqlStore.in_folder(tmp_path)) as store, store._engine.connect() as connection:
        assert connection.exec_driver_sql("pragma journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("pragma synchronous").scalar() == 2
        assert connection.exec_driver_sql("pragma foreign_keys").scalar() == 1


def test_a_newer_database_is_not_changed(tmp_path: Path) -> None:
    SqlStore.in_folder(tmp_path).close()
    file = tmp_path / "tables.sqlite3"
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute(f"update {VERSION_TABLE} set version_num = '9999'")
    before = file.read_bytes()
    with pytest.raises(StoreError, match=r"newer form \(9999\).*newer version of redcathedral"):
        SqlStore.in_folder(tmp_path)
    assert file.read_bytes() == before


def test_a_damaged_database_is_not_changed(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite3"
    file.write_bytes(b"this is no database, " * 100)
    with pytest.raises(StoreError, match=r"not a database.*move the file away"):
        SqlStore.in_folder(tmp_path)
    assert file.read_bytes() == b"this is no database, " * 100


def test_creates_the_tables_that_a_new_feature_needs(url: str) -> None:
    SqlStore(url).close()
    engine = create_engine(url)
    with engine.begin() as connection:
        PLAN.drop(connection)
    SqlStore(url).close()
    assert PLAN.name in inspect(engine).get_table_names()
    engine.dispose()


def test_tables_of_another_program_are_not_changed(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "tables.sqlite3")) as connection, connection:
        connection.execute("create table recipes (name text)")
    with pytest.raises(StoreError, match="another program: recipes"):
        SqlStore.in_folder(tmp_path)


def test_reports_a_folder_that_cannot_be_created(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StoreError, match="REDCATHEDRAL_HOME"):
        SqlStore.in_folder(tmp_path / "file" / "folder")


def test_reports_a_file_that_cannot_be_opened(tmp_path: Path) -> None:
    (tmp_path / "tables.sqlite3").mkdir()
    with pytest.raises(StoreError, match=r"tables\.sqlite3"):
        SqlStore.in_folder(tmp_path)


def test_the_command_reports_an_error_of_the_store(tmp_path: Path) -> None:
    (tmp_path / "tables.sqlite3").write_bytes(b"no database at all, " * 99)
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


@pytest.mark.slow
def test_a_decision_that_cannot_be_saved_is_refused(tmp_path: Path) -> None:
    """Another program locks the file: the decision is refused, and is possible afterwards."""
    with serving(tmp_path) as server:
        table = server.create_table(RED_AND_BLUE)
        page, other = server.open_page(table), server.open_page(table)
        before = page.now
        with closing(sqlite3.connect(tmp_path / "tables.sqlite3")) as holder:
            holder.execute("begin immediate")
            page.send_command("play", decision=page.decision_id("die white +0"))
            assert page.next_refusal()["code"] == "not-saved"
            assert page.next_table() == {**before, "log_from": 0, "log": []}
            assert other.next_table()["number"] == 0
            answer = server.http.post("/api/tables", json=RED_AND_BLUE)
            assert answer.status_code == 503
            assert answer.json()["code"] == "store"
            holder.rollback()
        assert page.play("die white +0")["number"] == 1


def test_a_game_can_be_removed_from_a_full_disk(tmp_path: Path) -> None:
    """A server with its own disk of one MiB."""
    script = f'mount -t tmpfs -o size=1m none {tmp_path} && exec "$0" "$@"'
    if subprocess.run(
        ["unshare", "-rm", "sh", "-c", script, "true"], capture_output=True, check=False
    ).returncode:
        pytest.skip("this machine cannot create a temporary disk")
    server = ServerProcess(tmp_path, before=("unshare", "-rm", "sh", "-c", script))
    client = server.client()
    table = client.create_table(RED_AND_BLUE)
    page = client.open_page(table)
    with (Path(f"/proc/{server.process.pid}/root") / str(tmp_path)[1:] / "full").open("wb") as full:
        with suppress(OSError):
            while full.write(bytes(4096)):
                full.flush()
        page.send_command("play", decision=page.decision_id("die white +0"))
        assert page.next_refusal()["code"] == "not-saved"
        assert client.http.delete(f"/api/tables/{table}").status_code == 204
    client.close()
    assert server.end() == 0


def test_an_unreadable_table_is_not_changed(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        table = server.create_table(RED_AND_BLUE)
        server.open_page(table).play("die white +0")
    with closing(sqlite3.connect(tmp_path / "tables.sqlite3")) as connection, connection:
        connection.execute('update action set data = \'{"kind":"of-the-future"}\'')
    with serving(tmp_path) as server:
        answer = server.http.get(f"/api/tables/{table}")
        assert answer.status_code == 409
        assert answer.json()["code"] == "unreadable-table"
        page = server.connect(table)
        assert page.receive()["code"] == "unreadable-table"
        assert server.games()[0]["id"] == table


def test_another_program_can_remove_a_table(tmp_path: Path) -> None:
    with serving(tmp_path) as one, serving(tmp_path) as other:
        table = one.create_table(RED_AND_BLUE)
        first, second = one.open_page(table), other.open_page(table)
        assert one.http.delete(f"/api/tables/{table}").status_code == 204
        assert first.receive()["code"] == "removed"
        second.send_command("play", decision=second.decision_id("die white +0"))
        gone = second.receive()
        assert (gone["type"], gone["code"]) == ("gone", "removed")
        assert other.http.get(f"/api/tables/{table}").status_code == 404


def test_two_programs_may_use_the_same_table(tmp_path: Path) -> None:
    with serving(tmp_path) as one, serving(tmp_path) as other:
        table = one.create_table(RED_AND_BLUE)
        first, second = one.open_page(table), other.open_page(table)
        assert first.now == second.now
        first.play("die white +0")
        second.send_command("play", decision=second.decision_id("die blue +0"))
        messages = [second.receive(), second.receive()]
        assert {message["type"] for message in messages} == {"refused", "table"}
        assert next(m for m in messages if m["type"] == "refused")["code"] == "stale"
        assert second.now["position"] == first.now["position"]
        second.play("end")
        assert one.open_page(table).now["number"] == 2
        assert first.next_table()["number"] == 2


def test_another_program_may_damage_a_table(tmp_path: Path) -> None:
    """The table is not removed, and the page gets the reason."""
    with serving(tmp_path) as one, serving(tmp_path) as other:
        table = one.create_table(RED_AND_BLUE)
        first, second = one.open_page(table), other.open_page(table)
        first.play("die white +0")
        with closing(sqlite3.connect(tmp_path / DATABASE_FILE)) as connection, connection:
            connection.execute('update action set data = \'{"kind":"of-the-future"}\'')
        second.send_command("play", decision=second.decision_id("die blue +0"))
        gone = second.receive()
        assert (gone["type"], gone["code"]) == ("gone", "unreadable-table")
        assert gone["reason"].startswith("this table cannot be rebuilt")


def test_a_table_survives_a_failure_of_the_store(tmp_path: Path) -> None:
    """Another program has changed the table, and its changes cannot be read at present."""
    with serving(tmp_path) as one, serving(tmp_path) as other:
        table = one.create_table(RED_AND_BLUE)
        first, second = one.open_page(table), other.open_page(table)
        first.play("die white +0")
        before = second.now
        with closing(sqlite3.connect(tmp_path / DATABASE_FILE)) as connection, connection:
            connection.execute("alter table action rename to nowhere")
        second.send_command("play", decision=second.decision_id("die blue +0"))
        assert second.next_refusal()["code"] == "not-saved"
        assert second.next_table()["position"] == before["position"]
        with closing(sqlite3.connect(tmp_path / DATABASE_FILE)) as connection, connection:
            connection.execute("alter table nowhere rename to action")
        second.send_command("play", decision=second.decision_id("die blue +0"))
        messages = [second.receive(), second.receive()]
        assert next(m for m in messages if m["type"] == "refused")["code"] == "stale"
        assert second.now["position"] == first.now["position"]


def test_an_edition_may_be_removed_while_a_record_is_read(tmp_path: Path) -> None:
    edition = parse_edition(changed_edition(), own_id=True)
    game = new_row(Game(edition=edition, seed=1), ())
    gone = pytest.raises(ApiError, match="This edition does not exist here")
    with closing(SqlStore.in_folder(tmp_path)) as store, gone:
        repository(store).add(game, edition, ANY_VISITOR)


def test_stores_the_last_lines_of_a_chat(store: SqlStore) -> None:
    store.add("a", new_game_row(["Ana", "Eva"]), EDITION)
    store.add("b", new_game_row(["Ana"]), EDITION)
    with pytest.raises(Conflict):
        store.part(ChatStore).add_line("nowhere", 1, 0, "lost")
    for number in range(1, MAX_CHAT_LINES + 4):
        assert store.part(ChatStore).add_line("a", number, number % 2, f"line {number}") == number
    store.part(ChatStore).add_line("b", 1, 0, "elsewhere")
    chat_lines = store.part(ChatStore).chat("a")
    assert (len(chat_lines), chat_lines[0].text, chat_lines[-1].at) == (
        MAX_CHAT_LINES,
        "line 4",
        MAX_CHAT_LINES + 3,
    )
    assert [line.number for line in store.part(ChatStore).chat("a", MAX_CHAT_LINES + 1)] == [
        MAX_CHAT_LINES + 2,
        MAX_CHAT_LINES + 3,
    ]
    assert 1 in {line.seat for line in store.part(ChatStore).chat("a")}
    store.part(ChatStore).forget_chat("a", {1})
    assert {line.seat for line in store.part(ChatStore).chat("a")} == {0}
    store.remove("a")
    assert store.part(ChatStore).chat("a") == []
    assert len(store.part(ChatStore).chat("b")) == 1


def test_simultaneous_chat_lines_are_all_stored(store: SqlStore, url: str) -> None:
    store.add("a", new_game_row(["Ana", "Eva"]), EDITION)
    with closing(SqlStore(url)) as other:

        def add_lines(at: SqlStore, seat: int) -> None:
            for _ in range(30):
                at.part(ChatStore).add_line("a", 1, seat, "word")

        with ThreadPoolExecutor(2) as threads:
            for done in [
                threads.submit(add_lines, at, seat) for seat, at in enumerate((store, other))
            ]:
                done.result()
    assert [line.number for line in store.part(ChatStore).chat("a")] == list(range(1, 61))
