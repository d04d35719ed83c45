"""`redcathedral database doctor`: each kind of damage is found, and the rest can be saved."""

from __future__ import annotations

import sqlite3
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sa

from redcathedral.server.sql.store import DATABASE_FILE
from tests.server.harness import serving
from tests.server.sql.games import all_tables, files, fill_all_tables, run, sqlite, store_games

# Each change is made to another game with 30 actions: the change, the problem that is reported, and
# the number of actions that are saved; None if the game cannot be saved.
DAMAGE: list[tuple[str, str, int | None]] = [
    (
        """update action set data = '{"kind":"played","steps":[99999]}' where number = 20""",
        "its action 20 does not follow (",
        19,
    ),
    (
        "update action set data = '{' where number = 20",
        "its action 20 does not follow (Input data was truncated)",
        19,
    ),
    (
        """update action set data = '{"kind":"taken-back","count":99,"beyond":false}'
        where number = 20""",
        "its action 20 does not follow (",
        19,
    ),
    ("delete from action where number = 20", "its action 20 is missing", 19),
    ("delete from action where number = 30", "its column number is 30, its actions lead to 29", 29),
    ("delete from action where number > 0", "its column number is 30", 0),
    (
        "update game set number = 31 where number = 30",
        "its column number is 31, its actions lead to 30",
        30,
    ),
    ("update game set turn = 99 where number = 30", "its column turn is 99, its actions", 30),
    (
        "update game set over = 'agreed' where number = 30",
        "its column over is 'agreed', its actions lead to None",
        30,
    ),
    (
        "update game set picture = '{}' where number = 30",
        "its entry in the list of games cannot be read (",
        30,
    ),
    ("update game set base = 'recipes' where number = 30", "its start cannot be read (", None),
]


def change(url: str, statement: str, game: str) -> None:
    column = "id" if "update game" in statement else "game"
    engine = sa.create_engine(url)
    with engine.begin() as connection:
        done = connection.exec_driver_sql(f"{statement} and {column} = '{game}'")
        assert done.rowcount >= 1
    engine.dispose()


def test_finds_each_kind_of_damage_and_saves_the_rest(url: str, tmp_path: Path) -> None:
    store_games(url, len(DAMAGE) + 1)
    before = all_tables(url)
    kept: dict[object, int] = {f"game-{len(DAMAGE)}": 30}
    problems: dict[str, str] = {}
    for number, (statement, problem, count) in enumerate(DAMAGE):
        change(url, statement, f"game-{number}")
        problems[f"game-{number}"] = problem
        if count is not None:
            kept[f"game-{number}"] = count
    damaged = all_tables(url), files(tmp_path)
    saved = tmp_path / "home" / DATABASE_FILE
    saved.parent.mkdir()
    done = run("doctor", "--database", url, "--save", str(saved))
    assert done.exit_code == 1
    *found, checked, result = done.output.splitlines()
    for line, (name, problem) in zip(found, sorted(problems.items()), strict=True):
        assert line.startswith(f"Game {name}: {problem}")
    assert checked.endswith(f"checked: {len(DAMAGE)} problems")
    assert result == f"{saved}: {len(kept)} games"
    assert (all_tables(url), files(tmp_path)) == damaged
    assert run("doctor", "--database", sqlite(saved)).exit_code == 0
    after = all_tables(sqlite(saved))
    assert {row[0] for row in after["game"]} == set(kept)
    for row in before["action"]:
        assert (row in after["action"]) is (int(str(row[1])) <= kept.get(row[0], -1))
    for row in before["game"]:  # rows that were changed are correct again
        assert (row in after["game"]) is (kept.get(row[0]) == 30)


def test_a_clean_database_is_saved_completely(url: str, tmp_path: Path) -> None:
    store_games(url)
    fill_all_tables(url)
    done = run("doctor", "--database", url, "--save", str(tmp_path / "new"))
    assert done.exit_code == 0
    assert "checked: 0 problems\n" in done.output
    assert all_tables(sqlite(tmp_path / "new")) == all_tables(url)
    assert (tmp_path / "new").stat().st_mode & 0o777 == 0o600


def test_a_cut_game_can_be_played(tmp_path: Path) -> None:
    source, folder = sqlite(tmp_path / "source"), tmp_path / "home"
    folder.mkdir()
    store_games(source)
    change(source, "delete from action where number = 20", "game-1")
    assert run("doctor", "--database", source, "--save", str(folder / DATABASE_FILE)).exit_code == 1
    with serving(folder) as server:
        assert len(server.games()) == 3
        page = server.open_page("game-1")
        assert page.now["number"] == 19
        assert page.play(page.now["legal"][0]["text"])["number"] == 20


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """A database file with four games, and rows in all tables."""
    file = tmp_path / "source"
    store_games(sqlite(file), 4)
    fill_all_tables(sqlite(file))
    return file


