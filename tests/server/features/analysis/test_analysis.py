"""Analysis of finished games: progress in a worker process, stop, resume and download."""

from __future__ import annotations

import random
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from redcathedral.ai.analysis import analyse, from_json
from redcathedral.ai.analysis.judge import DEEP
from redcathedral.ai.analysis.review import turn_ends
from redcathedral.ai.analysis.story import story_of
from redcathedral.record import Record, read
from tests.ai.analysis.endings import last_turns
from tests.ai.weights.editions import strange
from tests.record.games import text
from tests.server.harness import AGAINST_A_BOT, Client, Json, Page, ServerProcess, decide, serving

pytestmark = pytest.mark.installed
TURN_COUNT = 5


@pytest.fixture(scope="module")
def record() -> Record:
    """The last turns of a game of two."""
    return last_turns(read(text("2p-basic-02")), TURN_COUNT)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with serving(tmp_path_factory.mktemp("server")) as client:
        yield client


def load_table(server: Client, record: Record) -> str:
    answer = server.http.post("/api/tables/load", content=record.text())
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def get_analysis(server: Client, table: str, **query: str | int) -> Json:
    answer = server.http.get(f"/api/tables/{table}/analysis", params=query)
    assert answer.status_code == 200, answer.text
    analysis: Json = answer.json()
    return analysis


def wait_for_analysis(server: Client, table: str, wanted: Callable[[Json], object]) -> Json:
    """Wait until the analysis satisfies a condition; return the analysis."""
    while not wanted(analysis := get_analysis(server, table)):
        assert analysis["progress"] == "working"
    return analysis


def start_analysis(server: Client, table: str) -> None:
    assert server.http.post(f"/api/tables/{table}/analysis").status_code == 202


def is_done(analysis: Json) -> bool:
    return bool(analysis["progress"] == "done")


@pytest.mark.slow
def test_shown_analysis_equals_the_computed_one(server: Client, record: Record) -> None:
    """A first pass comes first, then the exact analysis; a page gets only new results."""
    table = load_table(server, record)
    before = get_analysis(server, table)
    assert (before["progress"], before["done"], before["turns"]) == ("none", 0, [])
    start_analysis(server, table)
    start_analysis(server, table)  # a second start changes nothing
    first = wait_for_analysis(server, table, lambda now: now["headline"])
    assert first["first_done"] == first["all"] == len(first["turns"])
    assert "Luck" not in first["headline"]  # too rough
    analysis = wait_for_analysis(server, table, is_done)
    whole = analyse(record, budget=DEEP)
    assert analysis["done"] == analysis["all"] == len(whole.turns) == len(analysis["turns"])
    assert [chance["share"] for chance in analysis["before"]] == [
        seat.before.share for seat in whole.seats
    ]
    for shown_turn, turn in zip(analysis["turns"], whole.turns, strict=True):
        assert (shown_turn["number"], shown_turn["at"]) == (turn.number, turn.decisions)
        assert [(chance["share"], chance["error"]) for chance in shown_turn["chances"]] == [
            (value.share, value.error) for value in turn.after
        ]
    story = story_of(whole.turns)
    assert [(mistake["at"], mistake["number"]) for mistake in analysis["mistakes"]] == [
        (mistake.decisions, mistake.turn.number) for mistake in story.mistakes
    ]
    assert len(story.mistakes) == sum(
        play.mistake >= 0.03 and play.is_sure for turn in whole.turns for play in turn.plays
    )
    assert analysis["headline"].startswith("Costly mistakes: ")
    assert "Luck" in analysis["headline"]
    assert len(analysis["sums"]) >= 2
    known = get_analysis(server, table, since=analysis["version"])
    assert (known["progress"], known["turns"], known["headline"]) == ("done", [], "")
    assert get_analysis(server, table, lang="de")["sums"] != analysis["sums"]


@pytest.mark.long
def test_a_mistake_is_a_task_for_a_better_turn(server: Client, record: Record) -> None:
    """The best turn is found, the turn played is not, and any other turn is judged."""
    table = load_table(server, record)
    start_analysis(server, table)
    wait_for_analysis(server, table, is_done)
    mistake = story_of(analyse(record, budget=DEEP).turns).mistakes[0]
    task = f"{table}.{mistake.decisions}"
    assert get_analysis(server, table)["mistakes"][0]["task"] == task
    page = server.listen(f"mistakes/{task}")
    first = page.next_table()
    assert first["puzzle"]["about"].endswith("Find a better turn, and play the whole turn.")
    best = mistake.play.best[0].ids
    for ids, is_found in ((mistake.play.ids, False), (best, True)):
        for decision in ids:
            page.send_command("play", decision=decision)
            page.next_table()
        assert page.now["puzzle"]["is_found"] is is_found
        page.send_command("undo", beyond=True)
        page.next_table()
    other = next(
        way["id"] for way in first["legal"] if way["id"] not in (best[0], mistake.play.ids[0])
    )
    page.send_command("play", decision=other)
    page.next_table()
    while page.now["puzzle"]["is_found"] is None:
        page.send_command("play", decision=decide(page.now["legal"], random.Random(1)))
        page.next_table()
    assert page.now["puzzle"]["is_found"] is False
    assert "± " in page.now["puzzle"]["verdict"]  # compared by the judge
    for unknown in (f"{table}.999", "nowhere.1", "nothing."):
        assert server.listen(f"mistakes/{unknown}").receive()["code"] == "unknown-puzzle"


