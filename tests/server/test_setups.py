"""Set-up codes: games that begin alike."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from redcathedral.record import read, to_json
from tests.server.house import RED_AND_BLUE, Client, Json, serving
from tests.server.test_page import changed_edition

THREE: Json = {"seats": [{"colour": "green"}, {"colour": "red"}, {"colour": "blue"}]}
SOLO: Json = {"seats": [{"colour": "yellow"}, {"colour": "red", "kind": "ivan"}]}


def setup_of(house: Client, table: str) -> Json:
    answer = house.http.get(f"/api/tables/{table}/setup")
    assert answer.status_code == 200, answer.text
    told: Json = answer.json()
    return told


def laid_out(house: Client, table: str) -> Json:
    """What was drawn, whoever has which colour."""
    position: Json = house.http.get(f"/api/tables/{table}").json()["position"]
    cards = [[(site["card"], site["tile"]) for site in tower] for tower in position["towers"]]
    drawn = ("resources", "influence", "dice")
    return {"cards": cards, **{name: position[name] for name in drawn}}


def refused(house: Client, wish: Json) -> Json:
    answer: httpx.Response = house.http.post("/api/tables", json=wish)
    assert answer.status_code == 400
    problem: Json = answer.json()
    assert problem["reason"]
    assert problem["fix"]
    return problem


@pytest.mark.parametrize("wish", [RED_AND_BLUE, THREE, SOLO], ids=["two", "three", "solo"])
def test_a_game_begins_as_another_one(house: Client, wish: Json) -> None:
    first = house.new({**wish, "options": {"first_game": True}})
    setup = setup_of(house, first)
    assert setup["first_game"]
    assert setup["players"] == (1 if wish is SOLO else len(wish["seats"]))
    again = house.new({**wish, "setup": setup["code"].lower(), "lot": True})
    assert laid_out(house, again) == laid_out(house, first)
    assert setup_of(house, again) == setup  # a first game too, though not asked for
    other = house.new(wish)
    assert setup_of(house, other)["code"] != setup["code"]
    page = house.sit(first)
    page.play(page.now["legal"][0]["text"])
    assert setup_of(house, first) == setup


def test_a_code_that_cannot_be_used_is_refused_by_its_reason(house: Client) -> None:
    code = setup_of(house, house.new(RED_AND_BLUE))["code"]
    wrong = code[:6] + ("0" if code[6] != "0" else "1") + code[7:]
    for nonsense in (wrong, "", "hello", "\x00", "9" * 5000, code + code):
        problem = refused(house, {**RED_AND_BLUE, "setup": nonsense})
        assert problem["code"] == "setup-mistyped"
    for wish in (THREE, SOLO):
        problem = refused(house, {**wish, "setup": code})
        assert (problem["code"], problem["players"]) == ("setup-players", 2)
    edition = house.http.post("/api/editions", content=changed_edition().encode()).json()
    wish = {**RED_AND_BLUE, "edition": edition["key"]}
    assert refused(house, {**wish, "setup": code})["code"] == "setup-edition"
    theirs = setup_of(house, house.new(wish))
    assert theirs["edition"] == edition["key"]
    assert refused(house, {**RED_AND_BLUE, "setup": theirs["code"]})["code"] == "setup-edition"
    assert len(house.games()) == 2


def test_a_game_has_its_code_after_a_new_start(tmp_path: Path) -> None:
    with serving(tmp_path) as house:
        table = house.new(THREE)
        setup = setup_of(house, table)
    with serving(tmp_path) as house:
        assert setup_of(house, table) == setup


def test_a_game_that_began_with_a_position_has_no_code(house: Client) -> None:
    table = house.new(RED_AND_BLUE)
    page = house.sit(table)
    page.play("die white +0")
    page.play("end")
    record = read(house.http.get(f"/api/tables/{table}/record").text)
    lines = [*record.header.lines(), f"start {to_json(record.walk().state)}"]
    loaded = house.http.post("/api/tables/load", content="\n".join(lines).encode())
    assert loaded.status_code == 201, loaded.text
    answer = house.http.get(f"/api/tables/{loaded.json()['id']}/setup")
    assert (answer.status_code, answer.json()["code"]) == (409, "no-setup")
    assert house.http.get("/api/tables/nowhere/setup").json()["code"] == "unknown-table"


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_a_set_up_for_the_box_comes_again_by_its_code(house: Client, players: int) -> None:
    wish = {"players": players, "first_game": True}
    answer = house.http.post("/api/setups", json=wish)
    assert answer.status_code == 200, answer.text
    drawn: Json = answer.json()
    setup = drawn["setup"]
    assert (setup["players"], setup["first_game"]) == (players, True)
    assert house.http.get(f"/api/setups/{setup['code'].lower()}").json() == drawn
    assert len(drawn["parts"]) == 7
    table = drawn["table"]
    assert table["legal"] == []
    assert len(table["seats"]) == max(players, 2)
    if players > 1:  # the first player by lot, as the list has it
        colours = [seat["colour"].capitalize() for seat in table["seats"]]
        places = [drawn["parts"][-1]["lines"][0].index(colour) for colour in colours]
        assert places == sorted(places)
        seats = [{"colour": seat["colour"]} for seat in sorted(table["seats"], key=str)]
        again: Json = {"seats": seats, "lot": True, "setup": setup["code"].lower()}
        begun = house.sit(house.new(again)).now
        assert begun["seats"][0]["colour"] == table["seats"][0]["colour"]
        assert begun["position"]["towers"] == table["position"]["towers"]
    polish = house.http.get(f"/api/setups/{setup['code']}", params={"lang": "pl"}).json()
    assert polish["parts"][0] != drawn["parts"][0]
    assert polish["table"]["position"] == table["position"]
    assert len(house.games()) == (players > 1)  # nobody keeps a set-up


def test_what_cannot_be_drawn_for_the_box(house: Client) -> None:
    for wish in ({"players": 0}, {"players": 5}, {"players": -1}):
        answer = house.http.post("/api/setups", json=wish)
        assert (answer.status_code, answer.json()["code"]) == (400, "bad-game"), wish
    wrong: list[object] = [{}, {"players": "two"}, {"players": 2, "seed": 1}, []]
    for nonsense in wrong:
        answer = house.http.post("/api/setups", json=nonsense)
        assert (answer.status_code, answer.json()["code"]) == (400, "bad-request"), nonsense
    for code in ("nonsense", "%00", "9" * 2000, "9HG2-YJDX"):
        answer = house.http.get(f"/api/setups/{code}")
        assert (answer.status_code, answer.json()["code"]) == (400, "setup-mistyped"), code
    edition = house.http.post("/api/editions", content=changed_edition().encode()).json()
    table = house.new({**RED_AND_BLUE, "edition": edition["key"]})
    answer = house.http.get(f"/api/setups/{setup_of(house, table)['code']}")
    assert answer.json()["code"] == "setup-edition"
    answer = house.http.post("/api/setups", json={"players": 2}, params={"lang": "xx"})
    assert answer.json()["code"] == "unknown-language"


def test_the_edition_of_the_server_is_drawn_for_the_box(tmp_path: Path) -> None:
    with serving(tmp_path, editions=[changed_edition()]) as house:
        told = house.http.get("/api/house").json()
        own = told["edition"]
        packaged = next(one["key"] for one in told["editions"] if one["key"] != own)
        drawn = house.http.post("/api/setups", json={"players": 2}).json()
        assert drawn["setup"]["edition"] == drawn["table"]["edition"]["key"] == own
        assert house.http.get(f"/api/setups/{drawn['setup']['code']}").json() == drawn
        other = house.http.post("/api/setups", json={"players": 2, "edition": packaged}).json()
        assert other["setup"]["edition"] == packaged
        path = f"/api/setups/{other['setup']['code']}"
        for wanted in ({}, {"edition": packaged}):
            assert house.http.get(path, params=wanted).json() == other
        answer = house.http.get(path, params={"edition": own})
        assert (answer.status_code, answer.json()["code"]) == (400, "setup-edition")
        answer = house.http.post("/api/setups", json={"players": 2, "edition": "nix"})
        assert (answer.status_code, answer.json()["code"]) == (404, "unknown-edition")
