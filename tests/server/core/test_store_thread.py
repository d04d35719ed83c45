"""Actions of several tables share a commit, and none of them harms another."""

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
from redcathedral.server.core.store.store import FILE, Store
from redcathedral.server.core.store_thread import StoreThread
from redcathedral.server.core.wire.edition import EditionRef
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


def begun(store: Store, games: Sequence[str] = GAMES) -> None:
    for game in games:
        store.add(game, NewGameRow("base", "[]", (), START_POSITION), EDITION)


def actions(version: int = 1, data: str = "a") -> list[ActionRow]:
    return [ActionRow(game, version, data, START_POSITION) for game in GAMES]


async def together(thread: StoreThread, rows: Sequence[ActionRow]) -> list[object]:
    """Have actions kept that wait for the thread at the same time; what came of each."""
    free = Event()
    busy = asyncio.create_task(thread.do(free.wait, TIMEOUT_SECONDS))
    await asyncio.sleep(0)
    waiting = [asyncio.create_task(thread.append(row)) for row in rows]
    await asyncio.sleep(0)
    free.set()
    await busy
    return list(await asyncio.gather(*waiting, return_exceptions=True))


def kept(store: Store, rows: Sequence[ActionRow]) -> list[object]:
    """The same, with a thread of its own."""
    found: list[object] = []

    async def keep() -> None:
        thread = StoreThread(store)
        found.extend(await together(thread, rows))

    run(keep())
    return found


def test_what_waits_together_is_one_commit(store: Store) -> None:
    begun(store)
    commits: list[object] = []

    @event.listens_for(store._engine, "commit")
    def count(connection: object) -> None:
        commits.append(connection)

    assert kept(store, actions()) == [None] * len(GAMES)
    assert len(commits) == 1
    assert {store.load(game).actions for game in GAMES} == {("a",)}


def test_a_conflict_is_of_one_table_alone(store: Store) -> None:
    begun(store)
    store.append(ActionRow("g4", 1, "before", START_POSITION))
    found = kept(store, [*actions(), ActionRow("nowhere", 1, "a", START_POSITION)])
    assert [isinstance(one, Conflict) for one in found] == [
        game in ("g4", "nowhere") for game in (*GAMES, "nowhere")
    ]
    assert store.load("g4").actions == ("before",)
    assert all(store.load(game).actions == ("a",) for game in GAMES if game != "g4")


def test_the_same_table_twice_in_a_commit(store: Store) -> None:
    begun(store)
    first, second, third = (ActionRow("g1", number, "a", START_POSITION) for number in (1, 1, 2))
    found = kept(store, [first, second, third])
    assert [type(one) for one in found] == [type(None), Conflict, type(None)]
    assert store.version("g1") == 2


def test_an_action_that_cannot_be_written_harms_no_other(store: Store) -> None:
    """Its number is there already though the game is not so far; a text is no text."""
    begun(store)
    with store._transaction() as connection:
        connection.exec_driver_sql("insert into action values ('g2', 1, 0, 'stray')")
    rows = actions()
    rows[5] = ActionRow("g5", 1, "\ud800", START_POSITION)
    found = kept(store, rows)
    assert isinstance(found[2], Conflict)
    assert isinstance(found[5], UnicodeEncodeError)
    others = [game for game in GAMES if game not in ("g2", "g5")]
    assert [one for one in found if one is None] == [None] * len(others)
    assert all(store.load(game).actions == ("a",) for game in others)
    assert (store.version("g2"), store.version("g5")) == (0, 0)


@pytest.mark.parametrize("url", ["postgresql"], indirect=True)  # SQLite keeps it
def test_a_text_that_cannot_be_kept_harms_no_other(url: str) -> None:
    with closing(Store(url)) as store:
        begun(store)
        rows = actions()
        rows[3] = ActionRow("g3", 1, "a\0b", START_POSITION)
        found = kept(store, rows)
        assert [place for place, one in enumerate(found) if one is not None] == [3]
        assert store.version("g3") == 0


def test_where_the_database_fails_nothing_is_kept_and_all_hear_of_it(tmp_path: Path) -> None:
    with closing(Store.in_folder(tmp_path)) as store:
        begun(store)
        with closing(sqlite3.connect(tmp_path / FILE)) as other:
            other.execute("alter table action rename to nowhere")
            other.commit()
            found = kept(store, actions())
            assert [type(one) for one in found] == [StoreError] * len(GAMES)
            assert len({id(one) for one in found}) == len(GAMES)
            other.execute("alter table nowhere rename to action")
            other.commit()
        assert {store.version(game) for game in GAMES} == {0}
        assert kept(store, actions()) == [None] * len(GAMES)


def test_two_programs_do_not_wait_for_each_other(url: str) -> None:
    """They write the same tables at once, in opposite order: each action is kept by one."""
    with closing(Store(url)) as one, closing(Store(url)) as other:
        begun(one)
        meet = Barrier(2)
        heard: list[list[Exception | None]] = []

        def write(store: Store, order: int) -> None:
            for version in range(1, 11):
                meet.wait(TIMEOUT_SECONDS)
                heard.append(store.append_all(actions(version)[::order]))

        async def both() -> None:
            await asyncio.gather(
                asyncio.to_thread(write, one, 1), asyncio.to_thread(write, other, -1)
            )

        run(both())
        assert {type(found) for answer in heard for found in answer} == {type(None), Conflict}
        assert sum(found is None for answer in heard for found in answer) == 10 * len(GAMES)
        assert {one.version(game) for game in GAMES} == {10}


def test_lists_do_not_wait_for_what_is_written(store: Store) -> None:
    begun(store)

    async def read() -> None:
        thread = StoreThread(store)
        free = Event()
        busy = asyncio.create_task(thread.do(free.wait, TIMEOUT_SECONDS))
        await asyncio.sleep(0)
        assert len(await thread.read(store.games, "all", 0, 99)) == len(GAMES)
        assert not busy.done()
        free.set()
        await busy
        await thread.append(ActionRow("g1", 1, "a", START_POSITION))
        assert await thread.read(store.game, "g1") == await thread.do(store.game, "g1")

    run(read())


@pytest.mark.slow
@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_kill_while_tables_share_commits(
    database: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """All decide at once; killed in the middle, each stands at what it told, or one further."""
    arguments = []
    if database == "postgresql":
        arguments = ["--database", str(request.getfixturevalue("postgresql"))]
    chance = random.Random(7)

    def say(pages: Sequence[Page]) -> None:
        for page in pages:
            page.say("play", decision=decide(page.now["legal"], chance))

    with ExitStack() as stack:
        server = ServerProcess(tmp_path, *arguments)
        client = server.client()
        tables = [client.new(RED_AND_BLUE) for _ in range(12)]
        for _ in range(3):
            pages = [client.sit(table) for table in tables]
            for _ in range(6):
                say(pages)
                for page in pages:
                    page.table()
            say(pages)
            pages[chance.randrange(12)].table()  # some of the commits are done
            server.kill()
            client.close()
            server = ServerProcess(tmp_path, *arguments)
            client = server.client()
            for page, table in zip(pages, tables, strict=True):
                again = client.sit(table).now
                assert again["number"] in (page.now["number"], page.now["number"] + 1)
                if again["number"] == page.now["number"]:
                    assert again["position"] == page.now["position"]
        stack.callback(client.close)
        stack.callback(server.kill)
