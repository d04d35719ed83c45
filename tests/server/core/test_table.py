"""The messages that a page at a table receives, and the commands that it may send."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Union

import msgspec
import pytest

from tests.server.harness import (
    AGAINST_A_BOT,
    RED_AND_BLUE,
    TIMEOUT_SECONDS,
    Client,
    Json,
    Page,
    decide,
    play_out,
    serving,
)
from tools.protocol_types import page_messages


def common_fields(table: Json) -> Json:
    """The fields of a table message that are the same for every page."""
    own = {"legal", "can", "yours", "play_state", "due", "prompt", "log", "log_from", "notice"}
    return {key: value for key, value in table.items() if key not in own}


def move_a_die(page: Page) -> Json:
    """Begin a market turn with the white die, which is free."""
    return page.play("die white +0")


def test_table_message_matches_the_protocol(server: Client) -> None:
    page = server.connect(server.create_table(RED_AND_BLUE))
    text = page.connection.recv(TIMEOUT_SECONDS)
    # `|` cannot join the types of a tuple
    table = msgspec.json.decode(text, type=Union[page_messages()])  # noqa: UP007
    assert msgspec.json.encode(table).decode() == text
    now = json.loads(text)
    assert [seat["name"] for seat in now["seats"]] == ["Ana", ""]
    assert [name for name, may in now["can"].items() if may] == ["agree", "allow_hints"]
    assert now["due"] == {
        "seat": "red",
        "kind": "person",
        "yours": True,
        "phase": "turn",
        "space": None,
        "die": None,
        "action": None,
        "claim": None,
        "left": 3,
        "stays_open": False,
    }
    assert now["prompt"] == "Ana: claim a card or move a die."
    die = next(legal for legal in now["legal"] if legal["text"] == "die white +0")
    assert die["on"][0] == "die:white"
    assert die["label"].startswith("move the white die")
    assert die["gains"][0]["kind"] == "die-moved"
    assert die["gains"][-1]["kind"] == "gained"  # the resources at the new space of the die
    claim = next(legal for legal in now["legal"] if legal["text"].startswith("claim 1.1"))
    assert claim["on"] == ["card:1.1", "banner:inventory"]
    assert claim["also"] == [["banner:inventory", "card:1.1"]]


def test_table_shows_a_turn_that_stays_open(server: Client) -> None:
    """With the option ``leaves_open``, the decision `end` rolls the dice first (R3.5)."""
    offered = server.http.get("/api/server").json()["options"]
    values = {"name": "final_roll", "values": ["ends_turn", "leaves_open"], "solo": False}
    assert values in offered
    assert {"name": "ivan_recognition_tile", "values": ["per_die", "once"], "solo": True} in offered
    page = server.open_page(
        server.create_table({**RED_AND_BLUE, "options": {"final_roll": "leaves_open"}})
    )
    assert page.now["options"]["final_roll"] == "leaves_open"
    now = move_a_die(page)
    assert now["due"]["stays_open"]
    assert now["prompt"].endswith("roll the dice.")
    end = next(legal for legal in now["legal"] if legal["text"] == "end")
    assert end["label"].endswith("then your turn continues")
    now = page.play("end")
    assert (now["due"]["seat"], now["due"]["stays_open"]) == ("red", False)
    assert [legal["text"] for legal in now["legal"]][:1] == ["end"]
    assert page.play("end")["due"]["seat"] == "blue"


def test_two_pages_receive_the_same_tables(server: Client) -> None:
    table = server.create_table(RED_AND_BLUE)
    first, second = server.open_page(table), server.open_page(table)
    chance = random.Random(3)
    for turn in range(60):
        page, other = (first, second) if turn % 2 else (second, first)
        page.send_command("play", decision=decide(page.now["legal"], chance))
        assert page.next_table() == other.next_table()


def test_decisions_are_offered_only_to_the_seat_to_move(server: Client) -> None:
    table = server.create_table(RED_AND_BLUE)
    red, blue = server.open_page(table, seat="red"), server.open_page(table, seat="blue")
    watcher = server.open_page(table, seat="-")
    assert red.now["legal"]
    assert not blue.now["legal"]
    assert not blue.now["due"]["yours"]
    assert blue.now["prompt"] == "Waiting for Ana."
    blue.send_command("play", decision=red.decision_id("die white +0"))
    assert blue.next_refusal()["code"] == "not-yours"
    watcher.send_command("settings", auto_end=True)
    assert watcher.next_refusal()["code"] == "watching"
    move_a_die(red)
    blue.next_table()
    red.play("end")
    assert blue.next_table()["legal"]
    own = {"play_state": None}
    assert common_fields(red.now) | own == common_fields(blue.now) | own


def test_reconnecting_page_receives_only_new_log_entries(server: Client) -> None:
    table = server.create_table(RED_AND_BLUE)
    page = server.open_page(table)
    chance = random.Random(5)
    log: list[Json] = []
    known: list[tuple[int, list[Json]]] = []
    for _ in range(40):
        page.send_command("play", decision=decide(page.now["legal"], chance))
        now = page.next_table()
        log = log[: now["log_from"]] + now["log"]
        known.append((now["number"], list(log)))
        if now["can"]["undo"] and chance.random() < 0.4:
            page.send_command("undo")
            now = page.next_table()
            log = log[: now["log_from"]] + now["log"]
            known.append((now["number"], list(log)))
    for number, before in known:
        again = server.open_page(table, since=number)
        now = again.now
        again.close()
        assert before[: now["log_from"]] + now["log"] == log
    assert server.open_page(table, since=page.now["number"]).now["log"] == []
    assert server.open_page(table, since=page.now["number"] + 7).now["log"] == log


def test_undo_stops_at_the_last_roll_or_the_start_of_the_turn(server: Client) -> None:
    page = server.open_page(server.create_table(RED_AND_BLUE))
    before = common_fields(page.now)
    move_a_die(page)
    assert page.now["can"]["undo"]
    page.send_command("undo")
    after = page.next_table()
    assert after["notice"] == "Ana undoes 1 decision."
    assert after["can"]["redo"]
    assert after["number"] == 2
    assert after["log"] == []
    assert after["log_from"] == 0
    assert {**common_fields(after), "number": 0} == before
    page.send_command("redo")
    assert page.next_table()["notice"] == "Ana redoes 1 decision."
    page.play("end")
    assert not page.now["can"]["undo"]
    assert not page.now["can"]["undo_beyond"]
    page.send_command("undo", beyond=True)
    assert page.next_refusal()["code"] == "undo"
    page.send_command("redo")
    assert page.next_refusal()["code"] == "redo"


def test_only_the_deciding_seat_can_undo(server: Client) -> None:
    table = server.create_table(RED_AND_BLUE)
    red, blue = server.open_page(table, seat="red"), server.open_page(table, seat="blue")
    move_a_die(red)
    blue.next_table()
    assert not blue.now["can"]["undo"]
    blue.send_command("undo")
    assert blue.next_refusal()["code"] == "undo"
    red.send_command("undo")
    assert red.next_table()["due"]["phase"] == "turn"
    assert blue.next_table()["notice"] == "Ana undoes 1 decision."
    blue.send_command("redo")
    assert blue.next_refusal()["code"] == "redo"


def test_undo_beyond_a_roll_against_bots_is_in_the_record(server: Client) -> None:
    table = server.create_table(AGAINST_A_BOT)
    page = server.open_page(table)
    start = common_fields(page.now)
    move_a_die(page)
    page.play("end")
    back = page.until(lambda now: now["due"]["yours"])
    assert back["can"]["undo_beyond"]
    decided = len(back["log"])
    assert decided >= 0
    page.send_command("undo", beyond=True)
    now = page.next_table()
    assert now["due"]["seat"] == "red"
    assert now["due"]["phase"] == "market"
    assert "taken back" in server.http.get(f"/api/tables/{table}/record").text
    page.send_command("undo")
    now = page.next_table()
    assert not now["counts"], "a roll was taken back"
    assert {**common_fields(now), "number": 0, "counts": True} == start
    page.send_command("redo")
    page.next_table()
    page.send_command("redo")
    again = page.next_table()
    assert again["due"]["yours"]
    assert {**common_fields(again), "number": 0} == {**common_fields(back), "number": 0} | {
        "counts": False
    }
    assert not again["can"]["redo"]


SOLO: Json = {"seats": [{"colour": "red"}, {"colour": "blue", "kind": "ivan"}]}


@pytest.mark.parametrize("wish", [AGAINST_A_BOT, SOLO], ids=["bot", "ivan"])
def test_undone_roll_has_the_same_result_again(wish: Json, tmp_path: Path) -> None:
    """The result stays the same after repeated undo and after a restart of the server."""
    rolls = []
    for start in range(2):
        with serving(tmp_path, seed=None) as server:
            if start == 0:
                server.create_table(wish)
            table = str(server.games()[0]["id"])
            page = server.open_page(table)
            if start == 0:
                move_a_die(page)
            for _ in range(2):
                page.play("end")
                if not page.now["due"]["yours"]:
                    page.until(lambda now: now["due"]["yours"])
                log = server.open_page(table).now["log"]
                rolls += [entry["events"] for entry in log if entry["decision"] == "end"][:1]
                page.send_command("undo", beyond=True)
                page.next_table()
                while page.now["due"]["phase"] != "market":
                    page.send_command("undo", beyond=True)
                    page.next_table()
    assert [event for event in rolls[0] if event["kind"] == "die-rolled"]
    assert rolls == rolls[:1] * 4


def test_all_players_must_agree_to_end_a_game(server: Client) -> None:
    table = server.create_table(RED_AND_BLUE)
    red, blue = server.open_page(table, seat="red"), server.open_page(table, seat="blue")
    red.send_command("agree")
    assert red.next_table()["agreed"] == ["red"]
    assert blue.next_table()["notice"] == "Ana agrees to end the game here."
    assert not red.now["can"]["agree"]
    red.send_command("agree", agreed=False)
    assert red.next_table()["agreed"] == []
    assert blue.next_table()["notice"] == "Ana wants to keep playing."
    red.send_command("agree")
    red.next_table()
    blue.next_table()
    move_a_die(red)
    assert red.now["agreed"] == []
    blue.next_table()
    for page, other in ((red, blue), (blue, red)):
        page.send_command("agree")
        page.next_table()
        other.next_table()
    assert red.now["over"]["reason"] == "agreed"
    assert red.now["legal"] == []
    assert "\nagreed\n" in server.http.get(f"/api/tables/{table}/record").text
    red.send_command("play", decision=0)
    assert red.next_refusal()["code"] == "over"
    red.send_command("agree")
    assert red.next_refusal()["code"] == "agree"


def test_agreement_from_a_page_with_all_seats_ends_the_game(server: Client) -> None:
    page = server.open_page(server.create_table(RED_AND_BLUE))
    page.send_command("agree")
    assert page.next_table()["over"]["reason"] == "agreed"
    assert page.now["notice"] == "Ana and Blue agree to end the game here."


def test_turn_ends_automatically_with_auto_end(server: Client) -> None:
    page = server.open_page(server.create_table({**RED_AND_BLUE, "auto_end": True}))
    assert page.now["auto_end"]
    page.play(page.first_legal("claim"))
    now = page.play(page.first_legal("tile"))
    assert now["due"]["seat"] == "blue"
    page.send_command("settings", auto_end=False)
    assert not page.next_table()["auto_end"]
    page.play(page.first_legal("claim"))
    now = page.play(page.first_legal("tile"))
    assert now["due"]["seat"] == "blue"
    assert [legal["text"] for legal in now["legal"]] == ["end"]


@pytest.mark.slow
def test_bots_play_among_themselves(server: Client) -> None:
    bots = [{"colour": c, "kind": "bot", "bot": "greedy"} for c in ("red", "blue")]
    page = server.open_page(server.create_table({"seats": bots}))
    last = page.now if page.now["over"] else page.until(lambda now: now["over"])
    assert last["over"]["reason"] == "finished"
    assert not any(last["can"].values())


@pytest.mark.long
def test_plays_a_whole_game_against_a_bot(server: Client) -> None:
    page = server.open_page(server.create_table(AGAINST_A_BOT))
    assert page.now["seats"][1]["bot"] == "random"
    assert play_out(page, random.Random(2))["over"]


def test_late_page_receives_the_whole_log(server: Client) -> None:
    table = server.create_table({"seats": [{"colour": "red"}, {"colour": "blue", "kind": "ivan"}]})
    page = server.open_page(table)
    assert page.now["log"][0]["seat"] == "blue"
    assert page.now["log"][0]["text"].startswith("Ivan claims base")
    move_a_die(page)
    page.play("end")
    log = server.open_page(table).now["log"]
    assert [entry["decision"] for entry in log[:3]] == [None, "die white +0", "end"]
    assert any(event["kind"] == "ivan-acted" for entry in log for event in entry["events"])
    assert all(entry["text"] for entry in log)
    assert not any("starts a turn" in entry["text"] for entry in log)


def test_several_tables_are_played_at_once(server: Client) -> None:
    pages = [server.open_page(server.create_table(RED_AND_BLUE)) for _ in range(5)]
    chances = [random.Random(number) for number in range(5)]
    for _ in range(20):
        for page, chance in zip(pages, chances, strict=True):
            page.send_command("play", decision=decide(page.now["legal"], chance))
        for page in pages:
            page.next_table()
    assert [page.now["number"] for page in pages] == [20] * 5
    listed = server.games()
    assert {game["number"] for game in listed} == {20}


def test_removed_table_is_reported_to_its_pages(server: Client) -> None:
    table = server.create_table(RED_AND_BLUE)
    page = server.open_page(table)
    assert server.http.delete(f"/api/tables/{table}").status_code == 204
    assert page.receive() == {
        "type": "gone",
        "code": "removed",
        "reason": "the table was removed from the list of games",
    }
    assert server.http.get(f"/api/tables/{table}").status_code == 404
    assert server.games() == []


def half_of(legal: list[int]) -> list[int]:
    """Half of the legal decisions, at least one."""
    return legal[:: 2 if len(legal) > 1 else 1]


def test_legal_filter_withholds_decisions(tmp_path: Path) -> None:
    with serving(tmp_path, legal_filter=half_of) as server:
        table = server.create_table(RED_AND_BLUE)
        page = server.open_page(table)
        chance = random.Random(8)
        for _ in range(100):
            page.send_command("play", decision=decide(page.now["legal"], chance))
            page.next_table()
        offered = {legal["id"] for legal in page.now["legal"]}
        for decision in range(834):
            if decision not in offered:
                page.send_command("play", decision=decision)
                assert page.next_refusal()["code"] == "illegal"


@pytest.mark.parametrize("colours", [("red", "blue"), ("green", "yellow", "red")])
def test_first_player_can_be_chosen_at_random(server: Client, colours: tuple[str, ...]) -> None:
    wish = {"seats": [{"colour": colour} for colour in colours], "lot": True}
    firsts = {
        server.http.get(f"/api/tables/{server.create_table(wish)}").json()["seats"][0]["colour"]
        for _ in range(40)
    }
    assert firsts == set(colours)


def test_past_has_the_position_before_each_decision(server: Client) -> None:
    """An entry has the position before a person's decision, and includes Ivan's turn after it."""
    solo = {"seats": [{"colour": "red", "name": "Ana"}, {"colour": "blue", "kind": "ivan"}]}
    table = server.create_table(solo)
    page = server.open_page(table)
    tables = [page.now]
    move_a_die(page)
    while all(entry["seat"] == "red" for entry in page.now["log"]):
        tables.append(page.now)
        ends = [legal["text"] for legal in page.now["legal"] if legal["text"] == "end"]
        page.play((ends or [page.now["legal"][0]["text"]])[0])
    whole = server.http.get(f"/api/tables/{table}").json()["log"]
    past = server.http.get(f"/api/tables/{table}/past").json()
    fields = ("position", "seats", "tower_pay")
    assert [[entry[name] for name in fields] for entry in past] == [
        [table_[name] for name in fields] for table_ in tables
    ]
    ivans = max(entry["index"] for entry in whole if entry["seat"] == "blue")
    last = server.http.get(f"/api/tables/{table}/past", params={"since": ivans}).json()
    assert last == past[-1:]
    assert last[0]["log"] == ivans - 1  # the entry of the person's decision comes before it
    none = server.http.get(f"/api/tables/{table}/past", params={"since": len(whole)})
    assert none.json() == []
    assert server.http.get(f"/api/tables/{table}/past", params={"since": -1}).status_code == 400


def test_equal_names_are_distinguished_by_color_or_number(server: Client) -> None:
    """The log uses the same names."""
    seats = [{"colour": "red", "name": "Mia"}, {"colour": "blue", "name": "mia"}]
    bots = [{"colour": colour, "kind": "bot", "bot": "random"} for colour in ("green", "yellow")]
    page = server.open_page(server.create_table({"seats": [*seats, *bots]}))
    called = [seat["called"] for seat in page.now["seats"]]
    assert called == ["Mia (Red)", "mia (Blue)", "Random 1", "Random 2"]
    now = page.play(page.first_legal("claim"))
    assert now["log"][-1]["text"].startswith("Mia (Red) claims ")


def test_legal_decision_has_its_verb_and_price(server: Client) -> None:
    page = server.open_page(server.create_table(RED_AND_BLUE))
    page.play(page.first_legal("claim"))
    for legal in page.now["legal"]:
        assert legal["verb"] == "tile"
        paid = [event["amount"] for event in legal["gains"] if event["kind"] == "paid"]
        assert legal["rubles"] == sum(paid)
    assert any(legal["rubles"] for legal in page.now["legal"])