def test_finds_rows_that_belong_to_no_game(source: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(source)) as connection, connection:
        connection.execute("insert into chat values ('missing', 1, 0, 0, 'hello')")
        connection.execute("insert into season values ('missing', 'spring')")
        connection.execute("delete from edition")
    done = run("doctor", "--database", sqlite(source), "--save", str(tmp_path / "new"))
    assert done.exit_code == 1
    assert "Table chat: 1 of its rows belong to no game." in done.output
    assert "Table season: 1 of its rows belong to no game." in done.output
    assert "Table game: 4 of its rows belong to no edition." in done.output
    assert "3 problems\n" in done.output
    clean = run("doctor", "--database", sqlite(tmp_path / "new"))
    assert clean.output == "4 games and 120 actions checked: 0 problems\n"


def test_finds_a_missing_edition_of_a_host(source: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(source)) as connection, connection:
        connection.execute("insert into edition values ('x', 'x', 'x', 'x', 'recipes')")
        connection.execute("update game set edition = 'x' where id = 'game-1'")
    done = run("doctor", "--database", sqlite(source), "--save", str(tmp_path / "new"))
    assert "Game game-1: its edition cannot be read.\n" in done.output
    assert done.output.endswith("3 games\n")


def test_finds_text_that_is_not_utf_8(source: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(source)) as connection, connection:
        garbage = "update action set data = cast(x'ff00fe' as text) where number = 20"
        connection.execute(f"{garbage} and game = 'game-1'")
        connection.execute("update note set text = cast(x'ff' as text)")
    done = run("doctor", "--database", sqlite(source), "--save", str(tmp_path / "new"))
    assert "Game game-1: its action 20 does not follow" in done.output
    assert "1 problem\n" in done.output
    assert run("doctor", "--database", sqlite(tmp_path / "new")).exit_code == 0


PAGE = 4096  # bytes
# The first byte of a page of SQLite: inner and outer pages of indexes and of tables.
PAGE_KINDS = {"index": 10, "table": 13, "top of an index": 2, "top of a table": 5}


@pytest.mark.parametrize("kind", PAGE_KINDS)
def test_reads_a_file_with_a_damaged_page(kind: str, tmp_path: Path) -> None:
    source = tmp_path / "source"
    store_games(sqlite(source), 12)
    with closing(sqlite3.connect(source)) as connection:
        connection.execute("pragma wal_checkpoint(truncate)")
    content = source.read_bytes()
    pages = [
        start for start in range(PAGE, len(content), PAGE) if content[start] == PAGE_KINDS[kind]
    ]
    start = pages[len(pages) // 2]
    damaged = content[:start] + b"\xa5" * PAGE + content[start + PAGE :]
    source.write_bytes(damaged)
    done = run("doctor", "--database", sqlite(source), "--save", str(tmp_path / "new"))
    assert done.exit_code == 1
    assert done.output.startswith("The file is damaged: ")
    assert source.read_bytes() == damaged
    clean = run("doctor", "--database", sqlite(tmp_path / "new"))
    assert clean.exit_code == 0
    saved = all_tables(sqlite(tmp_path / "new"))
    assert len(saved["game"]) >= 10
    if kind != "top of a table":  # the rows below it cannot be found
        assert len(saved["action"]) >= 300


def test_reads_the_rows_between_damaged_pages(tmp_path: Path) -> None:
    """Each second page with actions is damaged: the games on the other pages are complete."""
    source = tmp_path / "source"
    store_games(sqlite(source), 12)
    content = bytearray(source.read_bytes())
    pages = [
        start
        for start in range(PAGE, len(content), PAGE)
        if content[start] == PAGE_KINDS["table"] and b"played" in content[start : start + PAGE]
    ]
    assert len(pages) == 5
    for start in pages[1::2]:
        content[start : start + PAGE] = bytes(PAGE)
    source.write_bytes(content)
    done = run("doctor", "--database", sqlite(source), "--save", str(tmp_path / "new"))
    assert done.output.endswith(": 12 games\n")
    games = Counter(row[0] for row in all_tables(sqlite(tmp_path / "new"))["action"])
    assert {"game-0", "game-6", "game-11"} <= {name for name, count in games.items() if count == 30}
