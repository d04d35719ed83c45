"""What every store of games does: in SQLite, in PostgreSQL, and in the documents of a browser."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace

import pytest

from redcathedral.server.core.store.problem import Conflict, UnknownTable
from redcathedral.server.core.store.rows import (
    ActionRow,
    GameRow,
    ListPlace,
    NewGameRow,
    PreviousGame,
)
from redcathedral.server.core.store.store import Store
from redcathedral.server.core.wire.lobby import GameKind
from redcathedral.server.features.analysis.store import AnalysisStore
from redcathedral.server.features.chat.store import ChatStore, NoteRow
from redcathedral.server.features.plans.store import PlanStore
from redcathedral.server.features.seasons.store import SeasonStore
from redcathedral.server.local.documents import DEVICE, Documents
from redcathedral.server.local.store import LocalStore
from redcathedral.server.sql.store import SqlStore
from tests.server.core.test_store import EDITION, HEAD, new_game_row
from tests.server.harness import START_POSITION


@pytest.fixture(params=["sqlite", "postgresql", "documents"])
def store(request: pytest.FixtureRequest) -> Iterator[Store]:
    """An empty store."""
    if request.param == "documents":
        yield LocalStore(Documents())
        return
    if request.param == "postgresql":
        url = request.getfixturevalue("postgresql")
    else:
        url = f"sqlite:///{request.getfixturevalue('tmp_path') / 'tables.sqlite3'}"
    with closing(SqlStore(url)) as empty_store:
        yield empty_store


def test_a_game_is_stored_with_its_actions(store: Store) -> None:
    store.add("g1", new_game_row(["Ana", ""], ["a"]), EDITION)
    later = replace(START_POSITION, turn=3, to_move="blue")
    store.append(ActionRow("g1", 2, "b", later))
    game = store.load("g1")
    assert game.base == "base"
    assert game.row.names == ("Ana", "")
    assert game.row.version == 2
    assert game.row.standing == later
    assert game.edition == EDITION
    assert game.actions == ("a", "b")
    assert len(store.actions_after("g1", 0)) == 2
    assert store.counts(0) == {"running": 1, "open": 0, "over": 0, "all": 1}


def test_lists_newest_changes_first(store: Store) -> None:
    for name in ("g1", "g2", "g3"):
        store.add(name, replace(new_game_row(), at=1000), EDITION)
    store.append(ActionRow("g2", 1, "a", START_POSITION, at=1001))
    assert store.games("all", 0, 2)[0].id == "g2"
    assert len(store.games("all", 0, 2)) == 2
    assert store.games("all", 0, 0) == []


def test_list_pages_have_every_game_once(store: Store) -> None:
    """Several games changed at the same moment, and new ones are added between the pages."""
    since = 1000
    store.add("old", replace(new_game_row(), at=since - 1), EDITION)
    over = replace(START_POSITION, turn=9, over="finished")
    for number in range(7):
        store.add(f"g{number}", replace(new_game_row(), at=since), EDITION)
        if number % 3 == 0:
            store.append(ActionRow(f"g{number}", 1, "a", over, at=since))
    assert store.counts(since) == {"running": 4, "open": 0, "over": 3, "all": 8}
    kinds: list[tuple[GameKind, set[str]]] = [
        ("running", {"g1", "g2", "g4", "g5"}),
        ("over", {"g0", "g3", "g6"}),
        ("all", {"old", *(f"g{number}" for number in range(7))}),
    ]
    for which, expected in kinds:
        rows: list[GameRow] = []
        place = None
        while page := store.games(which, since, 2, place):
            rows += page
            place = ListPlace(page[-1].changed, page[-1].id)
            store.add(f"{which}{len(rows)}", NewGameRow("", "[]", (), over), EDITION)
            store.remove(f"{which}{len(rows)}")
        assert [row.changed for row in rows] == sorted((r.changed for r in rows), reverse=True)
        assert len(rows) == len(expected)
        assert {row.id for row in rows} == expected


def test_counts_of_the_list_are_limited(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("sql", "local"):
        monkeypatch.setattr(f"redcathedral.server.{module}.store.MAX_COUNT", 3)
    for number in range(6):
        store.add(f"g{number}", new_game_row(), EDITION)
    assert store.counts(0) == {"running": 4, "open": 0, "over": 0, "all": 4}


def test_the_same_version_is_written_once(store: Store) -> None:
    store.add("g1", new_game_row(), EDITION)
    store.append(ActionRow("g1", 1, "first", START_POSITION))
    for number in (1, 3, 0):
        with pytest.raises(Conflict):
            store.append(ActionRow("g1", number, "second", START_POSITION))
    assert store.load("g1").actions == ("first",)
    with pytest.raises(Conflict):
        store.add("g1", new_game_row(), EDITION)
    with pytest.raises(Conflict):
        store.append(ActionRow("g9", 1, "a", START_POSITION))


def test_an_edition_is_stored_once(store: Store) -> None:
    store.editions.add(EDITION)
    store.editions.add(EDITION)
    assert store.editions.all() == [HEAD]
    assert store.editions.find(HEAD.key) == EDITION
    assert store.editions.find("nix") is None


def test_a_plan_is_stored_by_seat_and_deleted_with_its_game(store: Store) -> None:
    store.add("g1", new_game_row(), EDITION)
    store.part(PlanStore).write("g1", 1, "first")
    store.part(PlanStore).write("g1", 0, "other")
    store.part(PlanStore).write("g1", 1, "second")
    assert store.part(PlanStore).plans_of("g1") == {0: "other", 1: "second"}
    store.part(PlanStore).write("g1", 0, None)
    store.part(PlanStore).write("g1", 0, None)
    assert store.part(PlanStore).plans_of("g1") == {1: "second"}
    store.remove("g1")
    assert store.part(PlanStore).plans_of("g1") == {}
    with pytest.raises(Conflict):
        store.part(PlanStore).write("g1", 1, "late")


def test_an_analysis_is_stored_turn_by_turn(store: Store) -> None:
    """Turns of the first pass and precise ones; a new key of the analysis deletes the old ones."""
    store.add("a", new_game_row(), EDITION)
    part = store.part(AnalysisStore)
    with pytest.raises(Conflict):
        part.request("nowhere", "one")
    with pytest.raises(Conflict):
        part.add("a", "one", is_precise=False, rows={0: "first"})
    part.request("a", "one")
    part.add("a", "one", is_precise=False, rows={1: "second", 0: "first"})
    part.add("a", "one", is_precise=True, rows={1: "exact"})
    assert part.turns("a", "one") == (["first", "second"], ["exact"])
    assert part.turns("a", "other") == ([], [])
    assert part.requested() == ["a"]
    part.stop("a")
    assert part.requested() == []
    part.request("a", "one")
    part.add("a", "one", is_precise=False, rows={1: "another"})  # the game continued differently
    assert part.turns("a", "one") == (["first", "another"], ["exact"])
    part.request("a", "other")
    assert part.turns("a", "one") == part.turns("a", "other") == ([], [])
    part.add("a", "other", is_precise=True, rows={0: "first"})
    store.remove("a")
    assert part.requested() == []
    assert part.turns("a", "other") == ([], [])


def test_a_note_is_stored_for_its_seat(store: Store) -> None:
    store.add("a", new_game_row(["Ana", "Eva"]), EDITION)
    assert store.part(ChatStore).note("a", 0) == NoteRow(0, "")
    assert store.part(ChatStore).write_note("a", 0, 0, "one") == 1
    assert store.part(ChatStore).write_note("a", 0, 1, "two") == 2
    for known in (0, 1, 3):
        with pytest.raises(Conflict):
            store.part(ChatStore).write_note("a", 0, known, "lost")
    with pytest.raises(Conflict):
        store.part(ChatStore).write_note("nowhere", 0, 0, "lost")
    store.part(ChatStore).write_note("a", 1, 0, "hers")
    assert store.part(ChatStore).note("a", 0) == NoteRow(2, "two")
    assert store.part(ChatStore).note("a", 1) == NoteRow(1, "hers")
    store.part(ChatStore).forget_notes("a", {0})
    assert store.part(ChatStore).note("a", 0) == NoteRow(0, "")
    assert store.part(ChatStore).note("a", 1) == NoteRow(1, "hers")
    store.remove("a")
    assert store.part(ChatStore).note("a", 1) == NoteRow(0, "")


def test_games_with_one_name_and_host_are_a_season(store: Store) -> None:
    part = store.part(SeasonStore)
    row = replace(new_game_row(), device=DEVICE, access="private")
    for game, name in {"a": "Autumn", "b": "Autumn", "c": "Winter", "d": ""}.items():
        store.add(game, row, EDITION)
        part.write(game, name)
    assert [part.name(game) for game in ("a", "c", "d", "nowhere")] == ["Autumn", "Winter", "", ""]
    rights = store.load("d").row.rights
    assert set(part.games("Autumn", rights)) == {"a", "b"}
    assert part.games("Spring", rights) == part.games("", rights) == []
    part.write("a", "Winter")
    part.write("c", "")
    store.remove("b")
    assert part.games("Autumn", rights) == []
    assert part.games("Winter", rights) == ["a"]
    assert part.name("c") == part.name("b") == ""
    with pytest.raises(Conflict):
        part.write("b", "Autumn")


def test_game_has_at_most_one_rematch(store: Store) -> None:
    """It keeps the holders of seats; after it is removed, there may be another."""
    game = replace(new_game_row(["Ana", "Eva"]), device=DEVICE, held=(0,), access="private")
    store.add("a", game, EDITION)
    before = PreviousGame("a", (1, 0))
    assert store.rematch("a") is None
    store.add("b", new_game_row(["Eva", "Ana"]), EDITION, before)
    with pytest.raises(Conflict):
        store.add("c", new_game_row(["Eva", "Ana"]), EDITION, before)
    with pytest.raises(Conflict):
        store.add("c", new_game_row(["Eva", "Ana"]), EDITION, PreviousGame("nowhere", (1, 0)))
    with pytest.raises(UnknownTable):
        store.load("c")
    assert store.rematch("a") == store.load("a").row.rematch == "b"
    assert {row.id for row in store.games_of(DEVICE)} == {"a", "b"}
    assert store.load("a").row.rights.held_by(DEVICE) == {0}
    assert store.load("b").row.rights.held_by(DEVICE) == {1}
    assert store.load("b").row.rights.is_host(DEVICE)
    store.remove("b")
    assert store.rematch("a") is None
    store.add("c", new_game_row(["Eva", "Ana"]), EDITION, before)
    store.remove("a")
    assert store.load("c").row.names == ("Eva", "Ana")
