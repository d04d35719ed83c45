"""A server that is killed at any moment loses nothing that it has shown."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.server.harness import AGAINST_A_BOT, Client, Json, Page, ServerProcess, decide, play_out

SOLO: Json = {
    "seats": [{"colour": "yellow", "name": "Zoë"}, {"colour": "red", "kind": "ivan"}],
    "options": {
        "sides": {"yellow": "advanced"},
        "limited_rubles": True,
        "prestige_for_rubles": "one_moment",
    },
    "auto_end": True,
}
THREE: Json = {
    "seats": [{"colour": c} for c in ("blue", "red", "green")],
    "options": {"workshop_side": "advanced"},
}


def wander(page: Page, chance: random.Random, steps: int) -> None:
    """Play, undo and redo at random."""
    for _ in range(steps):
        now = page.now
        if now["over"]:
            return
        ways = ["play"] * 4 + [way for way in ("undo", "redo") if now["can"][way]]
        ways += ["beyond"] * now["can"]["undo_beyond"]
        way = chance.choice(ways)
        if not now["due"]["yours"]:
            page.until(lambda table: table["over"] or table["due"]["yours"])
        elif way == "play":
            page.send_command("play", decision=decide(now["legal"], chance))
            page.next_table()
        elif way == "beyond":
            page.send_command("undo", beyond=True)
            page.next_table()
        else:
            page.send_command(way)
            page.next_table()


def all_messages(server: Client, table: str) -> Json:
    """Return all messages to a newly opened page."""
    return {key: value for key, value in server.open_page(table).now.items() if key != "notice"}


@pytest.mark.long
def test_kill_in_the_middle_of_a_game(tmp_path: Path) -> None:
    chance = random.Random(11)
    server = ServerProcess(tmp_path)
    client = server.client()
    tables = [client.create_table(wish) for wish in (SOLO, THREE, AGAINST_A_BOT)]
    client.close()
    for _ in range(3):
        client = server.client()
        for table in tables[:2]:
            wander(client.open_page(table), chance, 25)
        page = client.open_page(tables[2])
        if not (page.now["over"] or page.now["due"]["yours"]):
            page.until(lambda now: now["over"] or now["due"]["yours"])
        wander(page, chance, 25)
        shown = page.now  # the bot may be thinking
        before = [all_messages(client, table) for table in tables[:2]]
        records = [client.http.get(f"/api/tables/{table}/record").text for table in tables[:2]]
        server.kill()
        client.close()
        server = ServerProcess(tmp_path)
        client = server.client()
        assert [all_messages(client, table) for table in tables[:2]] == before
        again = [client.http.get(f"/api/tables/{table}/record").text for table in tables[:2]]
        assert again == records
        assert client.open_page(tables[2], since=shown["number"]).now["number"] >= shown["number"]
        client.close()
    client = server.client()
    for table in tables:
        assert play_out(client.open_page(table), chance)["over"]["reason"] == "finished"
    client.close()
    assert server.end() == 0


@pytest.mark.slow
def test_kill_while_everybody_plays(tmp_path: Path) -> None:
    """A server is killed under load: everything shown is stored, and tables can be played."""
    chance = random.Random(12)
    server = ServerProcess(tmp_path)
    client = server.client()
    table = client.create_table(THREE)
    for _ in range(4):
        page = client.open_page(table)
        for _ in range(10):
            page.send_command("play", decision=decide(page.now["legal"], chance))
            page.next_table()
        page.send_command("play", decision=decide(page.now["legal"], chance))
        server.kill()
        client.close()
        server = ServerProcess(tmp_path)
        client = server.client()
        number = client.open_page(table).now["number"]
        assert number in (page.now["number"], page.now["number"] + 1)
    client.close()
    server.kill()
