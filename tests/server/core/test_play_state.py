"""People who play together: clocks, bots that go on for somebody, what all are asked for."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from redcathedral.play.game import Game
from redcathedral.record.replay import replay
from redcathedral.server.core.table.seated_game import SeatedGame, players
from redcathedral.server.core.table_timer import TableTimer
from redcathedral.server.core.wire.play_state import Presence
from tests.server import event_loop
from tests.server.fake_clock import FakeClock
from tests.server.harness import (
    RED_AND_BLUE,
    TIMEOUT_SECONDS,
    Client,
    Json,
    Page,
    ServerProcess,
    decide,
    play_out,
    serving,
)

TURN: Json = {"kind": "turn", "time": 45}
BANK: Json = {"kind": "bank", "time": 60, "increment": 5}
DAYS: Json = {"kind": "days", "time": 3}
TWO: Json = {**RED_AND_BLUE, "stand_in": "random"}
TIMED: Json = {**TWO, "clock": TURN}
THREE: Json = {"seats": [{"colour": c} for c in ("red", "blue", "green")], "stand_in": "random"}
DAY = 24 * 60 * 60


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


def sit(server: Client, wish: Json, *colours: str) -> list[Page]:
    """A page for each colour at a new table."""
    table = server.new(wish)
    pages = [server.sit(table, seat=colour) for colour in colours]
    for page in pages:
        see(page, pages[-1])  # a clock starts when all have come
    return pages


def shown_clock(page: Page) -> Json:
    """What the page's table says of the clock."""
    found: Json = page.now["play_state"]["clock"]
    return found


def turn(page: Page, *others: Page) -> None:
    """A whole turn of the page, which the others see too."""
    seat = page.now["due"]["seat"]
    chance = random.Random(3)
    while page.now["due"] and page.now["due"]["seat"] == seat:
        page.say("play", decision=decide(page.now["legal"], chance))
        page.table()
    for other in others:
        see(other, page)


def see(page: Page, other: Page) -> Json:
    """Read on until the page has seen what the other one has."""
    while page.now["number"] < other.now["number"]:
        page.table()
    return page.now


def asked(page: Page) -> list[str]:
    """What is asked at the page's table."""
    return [question["text"] for question in page.now["play_state"]["questions"]]


def both(page: Page, other: Page) -> None:
    """Both see what comes next."""
    page.table()
    see(other, page)


# --- clocks


def test_a_table_without_a_clock_says_so(server: Client) -> None:
    (red,) = sit(server, RED_AND_BLUE, "red")
    play_state = red.now["play_state"]
    assert (play_state["clock"], play_state["is_paused"], play_state["stand_in"]) == (
        None,
        False,
        "craftsman",
    )
    assert not play_state["may"]["pause"]
    assert play_state["may"]["give_up"] == ["red"]


def test_a_turn_has_its_time_and_then_a_bot_goes_on(server: Client, clock: FakeClock) -> None:
    red, blue = sit(server, TIMED, "red", "blue")
    assert shown_clock(red)["running"] == "red"
    clock.move(40)
    turn(red, blue)
    assert shown_clock(blue) == {
        "wish": {**TURN, "increment": 0},
        "left": {"red": 45_000, "blue": 45_000},
        "running": "blue",
        "is_held": False,
    }
    clock.move(44)
    blue.play(blue.first_legal("die"))
    see(red, blue)
    assert shown_clock(red)["left"]["blue"] == 1_000
    clock.move(1)
    red.table()
    assert red.now["notice"] == "Blue has run out of time: a bot plays on."
    assert [seat["stand_in"] for seat in red.now["seats"]] == [None, "random"]
    assert red.now["seats"][1]["name"] == blue.now["seats"][1]["name"]
    red.until(lambda table: table["due"]["seat"] == "red")  # the bot has ended the turn
    assert shown_clock(red)["running"] == "red"
    see(blue, red)
    assert not blue.now["legal"]
    assert blue.now["play_state"]["may"]["come_back"] == ["blue"]


