"""A table with manual dice: people roll, and enter the results."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from redcathedral.play.game import Game
from redcathedral.record.replay import read, replay
from redcathedral.server.core.table.messages import narrator_for
from redcathedral.server.sql.store import DATABASE_FILE
from tests.server.harness import AGAINST_A_BOT, RED_AND_BLUE, Client, Json, Page, decide, serving

SOLO: Json = {
    "seats": [{"colour": "red", "name": "Ana"}, {"colour": "blue", "kind": "ivan"}],
    "own_dice": True,
}
TWO: Json = {**RED_AND_BLUE, "own_dice": True}


def random_roll(roll: Json, chance: random.Random) -> Json:
    """A random result of the roll that is due."""
    if roll["dice"]:
        return {"faces": [chance.randint(1, 6) for _ in roll["dice"]]}
    return {"tiles": chance.sample(roll["tiles"], len(roll["tiles"]))}


def comparable(table: Json) -> Json:
    """A table message without the fields that depend on the page and the moment."""
    return {name: table[name] for name in table if name not in ("log", "log_from", "notice")}


def play_up_to_a_roll(page: Page) -> Json:
    """Move the white die and leave the market, so that the table waits for a roll."""
    page.play("die white +0")
    return page.play("end")


def enter_roll(page: Page, **roll: Any) -> Json:
    """Enter a roll; return the table after it."""
    page.send_command("roll", **roll)
    return page.next_table()


def test_whole_solo_game_with_manual_rolls(tmp_path: Path) -> None:
    """The game includes restarts during a roll, and rolls that are undone and entered again."""
    chance = random.Random(4)
    table, phases, steps = "", set(), 0
    now: Json = {"over": None}
    while not now["over"]:
        with serving(tmp_path, seed=None) as server:
            table = table or server.create_table(SOLO)
            page = server.open_page(table)
            if steps:
                assert comparable(page.now) == comparable(now)
            while not (now := page.now)["over"]:
                steps += 1
                if now["roll"]:
                    phases.add(now["due"]["phase"])
                    if now["due"]["phase"] not in phases or steps % 90 == 0:
                        break  # restart the server
                    assert not now["legal"]
                    page.send_command("roll", **random_roll(now["roll"], chance))
                elif now["can"]["undo"] and chance.random() < 0.05:
                    page.send_command("undo")
                else:
                    page.send_command("play", decision=decide(now["legal"], chance))
                page.next_table()
    with serving(tmp_path) as server:
        text = server.http.get(f"/api/tables/{table}/record").text
        [game] = server.games()
    assert phases == {"roll", "deal"}
    report = replay(text)
    assert (report.problems, report.is_complete) == ([], True)
    assert Game(record=read(text), manual_dice=True).record.text() == text
    assert game["had_own_dice"]
    assert "taken back" not in text


def test_log_has_ivans_actions_before_and_after_his_roll(server: Client) -> None:
    page = server.open_page(server.create_table(SOLO))
    now = play_up_to_a_roll(page)
    assert now["prompt"].startswith(f"Roll the dice on space {now['roll']['space']}: white die")
    now = enter_roll(page, faces=[3] * len(now["roll"]["dice"]))
    assert [entry["seat"] for entry in now["log"]] == ["red", "blue"]
    assert now["log"][0]["text"].startswith("Rolled: white die 3")
    assert "Ivan uses card 1" in now["log"][1]["text"]
    assert "Ivan moves the" in now["log"][1]["text"]
    assert now["due"]["seat"] == "blue"
    assert now["due"]["yours"]
    now = enter_roll(page, faces=[5] * len(now["roll"]["dice"]))
    assert [entry["seat"] for entry in now["log"]] == ["blue"]
    assert now["log"][0]["text"].startswith("Rolled: ")
    assert now["log"][0]["text"].count("Ivan") + now["log"][0]["text"].count("supply") > 0
    assert (now["due"]["seat"], now["roll"]) == ("red", None)


@pytest.mark.parametrize(
    "wrong",
    [{"faces": [0]}, {"faces": [7]}, {"faces": [1, 1, 1, 1]}, {"tiles": ["x"]},
     {"faces": [1], "tiles": ["x"]}],
    ids=str,
)  # fmt: skip
def test_rejects_an_impossible_roll(server: Client, wrong: Json) -> None:
    page = server.open_page(server.create_table(TWO))
    play_up_to_a_roll(page)
    page.send_command("roll", **wrong)
    refused = page.next_refusal()
    assert refused["code"] == "faces"
    assert refused["reason"] == "This roll is not possible."
    assert refused["fix"].startswith("Enter a number from 1 to 6 for")
    assert server.open_page(page.now["id"]).now["roll"] == page.now["roll"]


def test_rejects_rolls_and_commands_at_the_wrong_moment(server: Client) -> None:
    page = server.open_page(server.create_table(TWO))
    page.send_command("roll", faces=[1])
    assert page.next_refusal()["code"] == "no-roll"
    number = page.now["number"]
    roll = play_up_to_a_roll(page)["roll"]
    page.send_command("play", decision=0)
    assert page.next_refusal()["code"] == "roll-first"
    page.send_command("agree")
    assert page.next_refusal()["code"] == "agree"
    page.send_command("hints")
    assert page.next_refusal()["code"] == "hint"
    watcher = server.open_page(page.now["id"], seat="-")
    assert not watcher.now["due"]["yours"]
    watcher.send_command("roll", faces=[1] * len(roll["dice"]))
    assert watcher.next_refusal()["code"] == "watching"
    page.now = {**page.now, "number": number}
    page.send_command("roll", faces=[1] * len(roll["dice"]))
    assert page.next_refusal()["code"] == "stale"


def test_ivans_tiles_are_placed_as_entered(server: Client) -> None:
    chance = random.Random(2)
    page = server.open_page(server.create_table(SOLO))
    while page.now["due"]["phase"] != "deal":
        if page.now["roll"]:
            enter_roll(page)
        else:
            page.send_command("play", decision=decide(page.now["legal"], chance))
            page.next_table()
    tiles = page.now["roll"]["tiles"]
    assert page.now["prompt"].startswith("Shuffle Ivan’s five tiles")
    for wrong in ({"faces": [1, 2, 3, 4, 5]}, {"tiles": tiles[:4]}, {"tiles": [tiles[0]] * 5}):
        page.send_command("roll", **wrong)
        assert page.next_refusal()["code"] == "tiles"
    now = enter_roll(page, tiles=tiles[::-1])
    assert [tile for _, tile, _ in now["position"]["ivan"]["cards"]] == tiles[::-1]
    assert now["log"][0]["text"].startswith("All of Ivan’s tiles have been used")


def test_every_player_may_enter_a_roll(server: Client) -> None:
    table = server.create_table(TWO)
    red, blue = server.open_page(table, seat="red"), server.open_page(table, seat="blue")
    roll = play_up_to_a_roll(red)["roll"]
    blue.until(lambda now: now["roll"] == roll)
    assert blue.now["due"]["yours"]
    assert blue.now["can"]["undo"] is False
    now = enter_roll(blue, faces=[2] * len(roll["dice"]))
    red.until(lambda known: known["number"] == now["number"])
    blue.send_command("undo")
    assert blue.next_table()["notice"] == narrator_for("en").text("table.unrolled")
    assert red.next_table()["roll"] == roll
    red.send_command("undo")
    assert red.next_table()["due"]["phase"] == "market"


def test_a_bot_waits_for_its_roll(server: Client) -> None:
    chance = random.Random(1)
    page = server.open_page(server.create_table({**AGAINST_A_BOT, "own_dice": True}))
    bot_rolls = 0
    while bot_rolls < 3 or not page.now["legal"]:
        now = page.now
        if now["roll"]:
            bot_rolls += now["due"]["seat"] == "blue"
            enter_roll(page, **random_roll(now["roll"], chance))
        elif now["legal"]:
            page.send_command("play", decision=decide(now["legal"], chance))
            page.next_table()
        else:
            page.next_table()
    page.send_command("undo", beyond=True)
    page.until(lambda now: now["due"]["seat"] == "red" and now["can"]["redo"])


def test_manual_dice_can_be_turned_off_and_on(server: Client) -> None:
    page = server.open_page(server.create_table(TWO))
    play_up_to_a_roll(page)
    page.send_command("settings", auto_end=False)  # the command leaves the dice setting unchanged
    assert page.next_table()["roll"]
    page.send_command("settings", auto_end=False, own_dice=False)
    now = page.next_table()
    assert (now["roll"], now["own_dice"], now["due"]["seat"]) == (None, False, "blue")
    assert now["notice"] == "From now on, the program rolls the dice."
    play_up_to_a_roll(page)
    assert page.now["roll"] is None
    page.send_command("settings", auto_end=False, own_dice=True)
    assert page.next_table()["own_dice"]
    assert play_up_to_a_roll(page)["roll"]
    again = server.open_page(page.now["id"])
    assert again.now["roll"] == page.now["roll"]


@pytest.mark.parametrize("phase", ["roll", "deal"])
def test_rolls_after_manual_dice_are_turned_off_are_stored(tmp_path: Path, phase: str) -> None:
    """One roll follows another against Ivan; each is stored, and is the same after a restart."""
    chance = random.Random(8)
    with serving(tmp_path, seed=None) as server:
        table = server.create_table(SOLO)
        page = server.open_page(table)
        while page.now["due"]["phase"] != phase:
            now = page.now
            if now["roll"]:
                enter_roll(page, **random_roll(now["roll"], chance))
            else:
                page.send_command("play", decision=decide(now["legal"], chance))
                page.next_table()
        page.send_command("settings", auto_end=False, own_dice=False)
        now = page.next_table()
        assert not now["roll"]
    with serving(tmp_path, seed=None) as server:
        again = server.open_page(table)
        assert comparable(again.now) == comparable(now)
        again.send_command("play", decision=decide(now["legal"], chance))
        after = again.next_table()
    with serving(tmp_path, seed=None) as server:
        assert comparable(server.open_page(table).now) == comparable(after)


def test_a_setting_is_not_refused_if_only_the_roll_after_it_cannot_be_saved(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        page = server.open_page(server.create_table(TWO))
        before = play_up_to_a_roll(page)
        with closing(sqlite3.connect(tmp_path / DATABASE_FILE)) as database, database:
            database.execute(
                "create trigger fault before insert on action "
                f"when new.number = {before['number'] + 2} begin select abs(-1 << 63); end"
            )
        page.send_command("settings", auto_end=False, own_dice=False)
        now = page.next_table()
        assert (now["number"], now["own_dice"]) == (before["number"] + 1, False)
        assert now["roll"]
        with closing(sqlite3.connect(tmp_path / DATABASE_FILE)) as database, database:
            database.execute("drop trigger fault")
        assert not enter_roll(page)["roll"]


def test_rolls_of_the_server_cannot_be_entered_again(server: Client) -> None:
    page = server.open_page(server.create_table(RED_AND_BLUE))
    play_up_to_a_roll(page)
    page.send_command("settings", auto_end=False, own_dice=True)
    now = page.next_table()
    assert (now["own_dice"], now["can"]["undo"]) == (True, False)
    play_up_to_a_roll(page)
    enter_roll(page, faces=[2] * len(page.now["roll"]["dice"]))
    assert page.now["can"]["undo"]
    page.send_command("undo", beyond=False)
    assert page.next_table()["roll"]


def test_finished_game_keeps_its_dice_setting(server: Client) -> None:
    table = server.create_table(RED_AND_BLUE)
    page = server.open_page(table)
    page.send_command("agree", agreed=True)
    assert page.next_table()["over"]
    page.send_command("settings", auto_end=True, own_dice=True)
    now = page.next_table()
    assert (now["own_dice"], now["auto_end"], now["can"]["undo"]) == (False, True, False)


def test_record_that_ends_before_a_roll_can_wait_for_it(tmp_path: Path) -> None:
    game = Game(2, seed=1, manual_dice=True)
    game.play("die white +0")
    game.play("end")
    text = game.record.text()
    with serving(tmp_path) as server:
        answer = server.http.post("/api/tables/load?own_dice=true", content=text)
        waiting = answer.json()["id"]
        drawn = server.http.post("/api/tables/load", content=text).json()["id"]
        assert server.http.get(f"/api/tables/{waiting}/record").text == text
        assert server.http.get(f"/api/tables/{drawn}/record").text != text
    with serving(tmp_path) as server:
        page = server.open_page(waiting)
        assert page.now["roll"]
        enter_roll(page, faces=[1] * len(page.now["roll"]["dice"]))
        branch = server.http.post(f"/api/tables/{waiting}/branch", json={"log": 1}).json()["id"]
        assert server.http.get(f"/api/tables/{branch}").json()["own_dice"] is False


def test_rejects_manual_dice_for_bots_alone(server: Client) -> None:
    bot = {"kind": "bot", "bot": "random"}
    wish = {"seats": [{"colour": "red", **bot}, {"colour": "blue", **bot}], "own_dice": True}
    answer = server.http.post("/api/tables", json=wish)
    assert answer.status_code == 400
    assert answer.json()["reason"] == "only bots play, so nobody can enter dice rolled at the table"