@pytest.mark.long
def test_analysis_can_be_downloaded(server: Client, record: Record) -> None:
    table = load_table(server, record)
    start_analysis(server, table)
    wait_for_analysis(server, table, is_done)
    path = f"/api/tables/{table}/analysis"
    report = server.http.get(f"{path}/txt", params={"lang": "pl"})
    assert report.headers["content-disposition"].endswith('.txt"')
    assert "Szanse" in report.text
    picture = server.http.get(f"{path}/svg")
    assert picture.headers["content-type"].startswith("image/svg+xml")
    assert ET.fromstring(picture.text).tag.endswith("svg")
    assert (
        from_json(server.http.get(f"{path}/json").text).turns == analyse(record, budget=DEEP).turns
    )
    assert server.http.get(f"{path}/pdf").json()["code"] == "not-found"


@pytest.mark.slow
def test_stopped_analysis_can_continue(server: Client, record: Record) -> None:
    table = load_table(server, record)
    start_analysis(server, table)
    wait_for_analysis(server, table, lambda analysis: analysis["done"])
    assert server.http.delete(f"/api/tables/{table}/analysis").status_code == 204
    stopped = get_analysis(server, table)
    assert stopped["progress"] == "stopped"
    assert 0 < stopped["done"] < stopped["all"]
    assert stopped["sums"] == []
    start_analysis(server, table)
    again = wait_for_analysis(server, table, is_done)
    assert again["version"] > stopped["version"]


@pytest.mark.long
def test_running_game_is_analyzed_only_with_hints(server: Client, record: Record) -> None:
    """Turns that are still part of the game are not analyzed again."""
    running = read(record.text())
    running.truncate(turn_ends(running)[0])
    table = load_table(server, running)
    path = f"/api/tables/{table}/analysis"
    assert server.http.post("/api/tables/nowhere/analysis").status_code == 404
    answer = server.http.post(path)
    assert (answer.status_code, answer.json()["code"]) == (409, "not-over")
    assert get_analysis(server, table)["progress"] == "none"
    page = server.open_page(table)
    page.send_command("allow-hints")
    page.next_table()
    start_analysis(server, table)
    page.until(lambda now: now["is_hinted"])
    first = wait_for_analysis(server, table, is_done)
    assert first["done"] == first["all"] == 1
    play_turn(page)
    more = get_analysis(server, table)
    assert (more["progress"], more["done"], more["all"]) == ("stopped", 1, 2)
    assert (more["turns"], more["headline"]) == (first["turns"], "")
    start_analysis(server, table)
    play_turn(page)
    start_analysis(server, table)  # the analysis now covers the current game
    second = wait_for_analysis(server, table, is_done)
    assert second["turns"][:1] == first["turns"]
    assert second["done"] == second["all"] == 3
    # without hints, the analysis is hidden too
    page.send_command("allow-hints", allowed=False)
    page.next_table()
    assert (get_analysis(server, table)["progress"], get_analysis(server, table)["done"]) == (
        "none",
        0,
    )


def play_turn(page: Page) -> None:
    """Play a random turn."""
    turn, chance = page.now["turn"], random.Random(1)
    while page.now["turn"] == turn:
        page.send_command("play", decision=decide(page.now["legal"], chance))
        page.next_table()


@pytest.mark.long
def test_table_can_be_removed_during_its_analysis(server: Client, record: Record) -> None:
    table = load_table(server, record)
    start_analysis(server, table)
    assert server.http.delete(f"/api/tables/{table}").status_code == 204
    assert server.http.get(f"/api/tables/{table}/analysis").status_code == 404
    other = load_table(server, record)
    start_analysis(server, other)
    wait_for_analysis(server, other, is_done)


@pytest.mark.long
def test_analysis_continues_after_a_power_failure(tmp_path: Path, record: Record) -> None:
    server = ServerProcess(tmp_path)
    client = server.client()
    table = load_table(client, record)
    start_analysis(client, table)
    wait_for_analysis(client, table, lambda analysis: analysis["done"])
    client.close()
    server.kill()
    server = ServerProcess(tmp_path)
    client = server.client()
    after = wait_for_analysis(client, table, is_done)
    assert len(after["turns"]) == after["first_done"] == after["all"]
    client.close()
    assert server.end() == 0


def test_an_edition_with_other_kinds_can_be_analyzed(tmp_path: Path) -> None:
    strange(tmp_path)
    edition = (tmp_path / "mine.toml").read_text()
    with serving(tmp_path / "server", editions=[edition]) as client:
        table = client.create_table(AGAINST_A_BOT)
        assert client.http.post(f"/api/tables/{table}/analysis").status_code == 202
