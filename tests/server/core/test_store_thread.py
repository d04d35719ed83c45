"""Actions of several tables share a commit, and a failed action affects no other."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from collections.abc import Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from threading import Barrier, Event

import pytest
from sqlalchemy import event

from redcathedral.server.core.store.problem import Conflict, StoreError
from redcathedral.server.core.store.rows import ActionRow, EditionRow, NewGameRow
from redcathedral.server.core.store_thread import StoreThread
from redcathedral.server.core.wire.edition import EditionRef
from redcathedral.server.sql.store import DATABASE_FILE, SqlStore
from tests.server.event_loop import run
from tests.server.harness import (
    RED_AND_BLUE,
    START_POSITION,
    TIMEOUT_SECONDS,
    Page,
    ServerProcess,
    decide,
)

EDITION = EditionRow(EditionRef("k" * 16, "id", "An edition", "sha256:0"), "text")
GAMES = [f"g{number}" for number in range(9)]


def add_games(store: SqlStore, games: Sequence[str] = GAMES) -> None:
    for game in games:
        store.add(game, NewGameRow("base", "[]", (), START_POSITION), EDITION)


def actions(version: int = 1, data: str = "a") -> list[ActionRow]:
    return [ActionRow(game, version, data, START_POSITION) for game in GAMES]


async def append_together(thread: StoreThread, rows: Sequence[ActionRow]) -> list[object]:
    """Append actions that wait for the thread at the same time; return a result for each."""
    is_free = Event()
    busy = asyncio.create_task(thread.do(is_free.wait, TIMEOUT_SECONDS))
    await asyncio.sleep(0)
    waiting = [asyncio.create_task(thread.append(row)) for row in rows]
    await asyncio.sleep(0)
    is_free.set()
    await busy
    return list(await asyncio.gather(*waiting, return_exceptions=True))


def append_in_thread(store: SqlStore, rows: Sequence[ActionRow]) -> list[object]:
    """Append actions together in a new store thread; return a result for each."""
    results: list[object] = []

    async def append() -> None:
        thread = StoreThread(store)
        results.extend(await append_together(thread, rows))

    run(append())
    return results


def test_waiting_actions_share_one_commit(store: SqlStore) -> None:
    add_games(store)
    commits: list[object] = []

    @event.listens_for(store._engine, "commit")
    def count(connection: object) -> None:
        commits.append(connection)

    assert append_in_thread(store, actions()) == [None] * len(GAMES)
    assert len(commits) == 1
    assert {store.load(game).actions for game in GAMES} == {("a",)}


def test_conflict_affects_only_its_table(store: SqlStore) -> None:
    add_games(store)
    store.append(ActionRow("g4", 1, "before", START_POSITION))
    results = append_in_thread(store, [*actions(), ActionRow("nowhere", 1, "a", START_POSITION)])
    assert [isinstance(result, Conflict) for result in results] == [
        game in ("g4", "nowhere") for game in (*GAMES, "nowhere")
    ]
    assert store.load("g4").actions == ("before",)
    assert all(store.load(game).actions == ("a",) for game in GAMES if game != "g4")


def test_commit_can_have_two_actions_of_a_table(store: SqlStore) -> None:
    add_games(store)
    first, second, third = (ActionRow("g1", number, "a", START_POSITION) for number in (1, 1, 2))
    results = append_in_thread(store, [first, second, third])
    assert [type(result) for result in results] == [type(None), Conflict, type(None)]
    assert len(store.actions_after("g1", 0)) == 2


def test_unwritable_action_affects_no_other(store: SqlStore) -> None:
    """One number exists already as a stray row, and one text is not valid Unicode."""
    add_games(store)
    with store.transaction() as connection:
        connection.exec_driver_sql("insert into action values ('g2', 1, 0, 'stray')")
    rows = actions()
    rows[5] = ActionRow("g5", 1, "\ud800", START_POSITION)
    results = append_in_thread(store, rows)
    assert isinstance(results[2], Conflict)
    assert isinstance(results[5], UnicodeEncodeError)
    others = [game for game in GAMES if game not in ("g2", "g5")]
    assert [result for result in results if result is None] == [None] * len(others)
    assert all(store.load(game).actions == ("a",) for game in others)
    assert (len(store.actions_after("g2", 0)), len(store.actions_after("g5", 0))) == (0, 0)


@pytest.mark.parametrize("url", ["postgresql"], indirect=True)  # SQLite stores this text
def test_text_with_a_null_character_affects_no_other(url: str) -> None:
    with closing(SqlStore(url)) as store:
        add_games(store)
        rows = actions()
        rows[3] = ActionRow("g3", 1, "a\0b", START_POSITION)
        results = append_in_thread(store, rows)
        assert [place for place, result in enumerate(results) if result is not None] == [3]
        assert len(store.actions_after("g3", 0)) == 0


def test_database_failure_is_reported_for_every_action(tmp_path: Path) -> None:
    with closing(SqlStore.in_folder(tmp_path)) as store:
        add_games(store)
        with closing(sqlite3.connect(tmp_path / DATABASE_FILE)) as other:
            other.execute("alter table action rename to nowhere")
            other.commit()
            results = append_in_thread(store, actions())
            assert [type(result) for result in results] == [StoreError] * len(GAMES)
            assert len({id(result) for result in results}) == len(GAMES)
            other.execute("alter table nowhere rename to action")
            other.commit()
        assert {len(store.actions_after(game, 0)) for game in GAMES} == {0}
        assert append_in_thread(store, actions()) == [None] * len(GAMES)


def test_two_programs_cause_no_deadlock(url: str) -> None:
    """Two programs write the same tables at once, in opposite order; one stores each action."""
    with closing(SqlStore(url)) as result, closing(SqlStore(url)) as other:
        add_games(result)
        meet = Barrier(2)
        answers: list[list[Exception | None]] = []

        def write(store: SqlStore, order: int) -> None:
            for version in range(1, 11):
                meet.wait(TIMEOUT_SECONDS)
                answers.append(store.append_all(actions(version)[::order]))

        async def both() -> None:
            await asyncio.gather(
                asyncio.to_thread(write, result, 1), asyncio.to_thread(write, other, -1)
            )

        run(both())
        assert {type(results) for answer in answers for results in answer} == {type(None), Conflict}
        assert sum(results is None for answer in answers for results in answer) == 10 * len(GAMES)
        assert {len(result.actions_after(game, 0)) for game in GAMES} == {10}


def test_reads_do_not_wait_for_writes(store: SqlStore) -> None:
    add_games(store)

    async def read() -> None:
        thread = StoreThread(store)
        is_free = Event()
        busy = asyncio.create_task(thread.do(is_free.wait, TIMEOUT_SECONDS))
        await asyncio.sleep(0)
        assert len(await thread.read(store.games, "all", 0, 99)) == len(GAMES)
        assert not busy.done()
        is_free.set()
        await busy
        await thread.append(ActionRow("g1", 1, "a", START_POSITION))
        assert await thread.read(store.game, "g1") == await thread.do(store.game, "g1")

    run(read())


@pytest.mark.long
@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_killed_server_keeps_every_reported_decision(
    database: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """After a kill, each table has the last reported decision, or one more."""
    arguments = []
    if database == "postgresql":
        arguments = ["--database", str(request.getfixturevalue("postgresql"))]
    chance = random.Random(7)

    def say(pages: Sequence[Page]) -> None:
        for page in pages:
            page.send_command("play", decision=decide(page.now["legal"], chance))

    with ExitStack() as stack:
        server = ServerProcess(tmp_path, *arguments)
        client = server.client()
        tables = [client.create_table(RED_AND_BLUE) for _ in range(12)]
        for _ in range(3):
            pages = [client.open_page(table) for table in tables]
            for _ in range(6):
                say(pages)
                for page in pages:
                    page.next_table()
            say(pages)
            pages[chance.randrange(12)].next_table()  # some commits are complete
            server.kill()
            client.close()
            server = ServerProcess(tmp_path, *arguments)
            client = server.client()
            for page, table in zip(pages, tables, strict=True):
                again = client.open_page(table).now
                assert again["number"] in (page.now["number"], page.now["number"] + 1)
                if again["number"] == page.now["number"]:
                    assert again["position"] == page.now["position"]
        stack.callback(client.close)
        stack.callback(server.kill)
