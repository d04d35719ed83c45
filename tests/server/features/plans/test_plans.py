"""Plans at a table: rights, playing with one command, and privacy."""

from __future__ import annotations

import json
import random
from pathlib import Path

from websockets.exceptions import ConnectionClosed

from redcathedral.engine import rules
from redcathedral.engine.decisions import PRESTIGE_RUBLES
from redcathedral.engine.phases import TURN
from redcathedral.play.game import Game
from redcathedral.record.notation import decision_text, read_decision
from redcathedral.server.core.table.planning import next_turn_position
from tests.server.harness import AGAINST_A_BOT, RED_AND_BLUE, Client, Json, Page, serving

PRESTIGE = {PRESTIGE_RUBLES}
CLAIM = ("claim 1.1 inventory", "tile red down", "end")


def send_plan(page: Page, *texts: str, shows: bool = True, seat: str = "blue") -> Json:
    """Send a plan; return the answer."""
    decisions = [read_decision(text) for text in texts]
    page.connection.send(
        json.dumps({"type": "plan", "seat": seat, "decisions": decisions, "shows": shows})
    )
    return next_plan(page)


def next_plan(page: Page) -> Json:
    """The next message, which must be a plan."""
    message = page.receive()
    assert message["type"] == "plan", message
    return message


def read_until_plan(page: Page) -> Json:
    """Read up to the next plan; return it."""
    while (message := page.receive())["type"] != "plan":
        pass
    return message


def verbs_and_reasons(plan: Json) -> list[tuple[str, str | None]]:
    return [(decision["verb"], decision["reason"]) for decision in plan["decisions"]]


def test_plan_is_played_with_one_command(server: Client) -> None:
    table = server.create_table(RED_AND_BLUE)
    red, blue = server.open_page(table, seat="red"), server.open_page(table, seat="blue")
    assert (red.now["can"]["plan"], blue.now["can"]["plan"]) == (None, "blue")
    first_plan = send_plan(blue)
    assert first_plan["decisions"] == []
    assert first_plan["what_if"]["due"]["seat"] == "blue"
    assert first_plan["what_if"]["position"] | {"to_move": "red"} == blue.now["position"]
    assert any(legal["text"] == CLAIM[0] for legal in first_plan["what_if"]["legal"])
    plan = send_plan(blue, *CLAIM)
    assert verbs_and_reasons(plan) == [("claim", None), ("tile", None), ("end", None)]
    assert plan["decisions"][0]["on"] == ["card:1.1", "banner:inventory"]
    assert plan["what_if"]["legal"] == []
    assert plan["what_if"]["due"] is None
    assert not plan["is_due"]
    blue.send_command("play-plan")
    assert blue.next_refusal()["code"] == "no-plan"
    red.play("claim 2.1 inventory")
    red.play("tile red down")
    red.play("end")
    while not (plan := read_until_plan(blue))["is_due"]:
        assert verbs_and_reasons(plan)[0] == ("claim", None)
    assert plan["playable"] == "claim a card, place the workshop tile, and end the turn"
    assert plan["what_if"] is None
    blue.send_command("play-plan")
    while read_until_plan(blue)["decisions"]:
        pass
    assert blue.now["due"]["seat"] == "red"
    assert blue.now["position"]["towers"][0][0]["owner"] == "blue"
    assert red.until(lambda now: now["due"]["seat"] == "red")["number"] == blue.now["number"] == 6


def shared_texts(server: Client, table: str) -> list[str]:
    """The answers about a table, and the list of games, as other visitors read them."""
    places = [f"/{table}?seat=red", f"/{table}?seat=-", f"/{table}/record", f"/{table}/past", ""]
    answers = [server.http.get(f"/api/tables{place}") for place in places]
    assert [answer.status_code for answer in answers] == [200] * len(answers)
    return [answer.text for answer in answers]


