"""Analyses of games that are over: worked out in a process, told, stopped, and gone on with."""

from __future__ import annotations

import random
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from redcathedral.ai.analysis import analyse, from_json
from redcathedral.ai.analysis.judge import DEEP
from redcathedral.ai.analysis.review import turn_ends
from redcathedral.record import Record, read
from tests.ai.analysis.endings import last_turns
from tests.record.games import text
from tests.server.harness import Client, Json, Page, ServerProcess, decide, serving

pytestmark = pytest.mark.installed
TURNS = 5


@pytest.fixture(scope="module")
def record() -> Record:
    """The end of a game of two."""
    return last_turns(read(text("2p-basic-02")), TURNS)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with serving(tmp_path_factory.mktemp("house")) as client:
        yield client


def loaded(server: Client, record: Record) -> str:
    answer = server.http.post("/api/tables/load", content=record.text())
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def asked(server: Client, table: str, **query: str | int) -> Json:
    answer = server.http.get(f"/api/tables/{table}/analysis", params=query)
    assert answer.status_code == 200, answer.text
    found: Json = answer.json()
    return found


def until(server: Client, table: str, wanted: Callable[[Json], object]) -> Json:
    """What is told as soon as this is true of it."""
    while not wanted(found := asked(server, table)):
        assert found["progress"] == "working"
    return found


def begin(server: Client, table: str) -> None:
    assert server.http.post(f"/api/tables/{table}/analysis").status_code == 202


def is_done(found: Json) -> bool:
    return bool(found["progress"] == "done")


@pytest.mark.slow
def test_what_is_told_is_the_analysis(server: Client, record: Record) -> None:
    """Turn by turn as it is worked out; a page that has some of them is told the others."""
    table = loaded(server, record)
    before = asked(server, table)
    assert (before["progress"], before["done"], before["turns"]) == ("none", 0, [])
    begin(server, table)
    begin(server, table)  # once is enough
    found = until(server, table, is_done)
    whole = analyse(record, budget=DEEP)
    assert found["done"] == found["all"] == len(whole.turns) == len(found["turns"])
    assert [chance["share"] for chance in found["before"]] == [
        seat.before.share for seat in whole.seats
    ]
    for told, turn in zip(found["turns"], whole.turns, strict=True):
        assert (told["number"], told["at"]) == (turn.number, turn.decisions)
        assert [(one["share"], one["error"]) for one in told["chances"]] == [
            (value.share, value.error) for value in turn.after
        ]
    costs = [play.mistake for turn in whole.turns for play in turn.plays if play.is_sure]
    told_costs = [mistake["cost"] for turn in found["turns"] for mistake in turn["mistakes"]]
    assert told_costs == [cost for cost in costs if cost >= 0.03]
    assert len(found["sums"]) >= 2
    part = asked(server, table, since=2, lang="de")
    assert (part["since"], len(part["turns"])) == (2, found["done"] - 2)
    assert part["sums"] != found["sums"]


@pytest.mark.long
def test_it_can_be_saved(server: Client, record: Record) -> None:
    table = loaded(server, record)
    begin(server, table)
    until(server, table, is_done)
    way = f"/api/tables/{table}/analysis"
    report = server.http.get(f"{way}/txt", params={"lang": "pl"})
    assert report.headers["content-disposition"].endswith('.txt"')
    assert "Szanse" in report.text
    picture = server.http.get(f"{way}/svg")
    assert picture.headers["content-type"].startswith("image/svg+xml")
    assert ET.fromstring(picture.text).tag.endswith("svg")
    assert (
        from_json(server.http.get(f"{way}/json").text).turns == analyse(record, budget=DEEP).turns
    )
    assert server.http.get(f"{way}/pdf").json()["code"] == "not-found"


@pytest.mark.slow
def test_it_stops_and_goes_on(server: Client, record: Record) -> None:
    table = loaded(server, record)
    begin(server, table)
    until(server, table, lambda found: found["done"])
    assert server.http.delete(f"/api/tables/{table}/analysis").status_code == 204
    stopped = asked(server, table)
    assert stopped["progress"] == "stopped"
    assert 0 < stopped["done"] < stopped["all"]
    assert stopped["sums"] == []
    begin(server, table)
    again = until(server, table, is_done)
    assert again["turns"][: stopped["done"]] == stopped["turns"]


@pytest.mark.slow
def test_a_game_of_several_that_goes_on_is_analysed_with_hints_alone(
    server: Client, record: Record
) -> None:
    """What was judged on the way that the game has gone is not judged again."""
    running = read(record.text())
    running.truncate(turn_ends(running)[0])
    table = loaded(server, running)
    way = f"/api/tables/{table}/analysis"
    assert server.http.post("/api/tables/nowhere/analysis").status_code == 404
    answer = server.http.post(way)
    assert (answer.status_code, answer.json()["code"]) == (409, "not-over")
    assert asked(server, table)["progress"] == "none"
    page = server.sit(table)
    page.say("allow-hints")
    page.table()
    begin(server, table)
    page.until(lambda now: now["is_hinted"])
    first = until(server, table, is_done)
    assert first["done"] == first["all"] == 1
    play_turn(page)
    more = asked(server, table)
    assert (more["progress"], more["done"], more["all"]) == ("stopped", 1, 2)
    assert more["turns"] == first["turns"]
    begin(server, table)
    play_turn(page)
    begin(server, table)  # of the game as it stands now
    second = until(server, table, is_done)
    assert second["turns"][:1] == first["turns"]
    assert second["done"] == second["all"] == 3
    # who wants no hints does not see what was found either
    page.say("allow-hints", allowed=False)
    page.table()
    assert (asked(server, table)["progress"], asked(server, table)["done"]) == ("none", 0)


def play_turn(page: Page) -> None:
    """A turn by lot."""
    turn, chance = page.now["turn"], random.Random(1)
    while page.now["turn"] == turn:
        page.say("play", decision=decide(page.now["legal"], chance))
        page.table()


@pytest.mark.long
def test_a_table_may_be_removed_meanwhile(server: Client, record: Record) -> None:
    table = loaded(server, record)
    begin(server, table)
    assert server.http.delete(f"/api/tables/{table}").status_code == 204
    assert server.http.get(f"/api/tables/{table}/analysis").status_code == 404
    other = loaded(server, record)
    begin(server, other)
    until(server, other, is_done)


@pytest.mark.slow
def test_it_goes_on_after_a_power_cut(tmp_path: Path, record: Record) -> None:
    server = ServerProcess(tmp_path)
    client = server.client()
    table = loaded(client, record)
    begin(client, table)
    before = until(client, table, lambda found: found["done"])
    client.close()
    server.kill()
    server = ServerProcess(tmp_path)
    client = server.client()
    after = until(client, table, is_done)
    assert after["turns"][: before["done"]] == before["turns"]
    client.close()
    assert server.end() == 0