def test_who_is_back_plays_on_with_a_full_turn(server: Client, clock: FakeClock) -> None:
    red, blue = sit(server, TIMED, "red", "blue")
    clock.move(45)
    blue.until(lambda table: table["due"]["seat"] == "blue")
    red.until(lambda table: table["number"] == blue.now["number"])
    assert red.now["play_state"]["may"]["come_back"] == ["red"]
    red.say("come-back", seat="blue")
    assert red.next_refusal()["code"] == "come-back"
    red.say("come-back", seat="red")
    both(red, blue)
    assert red.now["notice"] == "Ana plays again."
    assert red.now["seats"][0]["stand_in"] is None
    turn(blue, red)
    assert red.now["due"]["yours"]
    assert shown_clock(red)["left"]["red"] == 45_000
    record = server.http.get(f"/api/tables/{red.now['id']}/record").text
    assert "out of time, the bot random plays on for red" in record
    assert replay(record).problems == []


def test_a_bank_is_used_up_in_several_turns(server: Client, clock: FakeClock) -> None:
    red, blue = sit(server, {**TWO, "clock": BANK}, "red", "blue")
    clock.move(50)
    turn(red, blue)
    assert shown_clock(red)["left"] == {"red": 15_000, "blue": 60_000}
    turn(blue, red)
    assert shown_clock(red)["left"] == {"red": 15_000, "blue": 65_000}
    clock.move(15)
    blue.until(lambda table: table["seats"][0]["stand_in"])
    red.until(lambda table: table["due"]["seat"] == "blue" and table["seats"][0]["stand_in"])
    assert shown_clock(red)["left"]["red"] == 0
    red.say("come-back", seat="red")
    red.table()
    assert shown_clock(red)["left"]["red"] == 30_000


def test_a_decision_that_comes_too_late_is_not_played(server: Client, clock: FakeClock) -> None:
    """Also where the alarm has not rung yet."""
    red, blue = sit(server, TIMED, "red", "blue")
    clock._at += 45_000
    red.say("play", decision=red.decision_id(red.first_legal("die")))
    assert red.next_refusal()["code"] == "stale"
    assert red.table()["seats"][0]["stand_in"] == "random"
    assert blue.table()["notice"] == "Ana has run out of time: a bot plays on."


def test_a_short_clock_waits_for_people(server: Client, clock: FakeClock) -> None:
    table = server.new(TIMED)
    clock.move(1_000)
    looking = server.sit(table, seat="-")
    assert shown_clock(looking)["is_held"]
    red = server.sit(table, seat="red")
    clock.move(1_000)
    assert shown_clock(red)["is_held"]  # in the first round until all have come
    blue = server.sit(table, seat="blue")
    assert (shown_clock(blue)["running"], shown_clock(blue)["left"]["red"]) == ("red", 45_000)
    blue.close()
    looking.table()
    clock.move(10)
    until_told(looking, clock, lambda told: told["here"] == ["red"])
    red.close()
    until_told(looking, clock, lambda told: not told["here"])
    now = server.http.get(f"/api/tables/{table}").json()["play_state"]["clock"]
    left = now["left"]["red"]
    assert now["is_held"]
    assert 10_000 < left <= 35_000
    clock.move(1_000)
    assert shown_clock(server.sit(table, seat="blue"))["left"]["red"] == left


def until_told(page: Page, clock: FakeClock, is_it: Callable[[Json], bool]) -> None:
    """Let time pass until a page is told so of who is here."""
    while not (page.presence and is_it(page.presence)):
        try:
            page.next_presence(timeout=0.5)
        except TimeoutError:
            clock.move(2)