def test_plan_is_private(server: Client) -> None:
    """No message to another page, list, record or position contains the plan."""
    table = server.create_table(RED_AND_BLUE)
    red, blue = server.open_page(table, seat="red"), server.open_page(table, seat="blue")
    watcher = server.open_page(table, seat="-")
    before = shared_texts(server, table)
    send_plan(blue, *CLAIM)
    for page in (red, watcher):
        page.send_command("agree", agreed=False)
        refused = page.receive()
        assert (refused["type"], refused["number"]) == ("refused", 0)
        page.connection.send(json.dumps({"type": "plan", "seat": "blue"}))
        assert page.next_refusal()["code"] == "plan"
    assert shared_texts(server, table) == before
    red.play("die white +0")
    assert watcher.next_table()["number"] == 1
    red.send_command("agree", agreed=False)
    assert red.receive()["type"] == "refused"  # no message came before the refusal
    late = server.connect(table, seat="-")
    late.next_table()
    late.send_command("agree", agreed=False)
    assert late.receive()["type"] == "refused"


def test_plan_survives_a_restart_and_is_shared_between_devices(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        table = server.create_table(RED_AND_BLUE)
        blue, other = server.open_page(table, seat="blue"), server.open_page(table, seat="blue")
        send_plan(blue, *CLAIM)
        assert len(next_plan(other)["decisions"]) == 3
        assert what_if_for_both(other, blue) == (None, True)
    with serving(tmp_path) as server:
        blue = server.open_page(table, seat="blue")
        plan = next_plan(blue)
        assert verbs_and_reasons(plan) == [("claim", None), ("tile", None), ("end", None)]
        assert plan["what_if"] is None
        red = server.open_page(table, seat="red")
        red.play("claim 1.1 inventory")
        checked_plan = read_until_plan(blue)
        assert [reason for _, reason in verbs_and_reasons(checked_plan)] == [
            "base 1.1: claimed in the meantime (Ana)",
            "because of an earlier part of the plan",
            "because of an earlier part of the plan",
        ]
        assert checked_plan["decisions"][0]["label"] == "claim a card"
        red.play("tile red down")
        red.play("end")
        while not (checked_plan := read_until_plan(blue))["is_due"]:
            pass
        assert checked_plan["playable"] == ""
        blue.play("claim 2.1 inventory")
        assert next_plan(blue)["decisions"] == []


def what_if_for_both(other: Page, blue: Page) -> tuple[object, bool]:
    """Only the page that shows the plan receives the position after it."""
    other.connection.send(json.dumps({"type": "plan", "seat": "blue", "shows": False}))
    other_plan = next_plan(other)
    own_plan = next_plan(blue)
    return other_plan["what_if"], own_plan["what_if"] is not None


def test_playing_a_plan_stops_at_a_roll_and_at_the_end_of_the_turn(server: Client) -> None:
    table = server.create_table(RED_AND_BLUE)
    red, blue = server.open_page(table, seat="red"), server.open_page(table, seat="blue")
    rolled = send_plan(blue, "die white +0", "end", "end")
    assert [reason for _, reason in verbs_and_reasons(rolled)] == [
        None,
        None,
        "dice are rolled before it",
    ]
    send_plan(blue, "claim 2.1 inventory", "tile red down", "end")
    red.send_command("settings", auto_end=True)
    red.next_table()
    read_until_plan(blue)
    red.play("claim 1.1 inventory")
    red.play("tile red down")  # the turn ends automatically
    while not read_until_plan(blue)["is_due"]:
        pass
    blue.send_command("play-plan")
    while read_until_plan(blue)["decisions"]:
        pass
    assert blue.now["due"]["seat"] == "red"
    assert blue.now["number"] == 7  # one change of settings, and three decisions of each seat
    red.until(lambda now: now["number"] == 7)
    send_plan(blue, "die white +0", "end")
    red.play("claim 3.1 inventory")
    red.play("tile blue down")
    while not (plan := read_until_plan(blue))["is_due"]:
        pass
    blue.send_command("play-plan")
    while read_until_plan(blue)["decisions"]:
        pass
    now = blue.now
    assert now["due"]["seat"] == ("red" if plan["playable"] else "blue")


def game_with_rubles() -> Game:
    """A game: red is to move, both seats can lose prestige, and blue can claim."""
    for seed in range(100):
        chance = random.Random(seed)
        game = Game(players=2, seed=seed)
        while not game.is_over:
            begins = (
                next_turn_position(game.state, 1)
                if game.seat == 0 and game.state.phase == TURN
                else None
            )
            if begins and PRESTIGE & {*game.legal_ids} and PRESTIGE & {*rules.legal(begins)}:
                texts = [decision_text(number) for number in rules.legal(begins)]
                if any(text.startswith("claim") for text in texts):
                    return game
            game.play(chance.choice(game.legal_ids))
    raise AssertionError("no such game")


def test_plan_is_not_played_in_the_turn_of_another_seat(server: Client) -> None:
    """The turn ends before the planned loss of prestige, which is then also legal for red."""
    game = game_with_rubles()
    answer = server.http.post("/api/tables/load", content=game.record.text())
    table = answer.json()["id"]
    red, blue = server.open_page(table, seat="red"), server.open_page(table, seat="blue")
    red.send_command("settings", auto_end=True)
    red.next_table()
    blue.next_table()
    first_plan = send_plan(blue)
    claim = next(
        legal["text"] for legal in first_plan["what_if"]["legal"] if legal["verb"] == "claim"
    )
    tiles = send_plan(blue, claim)["what_if"]["legal"]
    down = next(tile["text"] for tile in tiles if tile["text"].endswith("down"))
    planned_texts = (claim, down, "prestige rubles", "end")
    assert all(reason is None for _, reason in verbs_and_reasons(send_plan(blue, *planned_texts)))
    red.play(red.first_legal("die"))
    red.play("end")
    while not (plan := read_until_plan(blue))["is_due"]:
        pass
    assert all(reason is None for _, reason in verbs_and_reasons(plan))
    blue.send_command("play-plan")
    while read_until_plan(blue)["decisions"]:
        pass
    now = server.open_page(table).now  # the answer comes after the whole plan
    assert now["due"]["seat"] == "red"
    assert now["number"] == plan["number"] + 3  # two decisions and the automatic end


def test_rejects_a_stale_command_to_play_a_plan(server: Client) -> None:
    table = server.create_table(RED_AND_BLUE)
    red, blue = server.open_page(table, seat="red"), server.open_page(table, seat="blue")
    send_plan(blue, *CLAIM)
    red.play("die white +0")
    read_until_plan(blue)
    blue.connection.send(json.dumps({"type": "play-plan", "number": 0}))
    assert blue.next_refusal()["code"] == "stale"


def test_rejects_an_invalid_plan(server: Client) -> None:
    table = server.create_table(RED_AND_BLUE)
    blue = server.open_page(table, seat="blue")
    for seat, decisions, code in [
        ("red", [], "plan"),
        ("green", [], "plan"),
        ("blue", [-1], "illegal"),
        ("blue", [10**6], "illegal"),
        ("blue", [0] * 41, "plan-long"),
        ("violet", [], "unreadable"),
    ]:
        wish = {"type": "plan", "seat": seat, "decisions": decisions}
        blue.connection.send(json.dumps(wish))
        assert blue.next_refusal()["code"] == code
    lesson = server.listen("lessons/first/1")
    lesson.next_table()
    lesson.connection.send(json.dumps({"type": "plan", "seat": "red"}))
    assert lesson.next_refusal()["code"] == "plan"


def test_table_with_a_plan_can_be_removed(server: Client) -> None:
    table = server.create_table(RED_AND_BLUE)
    blue = server.open_page(table, seat="blue")
    send_plan(blue, *CLAIM)
    assert server.http.delete(f"/api/tables/{table}").status_code == 204
    message: Json = {}
    try:
        while True:
            message = blue.receive()
    except ConnectionClosed:
        assert message["type"] == "gone"


def test_plan_is_checked_after_each_decision_of_a_bot(server: Client) -> None:
    """The first decision is played at once, and the bot plays the turn after it."""
    table = server.create_table(AGAINST_A_BOT)
    red = server.open_page(table)
    assert red.now["can"]["plan"] is None  # red is to move
    plan = send_plan(red, "claim 1.1 inventory", "tile red down", "end", seat="red")
    assert plan["is_due"]
    assert plan["what_if"] is None
    red.send_command("play-plan")
    red.until(lambda now: now["number"] == 1)
    while not (red.now["due"]["yours"] and red.now["number"] > 3):
        red.receive()
    assert red.now["position"]["towers"][0][0]["owner"] == "red"
