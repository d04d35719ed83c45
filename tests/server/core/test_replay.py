"""Earlier positions of a game, and new games that continue from there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.harness import RED_AND_BLUE, Client, serving

pytestmark = pytest.mark.installed


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    folder: Path = tmp_path_factory.mktemp("server")
    with serving(folder) as client:
        yield client


@pytest.fixture(scope="module")
def table(server: Client) -> str:
    """The id of a game of two people after 12 decisions."""
    game = server.create_table(RED_AND_BLUE)
    page = server.open_page(game)
    for _ in range(12):
        page.send_command("play", decision=page.now["legal"][0]["id"])
        page.next_table()
    return game


def test_past_can_be_read_in_parts(server: Client, table: str) -> None:
    whole = server.http.get(f"/api/tables/{table}/past").json()
    assert len(whole) == 12
    until = whole[5]["log"]
    before = server.http.get(f"/api/tables/{table}/past", params={"until": until}).json()
    assert before == whole[:5]
    part = {"since": whole[2]["log"], "until": until}
    assert server.http.get(f"/api/tables/{table}/past", params=part).json() == whole[2:5]
    assert server.http.get(f"/api/tables/{table}/past", params={"until": 0}).json() == []
    assert server.http.get(f"/api/tables/{table}/past", params={"until": -1}).status_code == 400


def test_new_game_has_no_past(server: Client) -> None:
    assert server.http.get(f"/api/tables/{server.create_table(RED_AND_BLUE)}/past").json() == []


def test_branch_continues_from_a_moment_and_keeps_the_first_game(
    server: Client, table: str
) -> None:
    before = server.http.get(f"/api/tables/{table}").json()
    past = server.http.get(f"/api/tables/{table}/past").json()
    for moment in (past[0], past[7], past[11]):
        answer = server.http.post(f"/api/tables/{table}/branch", json={"log": moment["log"]})
        assert answer.status_code == 201, answer.text
        game = answer.json()
        assert game["id"] != table
        assert [seat["name"] for seat in game["seats"]] == ["Ana", ""]
        now = server.http.get(f"/api/tables/{game['id']}").json()
        assert now["position"] == moment["position"]
        assert len(now["log"]) == moment["log"]
        assert now["over"] is None
    assert server.http.get(f"/api/tables/{table}").json() == before
    # a finished game can continue too; a moment after the end means the last moment
    whole = server.http.post(f"/api/tables/{table}/branch", json={"log": 10_000}).json()["id"]
    page = server.open_page(whole)
    page.send_command("agree")
    assert page.next_table()["over"]["reason"] == "agreed"
    again = server.http.post(f"/api/tables/{whole}/branch", json={"log": past[3]["log"]}).json()
    assert again["over"] is None
    assert again["was_loaded"]


def test_rejects_an_invalid_branch(server: Client, table: str) -> None:
    assert server.http.post("/api/tables/none/branch", json={"log": 0}).status_code == 404
    for body in ({}, {"log": "x"}, {"log": 0, "more": 1}):
        assert server.http.post(f"/api/tables/{table}/branch", json=body).status_code == 400
