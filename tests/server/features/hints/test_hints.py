"""Hints at a table: permission, the mark on the game, and play during the search."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from redcathedral.ai.analysis import QUICK
from redcathedral.ai.weights.file import is_packaged
from redcathedral.play.game import HINTS_SEEN
from tests.ai.weights.editions import strange
from tests.server.harness import AGAINST_A_BOT, RED_AND_BLUE, Client, Json, Page, serving

pytestmark = [
    pytest.mark.installed,
    pytest.mark.skipif(not is_packaged(), reason="the package has no weights"),
]


FIRST_WORDS = ("clearly best", "a little better", "one of the best")
WORDS = ("clearly worse", "a little worse", "about as good as the first")


@pytest.fixture(scope="module", autouse=True)
def quick() -> Iterator[None]:
    """Hints from less simulation, so that the tests are fast."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("redcathedral.server.features.hints.feature.BUDGET", QUICK)
        yield


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    folder: Path = tmp_path_factory.mktemp("server")
    with serving(folder) as client:
        yield client


def next_hints(page: Page) -> Json:
    """Read up to the next hints; return them."""
    message = page.receive()
    while message["type"] == "table":
        message = page.receive()
    assert message["type"] == "hints", message
    return message


def test_hints_against_a_bot_mark_the_game(server: Client) -> None:
    table = server.create_table(AGAINST_A_BOT)
    page = server.open_page(table)
    assert page.now["can"]["hint"]
    assert not page.now["is_hinted"]
    assert page.now["counts"]
    assert not page.now["can"]["allow_hints"]  # no other person plays
    page.send_command("hints")
    best = next_hints(page)
    assert page.now["is_hinted"]
    assert not page.now["counts"]
    assert best["number"] == page.now["number"]
    assert best["seat"] == "red"
    legal = {entry["id"]: entry for entry in page.now["legal"]}
    assert len(best["turns"]) == 3
    for place, turn in enumerate(best["turns"]):
        assert turn["text"].startswith("Ana ")
        assert turn["word"] in (WORDS if place else FIRST_WORDS)
        assert 0 <= turn["share"] <= 1
        chance = rf"Chance of winning: {100 * turn['share']:.0f} ± \d+%\."
        less = r" Worth \d+\.\d ± \d+\.\d percentage points less than the first\."
        assert re.fullmatch(chance + less * (place > 0), turn["figures"])
        assert turn["gains"][0] == legal[turn["decisions"][0]]["gains"][0]
    is_close = best["turns"][1]["word"] != "clearly worse"
    assert best["why"] or not (best["reasons"] or is_close)
    assert HINTS_SEEN in server.http.get(f"/api/tables/{table}/record").text
    listed = {entry["id"]: entry for entry in server.games()}
    assert listed[table]["is_hinted"]
    page.send_command("hints")  # the same hints are sent again
    assert next_hints(page) == best
    decisions = best["turns"][0]["decisions"]
    page.send_command("plan", seat="red", decisions=decisions, shows=False)
    page.send_command("play-plan")
    said: list[str] = []
    while page.now["turn"] == 1:
        said += [entry["text"] for entry in page.receive().get("log", [])]
    assert page.now["is_hinted"]
    assert best["turns"][0]["text"] == " ".join(said[: len(decisions) - 1])


def test_hints_for_an_earlier_position_are_dropped(server: Client) -> None:
    """A request about an earlier position has no answer, and does not mark the game."""
    page = server.open_page(server.create_table(AGAINST_A_BOT))
    page.send_command("hints")
    page.send_command("play", decision=page.now["legal"][0]["id"])
    assert page.next_table()["log"]
    assert not page.now["is_hinted"]
    page.send_command("undo")
    assert not page.next_table()["is_hinted"]
    page.send_command("hints")
    page.send_command("settings", auto_end=True)  # the position is unchanged, so the hints are sent
    assert next_hints(page)["number"] == page.now["number"]
    assert page.now["is_hinted"]


def test_hints_need_agreement_of_all_people(server: Client) -> None:
    table = server.create_table(RED_AND_BLUE)
    red = server.open_page(table, seat="red")
    blue = server.open_page(table, seat="blue")
    assert not red.now["can"]["hint"]
    red.send_command("hints")
    assert red.next_refusal()["code"] == "hint"
    red.send_command("allow-hints")
    assert red.next_table()["hints_allowed"] == ["red"]
    assert not red.now["can"]["hint"]
    assert not red.now["can"]["allow_hints"]
    red.send_command("allow-hints")
    assert red.next_refusal()["code"] == "allow-hints"
    assert blue.next_table()["notice"] == "Ana agrees to hints."
    blue.send_command("allow-hints")
    assert blue.next_table()["hints_allowed"] == ["red", "blue"]
    assert not blue.now["can"]["hint"]  # red is to move
    assert red.next_table()["can"]["hint"]
    red.send_command("hints")
    assert next_hints(red)["turns"]
    assert blue.next_table()["is_hinted"]
    # one player can withdraw hints for all; the mark stays
    blue.send_command("allow-hints", allowed=False)
    assert blue.next_table()["hints_allowed"] == []
    assert blue.now["is_hinted"]
    assert not red.until(lambda now: not now["hints_allowed"])["can"]["hint"]


def test_hints_for_an_edition_with_other_kinds_of_cards(tmp_path: Path) -> None:
    strange(tmp_path)
    edition = (tmp_path / "mine.toml").read_text()
    with serving(tmp_path / "server", editions=[edition]) as client:
        page = client.open_page(client.create_table(AGAINST_A_BOT))
        page.send_command("hints")
        assert next_hints(page)["turns"]


def test_mark_and_agreements_survive_a_restart(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        alone, both = client.create_table(AGAINST_A_BOT), client.create_table(RED_AND_BLUE)
        page = client.open_page(alone)
        page.send_command("hints")
        page.next_table()
        page = client.open_page(both, seat="red")
        page.send_command("allow-hints")
        page.next_table()
    with serving(tmp_path) as client:
        assert client.open_page(alone).now["is_hinted"]
        assert client.open_page(both).now["hints_allowed"] == ["red"]
