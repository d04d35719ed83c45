"""Limits, editions and analyses of several processes on one database."""

from __future__ import annotations

import pytest

from redcathedral.record import read
from redcathedral.server.core.game_quota import GAMES_PER_HOUR
from tests.ai.analysis.endings import last_turns
from tests.record.games import text
from tests.server.harness import RED_AND_BLUE, Client, Json
from tests.server.run.test_page import changed_edition
from tests.servers.cluster import ServerCluster

pytestmark = pytest.mark.servers


def test_the_new_games_of_an_address_are_counted_together(cluster: ServerCluster) -> None:
    clients = cluster.client(0), cluster.client(1)
    headers = {"x-forwarded-for": "192.0.2.1"}

    def begin(number: int) -> int:
        post = clients[number % 2].http.post
        return post("/api/tables", json=RED_AND_BLUE, headers=headers).status_code

    assert {begin(number) for number in range(GAMES_PER_HOUR)} == {201}
    assert [begin(number) for number in range(2)] == [429, 429]


def test_an_uploaded_edition_is_in_the_list_of_the_other_process(cluster: ServerCluster) -> None:
    first, second = cluster.client(0), cluster.client(1)

    def listed(client: Client) -> set[str]:
        return {edition["key"] for edition in client.http.get("/api/server").json()["editions"]}

    before = listed(second)
    reply = first.http.post("/api/editions", content=changed_edition().encode())
    (key,) = listed(second) - before
    assert reply.json()["key"] == key
    assert second.http.delete(f"/api/editions/{key}").status_code == 204
    assert listed(first) == before


def test_an_analysis_continues_at_the_other_process(cluster: ServerCluster) -> None:
    """The process that does it is killed; until then, the other one shows its progress."""
    first, second = cluster.client(0), cluster.client(1)
    record = last_turns(read(text("2p-basic-02")), 4)
    table = first.http.post("/api/tables/load", content=record.text()).json()["id"]

    def analysis(client: Client) -> Json:
        reply: Json = client.http.get(f"/api/tables/{table}/analysis").json()
        return reply

    assert first.http.post(f"/api/tables/{table}/analysis").status_code == 202
    assert analysis(second)["progress"] == "working"
    cluster.kill(0)
    assert analysis(second)["progress"] == "working"
    while (state := analysis(second))["progress"] == "working":
        pass
    assert (state["progress"], state["done"]) == ("done", state["all"])
