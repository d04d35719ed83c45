"""A step of a lesson at its socket: it is done by what it asks for, and by nothing else."""

from __future__ import annotations

import json

import pytest
from websockets.exceptions import ConnectionClosed

from redcathedral.play.lessons import LESSONS, load_lesson
from tests.server.harness import Client, Json, Page

STEPS = [
    pytest.param(lesson, index + 1, id=f"{lesson}-{step.name}")
    for lesson in LESSONS
    for index, step in enumerate(load_lesson(lesson).steps)
]


def begin(server: Client, lesson: str, step: int, lang: str = "en") -> Page:
    return server.listen(f"lessons/{lesson}/{step}", lang=lang)


@pytest.mark.parametrize(("lesson", "step"), STEPS)
def test_a_wrong_and_then_a_right_decision_in_a_step(
    server: Client, lesson: str, step: int
) -> None:
    page = begin(server, lesson, step)
    table = page.next_table()
    missed = 0
    while table["lesson"]["done"] is None:
        number, wanted = table["number"], table["lesson"]["wanted"]
        wrong = next((way for way in table["legal"] if way["id"] not in wanted), None)
        if wrong is not None:
            page.send_command("play", decision=wrong["id"])
            refused = page.next_refusal()
            assert refused["code"] == "lesson"
            assert refused["reason"]
            assert refused["number"] == number
            missed += 1
        page.send_command("play", decision=wanted[0])
        table = page.next_table()
    assert missed
    assert table["legal"] == table["lesson"]["wanted"] == []
    assert (table["lesson"]["step"], table["lesson"]["of"]) == (
        step,
        len(load_lesson(lesson).steps),
    )
    page.send_command("play", decision=0)
    assert page.next_refusal()["code"] == "illegal"


def test_a_decision_in_a_lesson_can_be_undone(server: Client) -> None:
    page = begin(server, "first", 7)
    first = page.next_table()
    assert not first["can"]["undo"]
    page.send_command("undo")
    assert page.next_refusal()["code"] == "undo"
    page.play(page.first_legal("deliver W"))
    assert page.now["can"]["undo"]
    page.send_command("undo")
    assert page.next_table()["legal"] == first["legal"]


def test_nothing_is_kept(server: Client) -> None:
    page = begin(server, "first", 1)
    page.next_table()
    page.play("claim 3.1 beside")
    assert server.games() == []
    again = begin(server, "first", 1).next_table()
    assert again["lesson"]["done"] is None
    assert again["log"] == []


def test_a_lesson_does_not_end_a_game(server: Client) -> None:
    page = begin(server, "first", 2)
    page.next_table()
    page.send_command("agree", agreed=True)
    assert page.next_refusal()["code"] == "agree"
    page.connection.send("no command")
    assert page.next_refusal()["code"] == "unreadable"
    page.connection.send("x" * 5000)
    assert page.next_refusal()["code"] == "too-large"
    page.connection.send(json.dumps({"type": "play", "number": 99, "decision": 0}))
    assert page.next_refusal()["code"] == "stale"


@pytest.mark.parametrize("step", ["first/0", "first/17", "second/1", "solo/99"])
def test_an_unknown_step_is_refused(server: Client, step: str) -> None:
    page = server.listen(f"lessons/{step}")
    assert page.receive()["type"] == "gone"
    with pytest.raises(ConnectionClosed):
        page.connection.recv(timeout=10)


def test_texts_are_in_the_readers_language(server: Client) -> None:
    tables: list[Json] = [begin(server, "first", 1, lang).next_table() for lang in ("en", "pl")]
    english, polish = tables
    assert english["lesson"]["title"] != polish["lesson"]["title"]
    assert english["prompt"] != polish["prompt"]


def test_a_first_game_explains_what_happens_for_the_first_time(server: Client) -> None:
    wish = {"seats": [{"colour": "red"}, {"colour": "blue"}], "options": {"first_game": True}}
    page = server.open_page(server.create_table(wish))
    page.play(page.first_legal("claim"))
    rules = [one["rule"] for entry in page.now["log"] for one in entry["explained"]]
    assert rules == ["R4.2"]
    page.play(page.first_legal("tile"))
    page.play("end")
    page.play(page.first_legal("claim"))
    rules = [one["rule"] for entry in page.now["log"] for one in entry["explained"]]
    assert rules == []
    plain = server.open_page(server.create_table({**wish, "options": {}}))
    plain.play(plain.first_legal("claim"))
    assert plain.now["log"][-1]["explained"] == []
