"""Hints at a table: for whom there are any, what marks the game, and that nobody waits."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from redcathedral.ai.weights.file import is_packaged
from redcathedral.play.game import HINTS_SEEN
from tests.ai.weights.editions import strange
from tests.server.harness import AGAINST_A_BOT, RED_AND_BLUE, Client, Json, Page, serving

pytestmark = [
    pytest.mark.installed,
    pytest.mark.skipif(not is_packaged(), reason="the package has no weights"),
]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    folder: Path = tmp_path_factory.mktemp("house")
    with serving(folder) as client:
        yield client


def hints(page: Page) -> Json:
    """The best turns, with all tables told before them."""
    message = page.receive()
    while message["type"] == "table":
        message = page.receive()
    assert message["type"] == "hints", message
    return message


def test_against_a_bot_they_come_at_once_and_mark_the_game(server: Client) -> None:
    table = server.new(AGAINST_A_BOT)
    page = server.sit(table)
    assert page.now["can"]["hint"]
    assert not page.now["is_hinted"]
    assert not page.now["can"]["allow_hints"]  # there is nobody to agree with
    page.say("hints")
    found = hints(page)
    assert page.now["is_hinted"]
    assert found["number"] == page.now["number"]
    assert found["seat"] == "red"
    legal = {each["id"]: each for each in page.now["legal"]}
    assert len(found["turns"]) == 3
    for place, turn in enumerate(found["turns"]):
        assert turn["text"].startswith("Ana ")
        assert re.fullmatch(r"\d+ ± \d+ %", turn["worth"])
        assert turn["less"].startswith("Worth less than the first by ") == (place > 0)
        assert turn["gains"][0] == legal[turn["begins"]]["gains"][0]
    assert found["why"]
    assert HINTS_SEEN in server.http.get(f"/api/tables/{table}/record").text
    listed = {each["id"]: each for each in server.games()}
    assert listed[table]["is_hinted"]
    page.say("hints")  # they are known: the same once more
    assert hints(page) == found
    page.play(legal[found["turns"][0]["begins"]]["text"])
    assert page.now["is_hinted"]


def test_the_game_goes_on_while_they_are_looked_for(server: Client) -> None:
    """What was asked about the past is not answered, and marks nothing."""
    page = server.sit(server.new(AGAINST_A_BOT))
    page.say("hints")
    page.say("play", decision=page.now["legal"][0]["id"])
    assert page.table()["log"]
    assert not page.now["is_hinted"]
    page.say("undo")
    assert not page.table()["is_hinted"]
    page.say("hints")
    page.say("settings", auto_end=True)  # the position is the same: they come all the same
    assert hints(page)["number"] == page.now["number"]
    assert page.now["is_hinted"]


def test_where_several_play_all_have_to_agree(server: Client) -> None:
    table = server.new(RED_AND_BLUE)
    red = server.sit(table, seat="red")
    blue = server.sit(table, seat="blue")
    assert not red.now["can"]["hint"]
    red.say("hints")
    assert red.next_refusal()["code"] == "hint"
    red.say("allow-hints")
    assert red.table()["hints_allowed"] == ["red"]
    assert not red.now["can"]["hint"]
    assert not red.now["can"]["allow_hints"]
    red.say("allow-hints")
    assert red.next_refusal()["code"] == "allow-hints"
    assert blue.table()["notice"] == "Ana agrees to hints."
    blue.say("allow-hints")
    assert blue.table()["hints_allowed"] == ["red", "blue"]
    assert not blue.now["can"]["hint"]  # it is not its turn
    assert red.table()["can"]["hint"]
    red.say("hints")
    assert hints(red)["turns"]
    assert blue.table()["is_hinted"]
    blue.say("allow-hints", allowed=False)  # one is enough to end it; the mark stays
    assert blue.table()["hints_allowed"] == []
    assert blue.now["is_hinted"]
    assert not red.until(lambda told: not told["hints_allowed"])["can"]["hint"]


def test_where_there_can_be_none_the_game_is_not_marked(tmp_path: Path) -> None:
    """The weights know other kinds of cards than this edition has."""
    strange(tmp_path)
    edition = (tmp_path / "mine.toml").read_text()
    with serving(tmp_path / "house", editions=[edition]) as client:
        page = client.sit(client.new(AGAINST_A_BOT))
        page.say("hints")
        refused = page.next_refusal()
        assert refused["code"] == "never-hints"
        assert "There are no hints with this edition: " in refused["reason"]
        assert not page.now["is_hinted"]


def test_a_mark_and_who_agreed_outlast_the_server(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        alone, both = client.new(AGAINST_A_BOT), client.new(RED_AND_BLUE)
        page = client.sit(alone)
        page.say("hints")
        page.table()
        page = client.sit(both, seat="red")
        page.say("allow-hints")
        page.table()
    with serving(tmp_path) as client:
        assert client.sit(alone).now["is_hinted"]
        assert client.sit(both).now["hints_allowed"] == ["red"]
