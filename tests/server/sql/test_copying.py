"""`redcathedral database backup` and `restore`."""

from __future__ import annotations

import os
import random
import re
import resource
import select
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from itertools import count
from pathlib import Path

import pytest
import sqlalchemy as sa

from redcathedral.files import HOME_VARIABLE
from redcathedral.server.features.chat.sql import CHAT
from redcathedral.server.sql import copying
from redcathedral.server.sql.copying import Step
from redcathedral.server.sql.database_file import lock
from redcathedral.server.sql.doctor import diagnose
from redcathedral.server.sql.store import DATABASE_FILE, SqlStore
from redcathedral.server.sql.upgrade import VERSION_TABLE
from tests.server.compatibility.earlier import database
from tests.server.harness import RED_AND_BLUE, TIMEOUT_SECONDS, ServerProcess, decide, serving
from tests.server.sql.games import (
    add_game,
    all_tables,
    files,
    fill_all_tables,
    run,
    sqlite,
    store_games,
)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty data folder."""
    folder = tmp_path / "home"
    folder.mkdir()
    monkeypatch.setenv(HOME_VARIABLE, str(folder))
    return folder


@pytest.fixture
def backup(tmp_path: Path) -> Path:
    """A backup of three games."""
    file = tmp_path / "backup.sqlite3"
    store_games(sqlite(tmp_path / "source"))
    assert run("backup", str(file), "--database", sqlite(tmp_path / "source")).exit_code == 0
    return file


@pytest.mark.slow
def test_backup_of_a_server_under_play(home: Path, tmp_path: Path) -> None:
    """The backup has every decision that was shown before it began, and its games can be played."""
    chance = random.Random(1)
    server = ServerProcess(home)
    client = server.client()
    page = client.open_page(client.create_table(RED_AND_BLUE))

    def play() -> None:
        page.send_command("play", decision=decide(page.now["legal"], chance))
        page.next_table()

    for _ in range(10):
        play()
    shown = page.now["number"]
    with ThreadPoolExecutor(1) as pool:
        backing_up = pool.submit(run, "backup", str(tmp_path / "new"))
        while not backing_up.done() or page.now["number"] < shown + 5:
            play()
        checking = pool.submit(run, "doctor")
        while not checking.done():
            play()
    assert backing_up.result().output == f"{tmp_path / 'new'}: 1 game\n"
    assert checking.result().exit_code == 0
    stored = len(all_tables(sqlite(tmp_path / "new"))["action"])
    assert shown <= stored <= page.now["number"]
    checked = run("doctor", "--database", sqlite(tmp_path / "new"))
    assert checked.output == f"1 game and {stored} actions checked: 0 problems\n"
    client.close()
    assert server.end() == 0


def test_games_move_to_postgresql_and_back(postgresql: str, home: Path, tmp_path: Path) -> None:
    source, backup = tmp_path / "source", tmp_path / "backup"
    store_games(sqlite(source))
    fill_all_tables(sqlite(source))
    before = all_tables(sqlite(source))
    assert all(before.values())
    for words in (
        ("backup", str(backup), "--database", sqlite(source)),
        ("restore", str(backup), "--database", postgresql),
        ("backup", f"{backup}-2", "--database", postgresql),
        ("restore", f"{backup}-2"),
    ):
        assert run(*words).exit_code == 0, words
    for url in (sqlite(backup), postgresql, sqlite(home / DATABASE_FILE)):
        assert all_tables(url) == before
    assert [path.stat().st_mode & 0o777 for path in tmp_path.glob("backup*")] == [0o600, 0o600]


def test_a_new_database_is_restored_in_a_new_folder(
    backup: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "new" / "folder"))
    assert run("restore", str(backup)).output == "The games were restored.\n"
    assert all_tables(sqlite(tmp_path / "new" / "folder" / DATABASE_FILE)) == all_tables(
        sqlite(backup)
    )
    with serving(tmp_path / "new" / "folder") as server:
        page = server.open_page("game-0")
        assert page.play(page.now["legal"][0]["text"])["number"] == 31


def test_the_previous_database_is_kept_with_its_log(backup: Path, home: Path) -> None:
    """A killed server leaves its newest games in the log of SQLite."""
    file = home / DATABASE_FILE
    with closing(SqlStore.in_folder(home)) as store:
        add_game(store, "newest")
        left = {path.name: path.read_bytes() for path in home.glob(f"{DATABASE_FILE}*")}
    for name, content in left.items():
        (home / name).write_bytes(content)
    assert f"{DATABASE_FILE}-wal" in left
    for number in (1, 2):
        done = run("restore", str(backup))
        assert done.output.endswith(f"is now {file}.before-restore-{number}\n")
        assert all_tables(sqlite(file)) == all_tables(sqlite(backup))
    kept = all_tables(sqlite(Path(f"{file}.before-restore-1")))
    assert [row[0] for row in kept["game"]] == ["newest"]


def test_a_backup_of_an_earlier_version_is_converted(home: Path, tmp_path: Path) -> None:
    backup = tmp_path / "backup"
    backup.write_bytes(database())
    assert run("restore", str(backup)).exit_code == 0
    assert backup.read_bytes() == database()
    done = run("doctor")
    assert done.output.endswith(" checked: 0 problems\n")
    assert [*home.glob(".restore-*")] == []


def other_program(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("create table recipes (name text)")


def newer(file: Path) -> None:
    SqlStore(sqlite(file)).close()
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute(f"update {VERSION_TABLE} set version_num = '9999'")


def damaged(file: Path) -> None:
    store_games(sqlite(file))
    content = file.read_bytes()
    middle = len(content) // 2
    file.write_bytes(content[:middle] + bytes(8192) + content[middle + 8192 :])


BAD_FILES: dict[str, tuple[Callable[[Path], object], str]] = {
    "missing": (Path.absolute, "there is no file"),
    "a folder": (Path.mkdir, "there is no file"),
    "a text": (
        lambda file: file.write_bytes(b"recipes" * 1000),
        "not a database; name another one",
    ),
    "empty": (Path.touch, "no games"),
    "another program's": (other_program, "another program: recipes"),
    "newer": (newer, r"newer form \(9999\)"),
    "damaged": (damaged, "damaged.*doctor --save"),
}


@pytest.mark.parametrize("kind", BAD_FILES)
@pytest.mark.parametrize("target", ["sqlite", "postgresql"])
def test_a_bad_backup_changes_nothing(
    kind: str, target: str, home: Path, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    make, reason = BAD_FILES[kind]
    make(tmp_path / "bad")
    store_games(sqlite(home / DATABASE_FILE), 1)
    before = files(tmp_path), files(home)
    words = ("--database", request.getfixturevalue("postgresql")) * (target == "postgresql")
    done = run("restore", str(tmp_path / "bad"), *words)
    assert (done.exit_code, done.stdout) == (2, "")
    assert re.search(reason, done.stderr)
    assert done.stderr.endswith(". Nothing was changed.\n")
    assert (files(tmp_path), files(home)) == before
    assert [*home.glob(".restore-*")] == []
    if words:
        assert all_tables(words[1]) == {}


def test_a_server_keeps_its_database(backup: Path, home: Path) -> None:
    store_games(sqlite(home / DATABASE_FILE), 1)
    before = files(home)
    with lock(home / DATABASE_FILE):
        done = run("restore", str(backup))
    assert (done.exit_code, files(home)) == (2, before)
    assert "a server is already running" in done.stderr
    assert "stop it first" in done.stderr


def test_postgresql_with_games_is_not_changed(backup: Path, postgresql: str) -> None:
    store_games(postgresql, 1)
    before = all_tables(postgresql)
    done = run("restore", str(backup), "--database", postgresql)
    assert done.exit_code == 2
    assert "this database is not empty" in done.stderr
    assert all_tables(postgresql) == before


def test_rows_without_a_game_are_not_restored_in_part(backup: Path, postgresql: str) -> None:
    with closing(sqlite3.connect(backup)) as connection, connection:
        connection.execute("insert into season values ('missing', 'spring')")
    done = run("restore", str(backup), "--database", postgresql)
    assert done.exit_code == 2
    assert "rows that belong to no game; name another one, or save what can be read" in done.stderr
    assert all_tables(postgresql) == {}


@pytest.mark.parametrize("command", ["backup", "doctor"])
def test_a_database_that_cannot_be_read(command: str, home: Path) -> None:
    for words, reason in (
        ((), f"there is no file {home / DATABASE_FILE}; name another one"),
        (("--database", f"postgresql+psycopg:///games?host={home}"), "connection"),
        (("--database", "sqlite://"), "has no file"),
        (("--database", "recipes"), "not the URL of a database"),
    ):
        done = run(command, *(["new"] if command == "backup" else ["--save", "new"]), *words)
        assert (done.exit_code, done.stdout) == (2, ""), words
        assert reason in done.stderr
    assert [*home.iterdir()] == []
    assert not Path("new").exists()


@pytest.mark.parametrize("words", [("backup",), ("doctor", "--save")])
def test_no_file_is_overwritten_or_left_in_part(
    words: tuple[str, ...], home: Path, tmp_path: Path
) -> None:
    store_games(sqlite(home / DATABASE_FILE), 1)
    existing = tmp_path / "existing"
    existing.write_text("a letter")
    done = run(*words, str(existing))
    assert (done.exit_code, existing.read_text()) == (2, "a letter")
    assert "already exists" in done.stderr
    done = run(*words, str(existing / "new"))
    assert done.exit_code == 2
    assert "Not a directory" in done.stderr
    assert [path.name for path in tmp_path.iterdir() if path != home] == ["existing"]


@contextmanager
def file_limit(size: int) -> Iterator[None]:
    """A full disk: no file of this process can grow beyond this number of bytes."""
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, limits[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)


def test_a_full_disk_leaves_no_file(url: str, home: Path, tmp_path: Path) -> None:
    store_games(url)
    before = files(tmp_path), files(home)
    for words in (("backup", str(tmp_path / "new")), ("doctor", "--save", str(tmp_path / "new"))):
        with file_limit(100_000):
            done = run(*words, "--database", url)
        assert (done.exit_code, done.stdout) == (2, "")
        assert re.search("disk|File too large", done.stderr), done.stderr
        assert (files(tmp_path), files(home)) == before


def test_a_full_disk_changes_no_database(backup: Path, home: Path) -> None:
    store_games(sqlite(home / DATABASE_FILE), 1)
    before = files(home)
    with file_limit(100_000):
        done = run("restore", str(backup))
    assert (done.exit_code, files(home)) == (2, before), done.output
    assert [*home.glob(".restore-*")] == []


def test_a_copy_has_one_state_of_the_games(url: str, tmp_path: Path) -> None:
    """Games are added at some steps; the copies have only those from before."""
    store_games(url)
    names = iter(map(str, count()))

    def add_games(steps: Iterator[Step], total: int, noun: str) -> Iterator[Step]:
        assert total > 0, noun
        for number, step in enumerate(steps):
            if number < 3:
                add_game(store, next(names))
            yield step

    with closing(SqlStore(url)) as store:
        before = all_tables(url)
        copying.backup(sa.make_url(url), tmp_path / "backup", add_games)
        assert all_tables(sqlite(tmp_path / "backup")) == before
        before = all_tables(url)
        problems, _, _ = diagnose(sa.make_url(url), tmp_path / "saved", add_games)
        assert problems == []
        assert all_tables(sqlite(tmp_path / "saved")) == before
        assert len(all_tables(url)["game"]) > len(before["game"]) > 3


def interrupt(steps: Iterator[Step], total: int, noun: str) -> Iterator[Step]:
    """Ctrl+C when a task shows its progress."""
    yield next(steps)
    raise KeyboardInterrupt(f"at 1 of {total} {noun}s")


def test_an_interrupted_copy_leaves_no_file(url: str, tmp_path: Path) -> None:
    store_games(url, 1)
    engine = sa.create_engine(url)
    with engine.begin() as connection:
        lines = [
            {"game": "game-0", "number": n, "at": 0, "seat": 0, "text": "x" * 500}
            for n in range(8_000)
        ]
        connection.execute(sa.insert(CHAT), lines)
    engine.dispose()
    before = files(tmp_path)
    with pytest.raises(KeyboardInterrupt):
        copying.backup(engine.url, tmp_path / "new", interrupt)
    with pytest.raises(KeyboardInterrupt):
        diagnose(engine.url, tmp_path / "new", interrupt)
    assert files(tmp_path) == before


def test_an_interrupted_restore_changes_nothing(backup: Path, home: Path, postgresql: str) -> None:
    store_games(sqlite(home / DATABASE_FILE), 1)
    before = files(home)

    def interrupt_last(steps: Iterator[Step], total: int, noun: str) -> Iterator[Step]:
        """Ctrl+C at the end of a task; the first one of PostgreSQL is the copy of the file."""
        yield from steps
        if total < copying.PERCENT or not is_postgresql:
            raise KeyboardInterrupt(noun)

    for url in (sqlite(home / DATABASE_FILE), postgresql):
        is_postgresql = url == postgresql
        with pytest.raises(KeyboardInterrupt):
            copying.restore(backup, sa.make_url(url), interrupt_last)
    assert files(home) == before
    assert [*home.glob(".restore-*")] == []
    assert not any(all_tables(postgresql).values())


def test_ctrl_c_stops_a_backup(postgresql: str, tmp_path: Path) -> None:
    """Another program locks a table, so the backup waits."""
    store_games(postgresql, 1)
    engine = sa.create_engine(postgresql)
    with engine.begin() as connection:
        connection.exec_driver_sql("lock table action")
        process = subprocess.Popen(
            [sys.executable, "-m", "redcathedral", "database", "backup", str(tmp_path / "new")],
            env={**os.environ, "REDCATHEDRAL_DATABASE": postgresql},
            stderr=subprocess.PIPE,
            text=True,
        )
        end = time.monotonic() + TIMEOUT_SECONDS
        while not (tmp_path / "new.part").exists():
            assert time.monotonic() < end
            select.select([], [], [], 0.01)
        process.send_signal(signal.SIGINT)
        _, error = process.communicate(timeout=TIMEOUT_SECONDS)
    engine.dispose()
    assert (process.returncode, error) == (130, "Stopped. No file was written.\n")
    assert [*tmp_path.iterdir()] == []
