"""Plans at a table: whose they are, what is played of them, and that nobody else learns of them."""

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


def intend(page: Page, *texts: str, shows: bool = True, seat: str = "blue") -> Json:
    """Plan these; what the page is told of it."""
    decisions = [read_decision(text) for text in texts]
    page.connection.send(
        json.dumps({"type": "plan", "seat": seat, "decisions": decisions, "shows": shows})
    )
    return planned(page)


def planned(page: Page) -> Json:
    """The next message, which has to be a plan."""
    message = page.receive()
    assert message["type"] == "plan", message
    return message


def until_plan(page: Page) -> Json:
    """The next plan, whatever comes before it."""
    while (message := page.receive())["type"] != "plan":
        pass
    return message


def texts_of(plan: Json) -> list[tuple[str, str | None]]:
    return [(one["verb"], one["reason"]) for one in plan["decisions"]]


def test_a_plan_is_played_with_one_command(server: Client) -> None:
    table = server.new(RED_AND_BLUE)
    red, blue = server.sit(table, seat="red"), server.sit(table, seat="blue")
    assert (red.now["can"]["plan"], blue.now["can"]["plan"]) == (None, "blue")
    begun = intend(blue)
    assert begun["decisions"] == []
    assert begun["what_if"]["due"]["seat"] == "blue"
    assert begun["what_if"]["position"] | {"to_move": "red"} == blue.now["position"]
    assert any(legal["text"] == CLAIM[0] for legal in begun["what_if"]["legal"])
    plan = intend(blue, *CLAIM)
    assert texts_of(plan) == [("claim", None), ("tile", None), ("end", None)]
    assert plan["decisions"][0]["on"] == ["card:1.1", "banner:inventory"]
    assert plan["what_if"]["legal"] == []
    assert plan["what_if"]["due"] is None
    assert not plan["is_due"]
    blue.say("play-plan")
    assert blue.next_refusal()["code"] == "no-plan"
    red.play("claim 2.1 inventory")
    red.play("tile red down")
    red.play("end")
    while not (plan := until_plan(blue))["is_due"]:
        assert texts_of(plan)[0] == ("claim", None)
    assert plan["playable"] == "claim a card, place the workshop tile, and end the turn"
    assert plan["what_if"] is None
    blue.say("play-plan")
    while until_plan(blue)["decisions"]:
        pass
    assert blue.now["due"]["seat"] == "red"
    assert blue.now["position"]["towers"][0][0]["owner"] == "blue"
    assert red.until(lambda now: now["due"]["seat"] == "red")["number"] == blue.now["number"] == 6


def told_to_others(server: Client, table: str) -> list[str]:
    """All that can be asked for of a table and of the list of games."""
    places = [f"/{table}?seat=red", f"/{table}?seat=-", f"/{table}/record", f"/{table}/past", ""]
    answers = [server.http.get(f"/api/tables{place}") for place in places]
    assert [answer.status_code for answer in answers] == [200] * len(answers)
    return [answer.text for answer in answers]


def test_nobody_else_learns_of_a_plan(server: Client) -> None:
    """No other page is told anything, nor is it in any list, record or position."""
    table = server.new(RED_AND_BLUE)
    red, blue = server.sit(table, seat="red"), server.sit(table, seat="blue")
    watcher = server.sit(table, seat="-")
    before = told_to_others(server, table)
    intend(blue, *CLAIM)
    for page in (red, watcher):
        page.say("agree", agreed=False)
        refused = page.receive()
        assert (refused["type"], refused["number"]) == ("refused", 0)
        page.connection.send(json.dumps({"type": "plan", "seat": "blue"}))
        assert page.next_refusal()["code"] == "plan"
    assert told_to_others(server, table) == before
    red.play("die white +0")
    assert watcher.table()["number"] == 1
    red.say("agree", agreed=False)
    assert red.receive()["type"] == "refused"  # and nothing before it
    late = server.connect(table, seat="-")
    late.table()
    late.say("agree", agreed=False)
    assert late.receive()["type"] == "refused"


