"""Set-up codes: games that begin alike."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from redcathedral.record import read, to_json
from tests.server.harness import RED_AND_BLUE, Client, Json, serving
from tests.server.run.test_page import changed_edition

THREE: Json = {"seats": [{"colour": "green"}, {"colour": "red"}, {"colour": "blue"}]}
SOLO: Json = {"seats": [{"colour": "yellow"}, {"colour": "red", "kind": "ivan"}]}


def setup_of(server: Client, table: str) -> Json:
    answer = server.http.get(f"/api/tables/{table}/setup")
    assert answer.status_code == 200, answer.text
    content: Json = answer.json()
    return content


def laid_out(server: Client, table: str) -> Json:
    """The random parts of a set-up, apart from the colors."""
    position: Json = server.http.get(f"/api/tables/{table}").json()["position"]
    cards = [[(site["card"], site["tile"]) for site in tower] for tower in position["towers"]]
    drawn = ("resources", "influence", "dice")
    return {"cards": cards, **{name: position[name] for name in drawn}}


def refused(server: Client, wish: Json) -> Json:
    answer: httpx.Response = server.http.post("/api/tables", json=wish)
    assert answer.status_code == 400
    problem: Json = answer.json()
    assert problem["reason"]
    assert problem["fix"]
    return problem


@pytest.mark.parametrize("wish", [RED_AND_BLUE, THREE, SOLO], ids=["two", "three", "solo"])
def test_a_game_begins_with_the_setup_of_another(server: Client, wish: Json) -> None:
    first = server.create_table({**wish, "options": {"first_game": True}})
    setup = setup_of(server, first)
    assert setup["first_game"]
    assert setup["players"] == (1 if wish is SOLO else len(wish["seats"]))
    again = server.create_table({**wish, "setup": setup["code"].lower(), "lot": True})
    assert laid_out(server, again) == laid_out(server, first)
    assert setup_of(server, again) == setup  # a first game too, though not asked for
    other = server.create_table(wish)
    assert setup_of(server, other)["code"] != setup["code"]
    page = server.open_page(first)
    page.play(page.now["legal"][0]["text"])
    assert setup_of(server, first) == setup


def test_an_invalid_setup_code_is_refused_with_the_reason(server: Client) -> None:
    code = setup_of(server, server.create_table(RED_AND_BLUE))["code"]
    wrong = code[:6] + ("0" if code[6] != "0" else "1") + code[7:]
    for nonsense in (wrong, "", "hello", "\x00", "9" * 5000, code + code):
        problem = refused(server, {**RED_AND_BLUE, "setup": nonsense})
        assert problem["code"] == "setup-mistyped"
    for wish in (THREE, SOLO):
        problem = refused(server, {**wish, "setup": code})
        assert (problem["code"], problem["players"]) == ("setup-players", 2)
    edition = server.http.post("/api/editions", content=changed_edition().encode()).json()
    wish = {**RED_AND_BLUE, "edition": edition["key"]}
    assert refused(server, {**wish, "setup": code})["code"] == "setup-edition"
    theirs = setup_of(server, server.create_table(wish))
    assert theirs["edition"] == edition["key"]
    assert refused(server, {**RED_AND_BLUE, "setup": theirs["code"]})["code"] == "setup-edition"
    assert len(server.games()) == 2


def test_a_game_has_its_setup_code_after_a_restart(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        table = server.create_table(THREE)
        setup = setup_of(server, table)
    with serving(tmp_path) as server:
        assert setup_of(server, table) == setup


def test_a_game_that_began_with_a_position_has_no_code(server: Client) -> None:
    table = server.create_table(RED_AND_BLUE)
    page = server.open_page(table)
    page.play("die white +0")
    page.play("end")
    record = read(server.http.get(f"/api/tables/{table}/record").text)
    lines = [*record.header.lines(), f"start {to_json(record.walk().state)}"]
    loaded = server.http.post("/api/tables/load", content="\n".join(lines).encode())
    assert loaded.status_code == 201, loaded.text
    answer = server.http.get(f"/api/tables/{loaded.json()['id']}/setup")
    assert (answer.status_code, answer.json()["code"]) == (409, "no-setup")
    assert server.http.get("/api/tables/nowhere/setup").json()["code"] == "unknown-table"


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_a_setup_code_reproduces_a_physical_setup(server: Client, players: int) -> None:
    wish = {"players": players, "first_game": True}
    answer = server.http.post("/api/setups", json=wish)
    assert answer.status_code == 200, answer.text
    drawn: Json = answer.json()
    setup = drawn["setup"]
    assert (setup["players"], setup["first_game"]) == (players, True)
    assert server.http.get(f"/api/setups/{setup['code'].lower()}").json() == drawn
    assert len(drawn["parts"]) == 7
    table = drawn["table"]
    assert table["legal"] == []
    assert len(table["seats"]) == max(players, 2)
    if players > 1:  # the first player is random, as in the list
        colours = [seat["colour"].capitalize() for seat in table["seats"]]
        places = [drawn["parts"][-1]["lines"][0].index(colour) for colour in colours]
        assert places == sorted(places)
        seats = [{"colour": seat["colour"]} for seat in sorted(table["seats"], key=str)]
        again: Json = {"seats": seats, "lot": True, "setup": setup["code"].lower()}
        begun = server.open_page(server.create_table(again)).now
        assert begun["seats"][0]["colour"] == table["seats"][0]["colour"]
        assert begun["position"]["towers"] == table["position"]["towers"]
    polish = server.http.get(f"/api/setups/{setup['code']}", params={"lang": "pl"}).json()
    assert polish["parts"][0] != drawn["parts"][0]
    assert polish["table"]["position"] == table["position"]
    assert len(server.games()) == (players > 1)  # nobody keeps a set-up


def test_an_entered_card_takes_the_place_of_a_drawn_one(server: Client) -> None:
    first = server.http.post("/api/setups", json={"players": 3}).json()
    position = first["table"]["position"]
    missing = position["towers"][0][0]["card"]
    base = {"cost": ["S", "S", "S", "S"], "recognition": 9}
    box = server.http.post("/api/box", json={"cards": {"bases": [base]}}).json()
    (entered,) = box["rows"]["cards.bases"]
    exchange = {**first["setup"], "missing": missing, "entered": entered}
    del exchange["players"], exchange["first_game"]
    wish = {"players": 3, "edition": box["code"], "exchange": exchange}
    answer = server.http.post("/api/setups", json=wish)
    assert answer.status_code == 200, answer.text
    after = answer.json()
    assert after["setup"]["edition"] == box["code"]
    assert after["table"]["position"]["towers"][0][0]["card"] == entered
    assert after["table"]["position"]["dice"] == position["dice"]
    for changes, status, code in (
        ({"code": "nonsense"}, 400, "setup-mistyped"),
        ({"edition": box["code"]}, 400, "setup-edition"),
        ({"edition": "nothing"}, 404, "unknown-edition"),
        ({"edition": box["code"][:-3]}, 400, "box-code"),
        ({"missing": None}, 400, "bad-request"),
    ):
        wrong = {**wish, "exchange": {**exchange, **changes}}
        answer = server.http.post("/api/setups", json=wrong)
        assert (answer.status_code, answer.json()["code"]) == (status, code), changes


def test_impossible_setups_are_refused(server: Client) -> None:
    for wish in ({"players": 0}, {"players": 5}, {"players": -1}):
        answer = server.http.post("/api/setups", json=wish)
        assert (answer.status_code, answer.json()["code"]) == (400, "bad-game"), wish
    wrong: list[object] = [{}, {"players": "two"}, {"players": 2, "seed": 1}, []]
    for nonsense in wrong:
        answer = server.http.post("/api/setups", json=nonsense)
        assert (answer.status_code, answer.json()["code"]) == (400, "bad-request"), nonsense
    for code in ("nonsense", "%00", "9" * 2000, "9HG2-YJDX"):
        answer = server.http.get(f"/api/setups/{code}")
        assert (answer.status_code, answer.json()["code"]) == (400, "setup-mistyped"), code
    edition = server.http.post("/api/editions", content=changed_edition().encode()).json()
    table = server.create_table({**RED_AND_BLUE, "edition": edition["key"]})
    answer = server.http.get(f"/api/setups/{setup_of(server, table)['code']}")
    assert answer.json()["code"] == "setup-edition"
    answer = server.http.post("/api/setups", json={"players": 2}, params={"lang": "xx"})
    assert answer.json()["code"] == "unknown-language"


def test_a_physical_setup_uses_the_edition_of_the_server(tmp_path: Path) -> None:
    with serving(tmp_path, editions=[changed_edition()]) as server:
        info = server.http.get("/api/server").json()
        own = info["edition"]
        packaged = next(one["key"] for one in info["editions"] if one["key"] != own)
        drawn = server.http.post("/api/setups", json={"players": 2}).json()
        assert drawn["setup"]["edition"] == drawn["table"]["edition"]["key"] == own
        assert server.http.get(f"/api/setups/{drawn['setup']['code']}").json() == drawn
        other = server.http.post("/api/setups", json={"players": 2, "edition": packaged}).json()
        assert other["setup"]["edition"] == packaged
        path = f"/api/setups/{other['setup']['code']}"
        for wanted in ({}, {"edition": packaged}):
            assert server.http.get(path, params=wanted).json() == other
        answer = server.http.get(path, params={"edition": own})
        assert (answer.status_code, answer.json()["code"]) == (400, "setup-edition")
        answer = server.http.post("/api/setups", json={"players": 2, "edition": "nix"})
        assert (answer.status_code, answer.json()["code"]) == (404, "unknown-edition")
