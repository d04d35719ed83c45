"""Deals: equal games from one link, the deal of the day, and checks of sent games."""

from __future__ import annotations

import random
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import httpx
import pytest

from tests.server.harness import Client, Json, Page, decide, play_out, serving
from tests.server.run.test_page import changed_edition


def drawn(server: Client, opponent: str) -> Json:
    """The request for a game of a random deal."""
    _, code = server.http.get("/api/deals", params={"opponent": opponent}).json()
    return wish_for(server, code)


def wish_for(server: Client, code: str) -> Json:
    answer = server.http.get(f"/api/deals/{code}")
    assert answer.status_code == 200, answer.text
    info: Json = answer.json()
    bot = info["opponent"]
    other = {"kind": "ivan"} if bot == "ivan" else {"kind": "bot", "bot": bot}
    seats = [{"colour": "red"}, {"colour": "blue", **other}]
    edition = info["edition"]["key"]
    return {"seats": seats, "setup": info["setup"], "deal": code, "edition": edition}


def record_of(server: Client, table: str) -> str:
    return server.http.get(f"/api/tables/{table}/record").text


def sent(server: Client, deal: Json, game: str) -> httpx.Response:
    return server.http.post(f"/api/deals/{deal['deal']}/result", content=game.encode())


def refused(answer: httpx.Response, code: str, status: int = 400) -> Json:
    assert (answer.status_code, answer.json()["code"]) == (status, code), answer.text
    problem: Json = answer.json()
    return problem


def play_turns(page: Page, turns: int, seed: int) -> None:
    """Play until a turn of the reader after a number of turns."""
    chance = random.Random(seed)
    while page.now["turn"] <= turns or not page.now["legal"]:
        if page.now["legal"]:
            page.send_command("play", decision=decide(page.now["legal"], chance))
        page.next_table()


@pytest.mark.slow
def test_equal_play_against_a_level_gives_equal_games(tmp_path: Path) -> None:
    """Also if a bot continues in the middle of its turn in another process."""
    records = []
    with serving(tmp_path) as server:
        deal = drawn(server, "apprentice")
        for _ in range(2):
            table = server.create_table(deal)
            page = server.open_page(table)
            assert page.now["deal"] == deal["deal"]
            play_turns(page, turns=12, seed=1)
            records.append(record_of(server, table))
    with serving(tmp_path) as server:
        page = server.open_page(table)
        play_turns(page, turns=20, seed=2)
        records.append(record_of(server, table))
        table = server.create_table(deal)
        page = server.open_page(table)
        play_turns(page, turns=12, seed=1)
        play_turns(page, turns=20, seed=2)
        records.append(record_of(server, table))
    assert records[0] == records[1]
    assert records[2] == records[3]
    assert deal["deal"] not in records[0]


def test_undo_shows_no_other_dice(server: Client) -> None:
    table = server.create_table(drawn(server, "ivan"))
    page = server.open_page(table)
    rolls = []
    for die in ("white", "white", "red"):
        page.play(f"die {die} +0")
        page.play("end")
        lines = record_of(server, table).splitlines()
        roll = next(line for line in lines if line.startswith("roll "))
        rolls.append(dict(face.split("=") for face in roll.split()[1:]))
        for _ in range(2):
            page.send_command("undo", beyond=True)
            page.next_table()
    assert rolls[0] == rolls[1]
    assert all(rolls[0][die] == rolls[2][die] for die in rolls[0] & rolls[2].keys())
    page.send_command("settings", auto_end=False, own_dice=True)
    assert not page.next_table()["own_dice"]


def test_a_sent_game_is_checked_and_compared(server: Client) -> None:
    deal, other = drawn(server, "ivan"), drawn(server, "ivan")
    table = server.create_table(deal)
    assert server.http.get(f"/api/tables/{table}/deal").json() is None
    refused(sent(server, deal, record_of(server, table)), "deal-game")
    page = server.open_page(table)
    over = play_out(page, random.Random(1))["over"]
    result = server.http.get(f"/api/tables/{table}/deal").json()
    totals = [score["total"] for score in over["scores"]]
    assert [result["you"], result["other"]] == totals
    record = record_of(server, table)
    assert result["turns"] == record.count("\nturn ")
    for game in (record, result["game"], f"\n{record}"):
        assert sent(server, deal, game).json() == result
    for game in (record, result["game"]):
        refused(sent(server, other, game), "deal-game" if game is record else "deal-link")
    refused(sent(server, deal, result["game"][:-3]), "deal-link")
    assert refused(sent(server, deal, record.replace("\nend\n", "\n", 1)), "bad-record")["line"]
    refused(sent(server, deal, "x" * 3_000_000), "too-large", 413)


def test_another_roll_is_found_by_its_line(server: Client) -> None:
    deal = drawn(server, "ivan")
    table = server.create_table({**deal, "deal": None})
    play_out(server.open_page(table), random.Random(1))
    record = record_of(server, table)
    line = refused(sent(server, deal, record), "deal-game")["line"]
    assert record.splitlines()[line - 1].startswith(("roll ", "ivan-tiles "))


def test_the_deal_of_the_day_is_known_today_and_played_with_the_packaged_edition(
    tmp_path: Path,
) -> None:
    with serving(tmp_path / "data", editions=[changed_edition()]) as server:
        for opponent in ("ivan", "master"):
            code, other = server.http.get("/api/deals", params={"opponent": opponent}).json()
            day = date.fromisoformat(code.partition("~")[2])
            assert abs(day - datetime.now(UTC).date()) <= timedelta(days=1)
            info = server.http.get(f"/api/deals/{code}").json()
            assert (info["day"], info["opponent"]) == (str(day), opponent)
            assert info["edition"]["id"] == "reconstructed-2020"
            server.create_table(wish_for(server, code))
            assert server.http.get(f"/api/deals/{other}").json()["edition"]["id"] == "changed"
        later = day + timedelta(days=2)
        refused(server.http.get(f"/api/deals/ivan~{later}"), "deal-early")
    with serving(tmp_path / "elsewhere") as server:
        refused(server.http.get(f"/api/deals/{other}"), "setup-edition")


def test_a_bad_link_is_refused(server: Client) -> None:
    code = drawn(server, "ivan")["deal"]
    for bad in (code[:-1], "x", "ivan~2026-13-01", "random~2026-11-01", "random~x"):
        refused(server.http.get(f"/api/deals/{bad}"), "deal-link")
    refused(server.http.get(f"/api/deals/{code.replace('ivan', 'master')}"), "setup-players")


def test_a_deal_is_for_one_person(server: Client) -> None:
    deal = drawn(server, "apprentice")
    for seats in (
        [{"colour": "red"}, {"colour": "blue"}],
        [{"colour": "red", "is_open": True}, deal["seats"][1]],
    ):
        wish = {**deal, "seats": seats, "access": "private"}
        refused(server.http.post("/api/tables", json=wish), "bad-game")
    assert server.games() == []
