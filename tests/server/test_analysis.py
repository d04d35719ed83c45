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
from tests.server.house import Client, Json, Page, Process, decide, serving

pytestmark = pytest.mark.installed
TURNS = 5


@pytest.fixture(scope="module")
def record() -> Record:
    """The end of a game of two."""
    return last_turns(read(text("2p-basic-02")), TURNS)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with serving(tmp_path_factory.mktemp("house")) as client:
        yield client


def loaded(house: Client, record: Record) -> str:
    answer = house.http.post("/api/tables/load", content=record.text())
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def asked(house: Client, table: str, **query: str | int) -> Json:
    answer = house.http.get(f"/api/tables/{table}/analysis", params=query)
    assert answer.status_code == 200, answer.text
    found: Json = answer.json()
    return found


def until(house: Client, table: str, wanted: Callable[[Json], object]) -> Json:
    """What is told as soon as this is true of it."""
    while not wanted(found := asked(house, table)):
        assert found["progress"] == "working"
    return found


def begin(house: Client, table: str) -> None:
    assert house.http.post(f"/api/tables/{table}/analysis").status_code == 202


def is_done(found: Json) -> bool:
    return bool(found["progress"] == "done")


@pytest.mark.slow
def test_what_is_told_is_the_analysis(house: Client, record: Record) -> None:
    """Turn by turn as it is worked out; a page that has some of them is told the others."""
    table = loaded(house, record)
    before = asked(house, table)
    assert (before["progress"], before["done"], before["turns"]) == ("none", 0, [])
    begin(house, table)
    begin(house, table)  # once is enough
    found = until(house, table, is_done)
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
    part = asked(house, table, since=2, lang="de")
    assert (part["since"], len(part["turns"])) == (2, found["done"] - 2)
    assert part["sums"] != found["sums"]


@pytest.mark.long
def test_it_can_be_saved(house: Client, record: Record) -> None:
    table = loaded(house, record)
    begin(house, table)
    until(house, table, is_done)
    way = f"/api/tables/{table}/analysis"
    report = house.http.get(f"{way}/txt", params={"lang": "pl"})
    assert report.headers["content-disposition"].endswith('.txt"')
    assert "Szanse" in report.text
    picture = house.http.get(f"{way}/svg")
    assert picture.headers["content-type"].startswith("image/svg+xml")
    assert ET.fromstring(picture.text).tag.endswith("svg")
    assert from_json(house.http.get(f"{way}/json").text).turns == analyse(record, budget=DEEP).turns
    assert house.http.get(f"{way}/pdf").json()["code"] == "not-found"


@pytest.mark.slow
def test_it_stops_and_goes_on(house: Client, record: Record) -> None:
    table = loaded(house, record)
    begin(house, table)
    until(house, table, lambda found: found["done"])
    assert house.http.delete(f"/api/tables/{table}/analysis").status_code == 204
    stopped = asked(house, table)
    assert stopped["progress"] == "stopped"
    assert 0 < stopped["done"] < stopped["all"]
    assert stopped["sums"] == []
    begin(house, table)
    again = until(house, table, is_done)
    assert again["turns"][: stopped["done"]] == stopped["turns"]


@pytest.mark.slow
def test_a_game_of_several_that_goes_on_is_analysed_with_hints_alone(
    house: Client, record: Record
) -> None:
    """What was judged on the way that the game has gone is not judged again."""
    running = read(record.text())
    running.truncate(turn_ends(running)[0])
    table = loaded(house, running)
    way = f"/api/tables/{table}/analysis"
    assert house.http.post("/api/tables/nowhere/analysis").status_code == 404
    answer = house.http.post(way)
    assert (answer.status_code, answer.json()["code"]) == (409, "not-over")
    assert asked(house, table)["progress"] == "none"
    page = house.sit(table)
    page.say("allow-hints")
    page.table()
    begin(house, table)
    page.until(lambda now: now["is_hinted"])
    first = until(house, table, is_done)
    assert first["done"] == first["all"] == 1
    play_turn(page)
    more = asked(house, table)
    assert (more["progress"], more["done"], more["all"]) == ("stopped", 1, 2)
    assert more["turns"] == first["turns"]
    begin(house, table)
    play_turn(page)
    begin(house, table)  # of the game as it stands now
    second = until(house, table, is_done)
    assert second["turns"][:1] == first["turns"]
    assert second["done"] == second["all"] == 3
    # who wants no hints does not see what was found either
    page.say("allow-hints", allowed=False)
    page.table()
    assert (asked(house, table)["progress"], asked(house, table)["done"]) == ("none", 0)


def play_turn(page: Page) -> None:
    """A turn by lot."""
    turn, chance = page.now["turn"], random.Random(1)
    while page.now["turn"] == turn:
        page.say("play", decision=decide(page.now["legal"], chance))
        page.table()


@pytest.mark.long
def test_a_table_may_be_removed_meanwhile(house: Client, record: Record) -> None:
    table = loaded(house, record)
    begin(house, table)
    assert house.http.delete(f"/api/tables/{table}").status_code == 204
    assert house.http.get(f"/api/tables/{table}/analysis").status_code == 404
    other = loaded(house, record)
    begin(house, other)
    until(house, other, is_done)


@pytest.mark.slow
def test_it_goes_on_after_a_power_cut(tmp_path: Path, record: Record) -> None:
    server = Process(tmp_path)
    house = server.client()
    table = loaded(house, record)
    begin(house, table)
    before = until(house, table, lambda found: found["done"])
    house.close()
    server.kill()
    server = Process(tmp_path)
    house = server.client()
    after = until(house, table, is_done)
    assert after["turns"][: before["done"]] == before["turns"]
    house.close()
    assert server.end() == 0