def test_a_clock_of_days_runs_for_tables_at_rest(tmp_path: Path, clock: FakeClock) -> None:
    with serving(tmp_path, clock=clock) as server:
        red, blue = sit(server, {**TWO, "clock": DAYS}, "red", "blue")
        table = red.now["id"]
        turn(red, blue)
        [kept] = server.games("all")
        assert kept["clock"] == {**DAYS, "increment": 0}
    clock.move(2 * DAY)
    with serving(tmp_path, clock=clock) as server:
        assert shown_clock(server.sit(table, seat="-"))["left"] == {
            "red": 3 * DAY * 1000,
            "blue": DAY * 1000,
        }
    with serving(tmp_path, clock=clock, patience=0.01) as server:
        assert listed(server)["stood_in"] == []
        clock.move(DAY)  # nobody comes, the server looks for it
        pass_time(clock, lambda: listed(server)["stood_in"] == ["blue"], 60)
        pass_time(clock, lambda: listed(server)["to_move"] == "red", 0)  # the bot plays its turn
    clock.move(4 * DAY)
    with serving(tmp_path, clock=clock) as server:  # at the start too
        pass_time(clock, lambda: listed(server)["stood_in"] == ["red", "blue"], 0)


def pass_time(clock: FakeClock, is_done: Callable[[], bool], seconds: float) -> None:
    """Move time on so much at a time until something is done."""
    end = time.monotonic() + TIMEOUT_SECONDS
    while not is_done():
        assert time.monotonic() < end
        clock.move(seconds)


def listed(server: Client) -> Json:
    """The only game as the list tells of it."""
    [found] = server.games("all")
    return dict(found)


@pytest.mark.slow
def test_a_server_that_is_killed_takes_no_time(tmp_path: Path) -> None:
    """With the machine's own time, and another process each."""
    server = ServerProcess(tmp_path)
    client = server.client()
    table = client.new({**TIMED, "clock": {"kind": "bank", "time": 600}})
    red = client.sit(table)
    red.play(red.first_legal("die"))
    told = shown_clock(red)
    server.kill()
    client.close()
    server = ServerProcess(tmp_path)
    client = server.client()
    now = shown_clock(client.sit(table, seat="-"))
    assert (now["is_held"], now["left"].keys()) == (True, told["left"].keys())
    assert 0 <= now["left"]["red"] - told["left"]["red"] < 1_000  # since it was stored
    again = shown_clock(client.sit(table))
    assert (again["running"], again["is_held"]) == ("red", False)
    assert 0 <= now["left"]["red"] - again["left"]["red"] < TIMEOUT_SECONDS * 1000
    client.close()
    server.kill()


@pytest.mark.parametrize(
    "wrong",
    [{"kind": "turn", "time": 9}, {"kind": "turn", "time": 60, "increment": 1},
     {"kind": "days", "time": 31}, {"kind": "bank", "time": 60, "increment": 301},
     {"kind": "bank", "time": 60, "increment": -1}, {"kind": "turn", "time": 3601}],
    ids=str,
)  # fmt: skip
def test_a_clock_that_cannot_be_is_refused(server: Client, wrong: Json) -> None:
    answer = server.http.post("/api/tables", json={**TWO, "clock": wrong})
    assert (answer.status_code, answer.json()["code"]) == (400, "bad-game")
    assert answer.json()["fix"].startswith("choose ")


def test_bots_need_no_clock_and_a_stand_in_is_an_opponent(server: Client) -> None:
    seats = [{"colour": c, "kind": "bot", "bot": "random"} for c in ("red", "blue")]
    answer = server.http.post("/api/tables", json={"seats": seats, "clock": TURN})
    assert answer.json()["fix"] == "add a person, or omit the clock"
    answer = server.http.post("/api/tables", json={**RED_AND_BLUE, "stand_in": "nobody"})
    assert answer.json()["code"] == "bad-game"


# --- giving up


@pytest.mark.slow
@pytest.mark.long
def test_a_bot_plays_on_for_who_gives_up_to_the_end(server: Client) -> None:
    red, blue = sit(server, {**TWO, "auto_end": True}, "red", "blue")
    red.say("give-up", seat="blue")
    assert red.next_refusal()["code"] == "give-up"
    red.say("give-up", seat="red")
    red.table()
    assert red.now["notice"] == "Ana gives up: a bot plays on."
    assert not any(red.now["play_state"]["may"].values())
    red.say("come-back", seat="red")
    while (answer := red.receive())["type"] != "refused":
        pass
    assert answer["code"] in ("come-back", "stale")
    see(blue, red)
    over = play_out(blue, random.Random(5))
    assert over["over"]["reason"] == "finished"
    [mine] = server.http.get("/api/mine/games", params={"name": "Ana"}).json()["games"]
    assert (mine["result"], mine["excluded"]) == ("lost", "gave-up")
    record = server.http.get(f"/api/tables/{red.now['id']}/record").text
    assert "given up, the bot random plays on for red" in record


