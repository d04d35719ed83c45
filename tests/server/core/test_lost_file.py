"""The database file is removed, replaced or emptied while the server runs; daily backups."""

from __future__ import annotations

import os
import select
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from redcathedral.server.core.store.problem import StoreError
from redcathedral.server.sql.backups import DAY_SECONDS, MAX_BACKUPS, backup_files
from redcathedral.server.sql.store import DATABASE_FILE, SqlStore
from tests.server.harness import RED_AND_BLUE, TIMEOUT_SECONDS, serving


def remove_file(file: Path) -> None:
    file.unlink()


def remove_all_files(file: Path) -> None:
    for path in file.parent.glob(f"{file.name}*"):
        path.unlink()


def replace_file(file: Path) -> None:
    other = file.with_name("other")
    other.write_bytes(file.read_bytes())
    other.replace(file)


def empty_file(file: Path) -> None:
    os.truncate(file, 0)


@pytest.mark.parametrize("damage", [remove_file, remove_all_files, replace_file, empty_file])
def test_pages_see_nothing_that_was_not_stored(
    damage: Callable[[Path], None], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / DATABASE_FILE
    with serving(tmp_path) as server:
        table = server.create_table(RED_AND_BLUE)
        page = server.open_page(table)
        last = page.play("die white +0")
        damage(file)
        for _ in range(2):
            page.send_command("play", decision=page.decision_id("end"))
            assert page.next_refusal()["code"] == "not-saved"
            assert page.next_table()["number"] == 1
        assert server.http.post("/api/tables", json=RED_AND_BLUE).status_code == 503
        assert f"{file} was " in caplog.text
        assert "while the server used it; stop the server" in caplog.text
    rescued = tmp_path / f"{DATABASE_FILE}.rescued"
    if damage is empty_file:
        assert "stop the server and start it again; there is no backup" in caplog.text
        assert not rescued.exists()
        return
    assert f"rename {rescued.name}, which has all games, to {file.name}" in caplog.text
    assert rescued.stat().st_mode & 0o777 == 0o600
    remove_all_but(rescued, file)
    with serving(tmp_path) as server:
        assert server.open_page(table).now["position"] == last["position"]


def wait_for_backup(folder: Path) -> None:
    end = time.monotonic() + TIMEOUT_SECONDS
    while not backup_files(folder / DATABASE_FILE):
        assert time.monotonic() < end
        select.select([], [], [], 0.01)


def test_an_emptied_file_is_restored_from_a_backup(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / DATABASE_FILE
    with serving(tmp_path) as server:
        for _ in range(9):
            table = server.create_table(RED_AND_BLUE)
    with serving(tmp_path) as server:
        page = server.open_page(table)
        wait_for_backup(tmp_path)
        empty_file(file)
        page.send_command(
            "play", decision=page.decision_id("end" if page.now["number"] else "die white +0")
        )
        assert page.next_refusal()["code"] == "not-saved"
    (copy,) = backup_files(file)
    assert f"replace it with a backup (the newest backup is {copy.name}), and start" in caplog.text
    remove_all_but(copy, file)
    with serving(tmp_path) as server:
        assert len(server.games()) == 9


def test_an_empty_file_that_contained_games_is_refused(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / DATABASE_FILE
    SqlStore.in_folder(tmp_path).close()
    empty_file(file)
    with pytest.raises(StoreError, match="is empty, but it contained games; replace it"):
        SqlStore.in_folder(tmp_path)
    assert file.stat().st_size == 0
    file.unlink()
    SqlStore.in_folder(tmp_path).close()
    assert f"{file} was removed; a new database is created" in caplog.text


def remove_all_but(rescued: Path, file: Path) -> None:
    """Follow the message: rename a file, and remove the others."""
    for path in file.parent.glob(f"{file.name}*"):
        if path != rescued:
            path.unlink()
    rescued.rename(file)


def test_an_empty_file_in_an_empty_folder_becomes_a_database(tmp_path: Path) -> None:
    (tmp_path / DATABASE_FILE).touch()
    SqlStore.in_folder(tmp_path).close()
    assert (tmp_path / DATABASE_FILE).stat().st_size


def make_backup(store: SqlStore) -> Path | None:
    assert store.backups is not None
    return store.backups.make()


def set_age(file: Path, seconds: float) -> None:
    at = time.time() - seconds
    os.utime(file, (at, at))


def test_one_backup_a_day_and_the_last_seven_are_kept(tmp_path: Path) -> None:
    file = tmp_path / DATABASE_FILE
    with closing(SqlStore.in_folder(tmp_path)) as store:
        assert make_backup(store) is None  # the store has no games
    with serving(tmp_path) as server:
        server.open_page(server.create_table(RED_AND_BLUE)).play("die white +0")
    with closing(SqlStore.in_folder(tmp_path)) as store:
        first = make_backup(store)
        assert first is not None
        assert backup_files(file) == [first]
        assert first.stat().st_mode & 0o777 == 0o600
        with closing(sqlite3.connect(first)) as copy:
            assert copy.execute("select number from game").fetchall() == [(1,)]
            assert copy.execute("pragma integrity_check").fetchone() == ("ok",)
        set_age(file, 0)
        assert make_backup(store) is None  # today's backup exists
        set_age(first, DAY_SECONDS + 1)
        assert make_backup(store) == first
        set_age(first, DAY_SECONDS + 1)
        set_age(file, DAY_SECONDS + 2)
        for wal in tmp_path.glob("*-wal"):
            set_age(wal, DAY_SECONDS + 2)
        assert make_backup(store) is None  # no write since the last backup
        for day in range(1, MAX_BACKUPS + 3):
            old = first.with_name(f"{DATABASE_FILE}.copy-2025-01-{day:02}")
            old.touch()
        set_age(file, 0)
        (tmp_path / f"{DATABASE_FILE}.copy-mine").touch()
        assert make_backup(store) == first
        assert len(backup_files(file)) == MAX_BACKUPS
        assert backup_files(file)[-1] == first
        assert (tmp_path / f"{DATABASE_FILE}.copy-mine").exists()


def test_the_server_makes_the_backup(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        table = server.create_table(RED_AND_BLUE)
        page = server.open_page(table)
        assert backup_files(tmp_path / DATABASE_FILE) == []
    with serving(tmp_path) as server:
        wait_for_backup(tmp_path)
        assert server.open_page(table).now["position"] == page.now["position"]


def test_a_failed_backup_is_logged_and_leaves_no_file(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(tmp_path) as server:
        server.create_table(RED_AND_BLUE)
    (tmp_path / f"{DATABASE_FILE}.copy-2025-01-01").mkdir()  # old, and impossible to replace
    set_age(tmp_path / f"{DATABASE_FILE}.copy-2025-01-01", 9 * DAY_SECONDS)
    monkeypatch.setattr("redcathedral.server.sql.backups.MAX_BACKUPS", 1)
    with serving(tmp_path) as server:
        server.create_table(RED_AND_BLUE)
        end = time.monotonic() + TIMEOUT_SECONDS
        while "the games were not backed up" not in caplog.text:
            assert time.monotonic() < end
            select.select([], [], [], 0.01)
    assert not list(tmp_path.glob("*.part"))
