"""A puzzle at its socket: a turn is played, judged, tried again, and shown."""

from __future__ import annotations

import pytest
from websockets.exceptions import ConnectionClosed

from redcathedral.ai.puzzles.puzzle import Puzzle, load
from tests.server.harness import Client, Json, Page

SOME = [next(one for one in load().puzzles if one.players == players) for players in (2, 3, 4)]


def begin(server: Client, puzzle: Puzzle, lang: str = "en") -> Page:
    return server.listen(f"puzzles/{puzzle.id}", lang=lang)


def played(page: Page, ids: tuple[int, ...]) -> Json:
    for decision in ids:
        page.send_command("play", decision=decision)
        page.next_table()
    task: Json = page.now["puzzle"]
    return task


@pytest.mark.parametrize("puzzle", SOME, ids=lambda one: str(one.id))
def test_the_best_turn_is_found(server: Client, puzzle: Puzzle) -> None:
    page = begin(server, puzzle)
    first = page.next_table()
    assert first["due"]["yours"]
    assert first["puzzle"]["is_found"] is None
    task = played(page, puzzle.ids)
    assert (task["is_found"], task["tries"], task["is_shown"]) == (True, 1, False)
    assert f"{100 * puzzle.value.share:.0f} ±" in task["verdict"]
    assert page.now["legal"] == []
    assert page.now["over"] is None
    assert not page.now["can"]["undo"]
    page.send_command("play", decision=0)
    assert page.next_refusal()["code"] == "illegal"


@pytest.mark.parametrize("puzzle", SOME, ids=lambda one: str(one.id))
def test_another_turn_is_compared_with_the_best_and_tried_again(
    server: Client, puzzle: Puzzle
) -> None:
    page = begin(server, puzzle)
    first = page.next_table()
    other = puzzle.others[-1]
    task = played(page, other.ids)
    assert task["is_found"] is False
    assert f"{100 * other.less:.1f} ± {100 * other.error:.1f} percentage" in task["verdict"]
    page.send_command("undo", beyond=True)
    again = page.next_table()
    assert again["puzzle"]["is_found"] is None
    assert (again["legal"], again["position"]) == (first["legal"], first["position"])
    assert played(page, puzzle.ids)["tries"] == 2


def test_a_decision_within_the_turn_is_undone(server: Client) -> None:
    puzzle = next(one for one in SOME if len(one.ids) > 1)
    page = begin(server, puzzle)
    page.next_table()
    page.send_command("undo")
    assert page.next_refusal()["code"] == "undo"
    page.send_command("undo", beyond=True)
    assert page.next_refusal()["code"] == "undo"
    page.send_command("play", decision=puzzle.ids[0])
    assert page.next_table()["can"]["undo"]
    page.send_command("undo")
    assert page.next_table()["puzzle"]["tries"] == 0


def test_the_solution_is_shown_from_the_start(server: Client) -> None:
    puzzle = next(one for one in SOME if len(one.ids) > 1)
    page = begin(server, puzzle)
    assert page.next_table()["can"]["hint"]
    page.send_command("hints")
    hints = page.receive()
    assert hints["type"] == "hints"
    assert hints["turns"][0]["decisions"] == list(puzzle.ids)
    assert [turn["word"] for turn in hints["turns"]] == ["clearly best", "clearly worse"]
    assert len(hints["turns"]) == 2
    assert hints["why"]
    page.send_command("play", decision=puzzle.ids[0])
    table = page.next_table()
    assert table["puzzle"]["is_shown"]
    assert not table["can"]["hint"]
    page.send_command("hints")
    assert page.next_refusal()["code"] == "hint"
    page.send_command("agree")
    assert page.next_refusal()["code"] == "agree"


def test_nothing_is_kept(server: Client) -> None:
    page = begin(server, SOME[0])
    page.next_table()
    played(page, SOME[0].ids)
    assert server.games() == []
    assert begin(server, SOME[0]).next_table()["puzzle"]["tries"] == 0


def test_an_unknown_puzzle_is_refused(server: Client) -> None:
    page = server.listen("puzzles/2-1-1")
    assert page.receive()["code"] == "unknown-puzzle"
    with pytest.raises(ConnectionClosed):
        page.connection.recv(timeout=10)


def test_everyone_has_the_same_puzzle_of_the_day(server: Client) -> None:
    listed = server.http.get("/api/puzzles", params={"day": "2026-11-25"}).json()
    assert [one["id"] for one in listed["puzzles"]] == [one.id for one in load().puzzles]
    assert listed == server.http.get("/api/puzzles", params={"day": "2026-11-25"}).json()
    tomorrow = server.http.get("/api/puzzles", params={"day": "2026-11-26"}).json()
    assert tomorrow["daily"] != listed["daily"]


@pytest.mark.parametrize("day", ["", "yesterday", "2026-13-01"])
def test_an_invalid_day_is_refused(server: Client, day: str) -> None:
    answer = server.http.get("/api/puzzles", params={"day": day})
    assert answer.status_code == 400
    assert answer.json()["code"] == "bad-request"


def test_texts_are_in_the_readers_language(server: Client) -> None:
    verdicts = []
    for lang in ("en", "pl"):
        page = begin(server, SOME[0], lang)
        page.next_table()
        verdicts.append(played(page, SOME[0].ids)["verdict"])
    assert verdicts[0] != verdicts[1]