# --- what all are asked for


def test_a_takeback_after_a_roll_is_done_when_all_agree(server: Client) -> None:
    red, blue, green = sit(server, THREE, "red", "blue", "green")
    before = red.now["position"]
    chance = random.Random(1)
    while red.now["due"]["seat"] == "red":
        red.say("play", decision=decide(red.now["legal"], chance))
        red.table()
    see(blue, red)
    see(green, red)
    assert red.now["play_state"]["may"]["takeback"]
    assert not blue.now["play_state"]["may"]["takeback"]
    blue.say("ask", what="takeback")
    assert blue.next_refusal()["code"] == "takeback"
    red.say("ask", what="takeback")
    red.table()
    [question] = see(blue, red)["play_state"]["questions"]
    assert question["text"] == "Red asks to take 1 decision back."
    assert (question["by"], question["yours"], question["own"]) == ("red", True, False)
    see(green, red)
    blue.say("answer", what="takeback", agreed=True)
    blue.table()
    assert blue.now["play_state"]["questions"][0]["agreed"] == ["red", "blue"]
    assert not blue.now["play_state"]["questions"][0]["yours"]
    see(green, blue)
    see(red, blue)
    green.say("answer", what="takeback", agreed=True)
    green.table()
    assert green.now["notice"] == "All agree: Red takes 1 decision back."
    assert green.now["due"]["seat"] == "red"
    assert green.now["play_state"]["questions"] == []
    see(red, green)
    assert red.now["can"]["redo"]
    record = server.http.get(f"/api/tables/{red.now['id']}/record").text
    assert "taken back with its dice" in record
    while red.now["position"] != before:
        red.say("undo")
        red.table()


def test_a_takeback_is_refused_by_one_withdrawn_or_played_over(server: Client) -> None:
    red, blue = sit(server, TWO, "red", "blue")
    turn(red, blue)
    for who, agreed, notice in (
        (blue, False, "Blue does not agree."),
        (red, False, "Ana no longer asks for it."),
    ):
        red.say("ask", what="takeback")
        both(red, blue)
        who.say("answer", what="takeback", agreed=agreed)
        who.table()
        assert who.now["notice"] == notice
        assert who.now["play_state"]["questions"] == []
        see(red, who)
        see(blue, who)
    blue.say("answer", what="takeback", agreed=True)
    assert blue.next_refusal()["code"] == "not-asked"
    red.say("ask", what="takeback")
    both(red, blue)
    assert blue.play(blue.first_legal("die"))["play_state"]["questions"] == []


def test_whoever_plays_all_seats_need_not_ask_anybody(server: Client) -> None:
    page = server.sit(server.new(TWO))
    page.play("die white +0")
    page.play("end")
    page.say("ask", what="takeback")
    assert page.table()["notice"] == "All agree: Ana takes 1 decision back."


def test_a_pause_stops_the_clock_until_somebody_goes_on(server: Client, clock: FakeClock) -> None:
    red, blue = sit(server, TIMED, "red", "blue")
    clock.move(5)
    blue.say("ask", what="pause")
    both(blue, red)
    assert asked(red) == ["Blue would like to pause the game."]
    clock.move(5)
    red.say("answer", what="pause", agreed=True)
    both(red, blue)
    assert (red.now["play_state"]["is_paused"], red.now["prompt"]) == (True, "The game is paused.")
    assert (red.now["legal"], shown_clock(red)["running"]) == ([], None)
    clock.move(1_000)
    red.say("play", decision=0)
    assert red.next_refusal()["code"] == "paused"
    red.say("go-on")
    both(red, blue)
    assert red.now["notice"] == "Ana goes on with the game."
    assert shown_clock(red)["left"]["red"] == 35_000
    red.say("go-on")
    assert red.next_refusal()["code"] == "go-on"