def test_a_plan_outlives_the_server_and_is_on_every_device(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        table = server.new(RED_AND_BLUE)
        blue, other = server.sit(table, seat="blue"), server.sit(table, seat="blue")
        intend(blue, *CLAIM)
        assert len(planned(other)["decisions"]) == 3
        assert planned_what_if(other, blue) == (None, True)
    with serving(tmp_path) as server:
        blue = server.sit(table, seat="blue")
        plan = planned(blue)
        assert texts_of(plan) == [("claim", None), ("tile", None), ("end", None)]
        assert plan["what_if"] is None
        red = server.sit(table, seat="red")
        red.play("claim 1.1 inventory")
        struck = until_plan(blue)
        assert [reason for _, reason in texts_of(struck)] == [
            "base 1.1: claimed meanwhile (Ana)",
            "because of what was planned before it",
            "because of what was planned before it",
        ]
        assert struck["decisions"][0]["label"] == "claim a card"
        red.play("tile red down")
        red.play("end")
        while not (struck := until_plan(blue))["is_due"]:
            pass
        assert struck["playable"] == ""
        blue.play("claim 2.1 inventory")
        assert planned(blue)["decisions"] == []


def planned_what_if(other: Page, blue: Page) -> tuple[object, bool]:
    """What the page that plans is shown is shown to no other one."""
    other.connection.send(json.dumps({"type": "plan", "seat": "blue", "shows": False}))
    hers = planned(other)
    mine = planned(blue)
    return hers["what_if"], mine["what_if"] is not None


def test_playing_stops_at_a_roll_and_where_the_turn_ends_by_itself(server: Client) -> None:
    table = server.new(RED_AND_BLUE)
    red, blue = server.sit(table, seat="red"), server.sit(table, seat="blue")
    rolled = intend(blue, "die white +0", "end", "end")
    assert [reason for _, reason in texts_of(rolled)] == [None, None, "dice are rolled before it"]
    intend(blue, "claim 2.1 inventory", "tile red down", "end")
    red.say("settings", auto_end=True)
    red.table()
    until_plan(blue)
    red.play("claim 1.1 inventory")
    red.play("tile red down")  # the turn ends by itself
    while not until_plan(blue)["is_due"]:
        pass
    blue.say("play-plan")
    while until_plan(blue)["decisions"]:
        pass
    assert blue.now["due"]["seat"] == "red"
    assert blue.now["number"] == 7  # the settings, and three decisions each
    red.until(lambda now: now["number"] == 7)
    intend(blue, "die white +0", "end")
    red.play("claim 3.1 inventory")
    red.play("tile blue down")
    while not (plan := until_plan(blue))["is_due"]:
        pass
    blue.say("play-plan")
    while until_plan(blue)["decisions"]:
        pass
    now = blue.now
    assert now["due"]["seat"] == ("red" if plan["playable"] else "blue")


def rich() -> Game:
    """Red is to move, both could lose prestige, and blue could claim."""
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
                texts = [decision_text(one) for one in rules.legal(begins)]
                if any(text.startswith("claim") for text in texts):
                    return game
            game.play(chance.choice(game.legal_ids))
    raise AssertionError("no such game")


def test_nothing_is_played_in_the_turn_of_another(server: Client) -> None:
    """The turn ends by itself before the prestige that was planned, which red could lose too."""
    game = rich()
    answer = server.http.post("/api/tables/load", content=game.record.text())
    table = answer.json()["id"]
    red, blue = server.sit(table, seat="red"), server.sit(table, seat="blue")
    red.say("settings", auto_end=True)
    red.table()
    blue.table()
    begun = intend(blue)
    claim = next(one["text"] for one in begun["what_if"]["legal"] if one["verb"] == "claim")
    tiles = intend(blue, claim)["what_if"]["legal"]
    down = next(one["text"] for one in tiles if one["text"].endswith("down"))
    planned_texts = (claim, down, "prestige rubles", "end")
    assert all(reason is None for _, reason in texts_of(intend(blue, *planned_texts)))
    red.play(red.first_legal("die"))
    red.play("end")
    while not (plan := until_plan(blue))["is_due"]:
        pass
    assert all(reason is None for _, reason in texts_of(plan))
    blue.say("play-plan")
    while until_plan(blue)["decisions"]:
        pass
    now = server.sit(table).now  # whoever comes is told when all of that is done
    assert now["due"]["seat"] == "red"
    assert now["number"] == plan["number"] + 3  # the two, and the end by itself


def test_a_stale_wish_to_play_is_refused(server: Client) -> None:
    table = server.new(RED_AND_BLUE)
    red, blue = server.sit(table, seat="red"), server.sit(table, seat="blue")
    intend(blue, *CLAIM)
    red.play("die white +0")
    until_plan(blue)
    blue.connection.send(json.dumps({"type": "play-plan", "number": 0}))
    assert blue.next_refusal()["code"] == "stale"


def test_what_is_no_plan_is_refused(server: Client) -> None:
    table = server.new(RED_AND_BLUE)
    blue = server.sit(table, seat="blue")
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
    lesson.table()
    lesson.connection.send(json.dumps({"type": "plan", "seat": "red"}))
    assert lesson.next_refusal()["code"] == "plan"


def test_a_table_that_is_removed_takes_its_plans_with_it(server: Client) -> None:
    table = server.new(RED_AND_BLUE)
    blue = server.sit(table, seat="blue")
    intend(blue, *CLAIM)
    assert server.http.delete(f"/api/tables/{table}").status_code == 204
    message: Json = {}
    try:
        while True:
            message = blue.receive()
    except ConnectionClosed:
        assert message["type"] == "gone"


def test_a_plan_for_the_turn_after_the_bots(server: Client) -> None:
    """A bot goes on meanwhile; the plan is checked after each of its decisions."""
    table = server.new(AGAINST_A_BOT)
    red = server.sit(table)
    assert red.now["can"]["plan"] is None  # it is red's turn
    plan = intend(red, "claim 1.1 inventory", "tile red down", "end", seat="red")
    assert plan["is_due"]
    assert plan["what_if"] is None
    red.say("play-plan")
    red.until(lambda now: now["number"] == 1)
    while not (red.now["due"]["yours"] and red.now["number"] > 3):
        red.receive()
    assert red.now["position"]["towers"][0][0]["owner"] == "red"