def test_a_game_without_a_clock_is_not_paused(server: Client) -> None:
    (red,) = sit(server, TWO, "red")
    red.say("ask", what="pause")
    assert red.next_refusal()["code"] == "pause"


def test_who_is_away_is_replaced_when_all_agree_and_comes_back(
    server: Client, clock: FakeClock
) -> None:
    red, blue, green = sit(server, THREE, "red", "blue", "green")
    red.say("ask", what="stand-in", seat="green")
    assert red.next_refusal()["code"] == "not-away"
    until_told(red, clock, lambda told: "green" in told["here"])
    green.close()
    until_told(red, clock, lambda told: "green" not in told["here"])
    red.say("ask", what="stand-in", seat="green")
    assert red.next_refusal()["code"] == "not-away"
    clock.move(60)
    until_told(red, clock, lambda told: "green" in told["away"])
    red.say("ask", what="stand-in", seat="green")
    red.table()
    assert asked(red) == ["Red asks for a bot in the place of Green."]
    see(blue, red)
    back = server.sit(red.now["id"], seat="green")
    clock.move(2)
    red.table()
    assert (red.now["notice"], red.now["play_state"]["questions"]) == ("Green is here again.", [])
    until_told(red, clock, lambda told: "green" in told["here"])
    back.close()
    until_told(red, clock, lambda told: "green" not in told["here"])
    clock.move(60)
    until_told(red, clock, lambda told: "green" in told["away"])
    red.say("ask", what="stand-in", seat="green")
    red.table()
    see(blue, red)
    blue.say("answer", what="stand-in", agreed=True)
    blue.table()
    assert blue.now["notice"] == "Green is away: a bot plays on."
    assert blue.now["seats"][2]["stand_in"] == "random"
    back = server.sit(red.now["id"], seat="green")
    back.say("come-back", seat="green")
    assert back.table()["seats"][2]["stand_in"] is None


def test_who_is_away_by_the_time_the_alarm_is_wound_is_told(clock: FakeClock) -> None:
    async def run() -> None:
        rung = asyncio.Event()
        game = Game(players=2, seed=1)
        seated = SeatedGame(game, players(game.header))
        timer = TableTimer(clock, seated.people, rung.set)
        timer.note(frozenset({0}), 0)
        clock.move(2)
        assert timer.news(seated) == Presence(["red"], [], 0)
        clock.move(60)
        timer.wind(seated)
        await asyncio.wait_for(rung.wait(), TIMEOUT_SECONDS)
        assert timer.news(seated) == Presence(["red"], ["blue"], 0)

    event_loop.run(run())


def test_a_game_ends_by_agreement_of_those_who_still_play(server: Client) -> None:
    red, blue, green = sit(server, THREE, "red", "blue", "green")
    green.say("give-up", seat="green")
    both(green, red)
    see(blue, red)
    red.say("agree")
    both(red, blue)
    blue.say("agree")
    assert blue.table()["over"]["reason"] == "agreed"


# --- presence


def test_everybody_is_told_who_is_here(server: Client, clock: FakeClock) -> None:
    table = server.new(TWO)
    red = server.sit(table, seat="red")
    assert red.next_presence() == {"type": "presence", "here": ["red"], "away": [], "spectators": 0}
    server.sit(table, seat="blue").next_presence()
    server.sit(table, seat="-").next_presence()
    clock.move(2)
    until_told(red, clock, lambda told: told["spectators"] == 1)
    assert red.presence["here"] == ["red", "blue"]


@contextmanager
def crowded(server: Client, table: str) -> Iterator[Json]:
    """As many spectators as there is room for, and what one more is told."""
    pages = [server.sit(table, seat="-") for _ in range(100)]
    yield server.connect(table, seat="-").receive()
    for page in pages:
        page.close()


def test_spectators_take_no_place_of_the_seats(server: Client) -> None:
    table = server.new(TWO)
    with crowded(server, table) as refused:
        assert (refused["type"], refused["code"]) == ("gone", "too-many")
        assert server.sit(table, seat="red").now["due"]["yours"]
