"""Clocks, substitutes, proposals and presence at a table of several people."""

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


def open_pages(server: Client, wish: Json, *colours: str) -> list[Page]:
    """A page for each color at a new table."""
    table = server.create_table(wish)
    pages = [server.open_page(table, seat=colour) for colour in colours]
    for page in pages:
        catch_up(page, pages[-1])  # the clock starts when all players are present
    return pages


def shown_clock(page: Page) -> Json:
    """The clock in the newest table of a page."""
    clock_state: Json = page.now["play_state"]["clock"]
    return clock_state


def play_turn(page: Page, *others: Page) -> None:
    """Play a whole turn, and let the other pages read it."""
    seat = page.now["due"]["seat"]
    chance = random.Random(3)
    while page.now["due"] and page.now["due"]["seat"] == seat:
        page.send_command("play", decision=decide(page.now["legal"], chance))
        page.next_table()
    for other in others:
        catch_up(other, page)


def catch_up(page: Page, other: Page) -> Json:
    """Read messages until the page has the version of the other page."""
    while page.now["number"] < other.now["number"]:
        page.next_table()
    return page.now


def open_questions(page: Page) -> list[str]:
    """The texts of the open questions at a page's table."""
    return [question["text"] for question in page.now["play_state"]["questions"]]


def both_read_table(page: Page, other: Page) -> None:
    """Read the next table on both pages."""
    page.next_table()
    catch_up(other, page)


# --- clocks


def test_table_without_a_clock_cannot_pause(server: Client) -> None:
    (red,) = open_pages(server, RED_AND_BLUE, "red")
    play_state = red.now["play_state"]
    assert (play_state["clock"], play_state["is_paused"], play_state["stand_in"]) == (
        None,
        False,
        "craftsman",
    )
    assert not play_state["may"]["pause"]
    assert play_state["may"]["give_up"] == ["red"]


def test_bot_plays_after_the_time_of_a_turn(server: Client, clock: FakeClock) -> None:
    red, blue = open_pages(server, TIMED, "red", "blue")
    assert shown_clock(red)["running"] == "red"
    clock.move(40)
    play_turn(red, blue)
    assert shown_clock(blue) == {
        "wish": {**TURN, "increment": 0},
        "left": {"red": 45_000, "blue": 45_000},
        "running": "blue",
        "is_held": False,
    }
    clock.move(44)
    blue.play(blue.first_legal("die"))
    catch_up(red, blue)
    assert shown_clock(red)["left"]["blue"] == 1_000
    clock.move(1)
    red.next_table()
    assert red.now["notice"] == "Blue has run out of time: a bot takes over."
    assert [seat["stand_in"] for seat in red.now["seats"]] == [None, "random"]
    assert red.now["seats"][1]["name"] == blue.now["seats"][1]["name"]
    red.until(lambda table: table["due"]["seat"] == "red")  # the bot has ended the turn
    assert shown_clock(red)["running"] == "red"
    catch_up(blue, red)
    assert not blue.now["legal"]
    assert blue.now["play_state"]["may"]["come_back"] == ["blue"]


def test_returning_player_gets_a_full_turn(server: Client, clock: FakeClock) -> None:
    red, blue = open_pages(server, TIMED, "red", "blue")
    clock.move(45)
    blue.until(lambda table: table["due"]["seat"] == "blue")
    red.until(lambda table: table["number"] == blue.now["number"])
    assert red.now["play_state"]["may"]["come_back"] == ["red"]
    red.send_command("come-back", seat="blue")
    assert red.next_refusal()["code"] == "come-back"
    red.send_command("come-back", seat="red")
    both_read_table(red, blue)
    assert red.now["notice"] == "Ana is playing again."
    assert red.now["seats"][0]["stand_in"] is None
    play_turn(blue, red)
    assert red.now["due"]["yours"]
    assert shown_clock(red)["left"]["red"] == 45_000
    record = server.http.get(f"/api/tables/{red.now['id']}/record").text
    assert "out of time, the bot random plays on for red" in record
    assert replay(record).problems == []


def test_time_bank_is_used_up_over_several_turns(server: Client, clock: FakeClock) -> None:
    red, blue = open_pages(server, {**TWO, "clock": BANK}, "red", "blue")
    clock.move(50)
    play_turn(red, blue)
    assert shown_clock(red)["left"] == {"red": 15_000, "blue": 60_000}
    play_turn(blue, red)
    assert shown_clock(red)["left"] == {"red": 15_000, "blue": 65_000}
    clock.move(15)
    blue.until(lambda table: table["seats"][0]["stand_in"])
    red.until(lambda table: table["due"]["seat"] == "blue" and table["seats"][0]["stand_in"])
    assert shown_clock(red)["left"]["red"] == 0
    red.send_command("come-back", seat="red")
    red.next_table()
    assert shown_clock(red)["left"]["red"] == 30_000


def test_rejects_a_decision_after_the_time_is_over(server: Client, clock: FakeClock) -> None:
    """The server checks the time of the decision, even before its timer fires."""
    red, blue = open_pages(server, TIMED, "red", "blue")
    clock._at += 45_000
    red.send_command("play", decision=red.decision_id(red.first_legal("die")))
    assert red.next_refusal()["code"] == "stale"
    assert red.next_table()["seats"][0]["stand_in"] == "random"
    assert blue.next_table()["notice"] == "Ana has run out of time: a bot takes over."


def test_short_clock_is_held_until_people_are_present(server: Client, clock: FakeClock) -> None:
    table = server.create_table(TIMED)
    clock.move(1_000)
    spectator = server.open_page(table, seat="-")
    assert shown_clock(spectator)["is_held"]
    red = server.open_page(table, seat="red")
    clock.move(1_000)
    assert shown_clock(red)["is_held"]  # in the first round the clock waits for all players
    blue = server.open_page(table, seat="blue")
    assert (shown_clock(blue)["running"], shown_clock(blue)["left"]["red"]) == ("red", 45_000)
    blue.close()
    spectator.next_table()
    clock.move(10)
    wait_for_presence(spectator, clock, lambda shown: shown["here"] == ["red"])
    red.close()
    wait_for_presence(spectator, clock, lambda shown: not shown["here"])
    now = server.http.get(f"/api/tables/{table}").json()["play_state"]["clock"]
    left = now["left"]["red"]
    assert now["is_held"]
    assert 10_000 < left <= 35_000
    clock.move(1_000)
    assert shown_clock(server.open_page(table, seat="blue"))["left"]["red"] == left


def wait_for_presence(page: Page, clock: FakeClock, is_wanted: Callable[[Json], bool]) -> None:
    """Move the clock until a presence message satisfies a condition."""
    while not (page.presence and is_wanted(page.presence)):
        try:
            page.next_presence(timeout=0.5)
        except TimeoutError:
            clock.move(2)


def test_clock_of_days_runs_for_idle_tables(tmp_path: Path, clock: FakeClock) -> None:
    with serving(tmp_path, clock=clock) as server:
        red, blue = open_pages(server, {**TWO, "clock": DAYS}, "red", "blue")
        table = red.now["id"]
        play_turn(red, blue)
        [game] = server.games("all")
        assert game["clock"] == {**DAYS, "increment": 0}
    clock.move(2 * DAY)
    with serving(tmp_path, clock=clock) as server:
        assert shown_clock(server.open_page(table, seat="-"))["left"] == {
            "red": 3 * DAY * 1000,
            "blue": DAY * 1000,
        }
    with serving(tmp_path, clock=clock, idle_seconds=0.01) as server:
        assert only_game(server)["stood_in"] == []
        clock.move(DAY)  # without a page, the deadline watcher finds the table
        pass_time(clock, lambda: only_game(server)["stood_in"] == ["blue"], 60)
        pass_time(clock, lambda: only_game(server)["to_move"] == "red", 0)  # the bot plays its turn
    clock.move(4 * DAY)
    with serving(tmp_path, clock=clock) as server:  # the server also checks at its start
        pass_time(clock, lambda: only_game(server)["stood_in"] == ["red", "blue"], 0)


def pass_time(clock: FakeClock, is_done: Callable[[], bool], seconds: float) -> None:
    """Move the clock in steps of some seconds until a condition is true."""
    end = time.monotonic() + TIMEOUT_SECONDS
    while not is_done():
        assert time.monotonic() < end
        clock.move(seconds)


def only_game(server: Client) -> Json:
    """The entry of the only game in the list."""
    [game] = server.games("all")
    return dict(game)


@pytest.mark.slow
def test_killed_server_uses_no_time_of_the_players(tmp_path: Path) -> None:
    """Two server processes use the system clock."""
    server = ServerProcess(tmp_path)
    client = server.client()
    table = client.create_table({**TIMED, "clock": {"kind": "bank", "time": 600}})
    red = client.open_page(table)
    red.play(red.first_legal("die"))
    before = shown_clock(red)
    server.kill()
    client.close()
    server = ServerProcess(tmp_path)
    client = server.client()
    now = shown_clock(client.open_page(table, seat="-"))
    assert (now["is_held"], now["left"].keys()) == (True, before["left"].keys())
    assert 0 <= now["left"]["red"] - before["left"]["red"] < 1_000  # since the last decision
    again = shown_clock(client.open_page(table))
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
def test_rejects_an_invalid_clock(server: Client, wrong: Json) -> None:
    answer = server.http.post("/api/tables", json={**TWO, "clock": wrong})
    assert (answer.status_code, answer.json()["code"]) == (400, "bad-game")
    assert answer.json()["fix"].startswith("choose ")


def test_rejects_a_clock_without_people_and_an_unknown_stand_in(server: Client) -> None:
    seats = [{"colour": c, "kind": "bot", "bot": "random"} for c in ("red", "blue")]
    answer = server.http.post("/api/tables", json={"seats": seats, "clock": TURN})
    assert answer.json()["fix"] == "add a person, or omit the clock"
    answer = server.http.post("/api/tables", json={**RED_AND_BLUE, "stand_in": "nobody"})
    assert answer.json()["code"] == "bad-game"


# --- giving up


@pytest.mark.slow
@pytest.mark.long
def test_bot_plays_to_the_end_for_a_player_who_gave_up(server: Client) -> None:
    red, blue = open_pages(server, {**TWO, "auto_end": True}, "red", "blue")
    red.send_command("give-up", seat="blue")
    assert red.next_refusal()["code"] == "give-up"
    red.send_command("give-up", seat="red")
    red.next_table()
    assert red.now["notice"] == "Ana gives up: a bot plays on."
    assert not any(red.now["play_state"]["may"].values())
    red.send_command("come-back", seat="red")
    while (answer := red.receive())["type"] != "refused":
        pass
    assert answer["code"] in ("come-back", "stale")
    catch_up(blue, red)
    over = play_out(blue, random.Random(5))
    assert over["over"]["reason"] == "finished"
    [mine] = server.http.get("/api/mine/games", params={"name": "Ana"}).json()["games"]
    assert (mine["result"], mine["excluded"]) == ("lost", "gave-up")
    record = server.http.get(f"/api/tables/{red.now['id']}/record").text
    assert "given up, the bot random plays on for red" in record


# --- questions to all players


def test_takeback_after_a_roll_needs_all_to_agree(server: Client) -> None:
    red, blue, green = open_pages(server, THREE, "red", "blue", "green")
    before = red.now["position"]
    chance = random.Random(1)
    while red.now["due"]["seat"] == "red":
        red.send_command("play", decision=decide(red.now["legal"], chance))
        red.next_table()
    catch_up(blue, red)
    catch_up(green, red)
    assert red.now["play_state"]["may"]["takeback"]
    assert not blue.now["play_state"]["may"]["takeback"]
    blue.send_command("ask", what="takeback")
    assert blue.next_refusal()["code"] == "takeback"
    red.send_command("ask", what="takeback")
    red.next_table()
    [question] = catch_up(blue, red)["play_state"]["questions"]
    assert question["text"].startswith("Red asks to undo a decision: end the turn")
    assert (question["by"], question["yours"], question["own"]) == ("red", True, False)
    catch_up(green, red)
    blue.send_command("answer", what="takeback", agreed=True)
    blue.next_table()
    assert blue.now["play_state"]["questions"][0]["agreed"] == ["red", "blue"]
    assert not blue.now["play_state"]["questions"][0]["yours"]
    catch_up(green, blue)
    catch_up(red, blue)
    green.send_command("answer", what="takeback", agreed=True)
    green.next_table()
    assert green.now["notice"] == "Everyone agrees: Red undoes 1 decision."
    assert green.now["due"]["seat"] == "red"
    assert green.now["play_state"]["questions"] == []
    catch_up(red, green)
    assert red.now["can"]["redo"]
    record = server.http.get(f"/api/tables/{red.now['id']}/record").text
    assert "taken back with its dice" in record
    while red.now["position"] != before:
        red.send_command("undo")
        red.next_table()


def test_takeback_ends_by_refusal_withdrawal_or_next_decision(server: Client) -> None:
    red, blue = open_pages(server, TWO, "red", "blue")
    play_turn(red, blue)
    for answering, agreed, notice in (
        (blue, False, "Blue does not agree."),
        (red, False, "Ana withdraws the request."),
    ):
        red.send_command("ask", what="takeback")
        both_read_table(red, blue)
        answering.send_command("answer", what="takeback", agreed=agreed)
        answering.next_table()
        assert answering.now["notice"] == notice
        assert answering.now["play_state"]["questions"] == []
        catch_up(red, answering)
        catch_up(blue, answering)
    blue.send_command("answer", what="takeback", agreed=True)
    assert blue.next_refusal()["code"] == "not-asked"
    red.send_command("ask", what="takeback")
    both_read_table(red, blue)
    assert blue.play(blue.first_legal("die"))["play_state"]["questions"] == []


def test_page_with_all_seats_takes_back_without_a_question(server: Client) -> None:
    page = server.open_page(server.create_table(TWO))
    page.play("die white +0")
    page.play("end")
    page.send_command("ask", what="takeback")
    assert page.next_table()["notice"] == "Everyone agrees: Ana undoes 1 decision."


def test_pause_stops_the_clock_until_a_player_resumes(server: Client, clock: FakeClock) -> None:
    red, blue = open_pages(server, TIMED, "red", "blue")
    clock.move(5)
    blue.send_command("ask", what="pause")
    both_read_table(blue, red)
    assert open_questions(red) == ["Blue would like to pause the game."]
    clock.move(5)
    red.send_command("answer", what="pause", agreed=True)
    both_read_table(red, blue)
    assert (red.now["play_state"]["is_paused"], red.now["prompt"]) == (True, "The game is paused.")
    assert (red.now["legal"], shown_clock(red)["running"]) == ([], None)
    clock.move(1_000)
    red.send_command("play", decision=0)
    assert red.next_refusal()["code"] == "paused"
    red.send_command("go-on")
    both_read_table(red, blue)
    assert red.now["notice"] == "Ana resumes the game."
    assert shown_clock(red)["left"]["red"] == 35_000
    red.send_command("go-on")
    assert red.next_refusal()["code"] == "go-on"


def test_rejects_a_pause_without_a_clock(server: Client) -> None:
    (red,) = open_pages(server, TWO, "red")
    red.send_command("ask", what="pause")
    assert red.next_refusal()["code"] == "pause"


def test_absent_player_is_replaced_by_agreement_and_returns(
    server: Client, clock: FakeClock
) -> None:
    red, blue, green = open_pages(server, THREE, "red", "blue", "green")
    red.send_command("ask", what="stand-in", seat="green")
    assert red.next_refusal()["code"] == "not-away"
    wait_for_presence(red, clock, lambda shown: "green" in shown["here"])
    green.close()
    wait_for_presence(red, clock, lambda shown: "green" not in shown["here"])
    red.send_command("ask", what="stand-in", seat="green")
    assert red.next_refusal()["code"] == "not-away"
    clock.move(60)
    wait_for_presence(red, clock, lambda shown: "green" in shown["away"])
    red.send_command("ask", what="stand-in", seat="green")
    red.next_table()
    assert open_questions(red) == ["Red asks for a bot to replace Green."]
    catch_up(blue, red)
    back = server.open_page(red.now["id"], seat="green")
    clock.move(2)
    red.next_table()
    assert (red.now["notice"], red.now["play_state"]["questions"]) == ("Green is back.", [])
    wait_for_presence(red, clock, lambda shown: "green" in shown["here"])
    back.close()
    wait_for_presence(red, clock, lambda shown: "green" not in shown["here"])
    clock.move(60)
    wait_for_presence(red, clock, lambda shown: "green" in shown["away"])
    red.send_command("ask", what="stand-in", seat="green")
    red.next_table()
    catch_up(blue, red)
    blue.send_command("answer", what="stand-in", agreed=True)
    blue.next_table()
    assert blue.now["notice"] == "Green is away: a bot takes over."
    assert blue.now["seats"][2]["stand_in"] == "random"
    back = server.open_page(red.now["id"], seat="green")
    back.send_command("come-back", seat="green")
    assert back.next_table()["seats"][2]["stand_in"] is None


def test_presence_lists_players_who_left_before_the_timer_was_set(clock: FakeClock) -> None:
    async def run() -> None:
        alarm = asyncio.Event()
        game = Game(players=2, seed=1)
        seated = SeatedGame(game, players(game.header))
        timer = TableTimer(clock, seated.people, alarm.set)
        timer.update_pages(frozenset({0}), 0)
        clock.move(2)
        assert timer.changed_presence(seated) == Presence(["red"], [], 0)
        clock.move(60)
        timer.set_alarm(seated)
        await asyncio.wait_for(alarm.wait(), TIMEOUT_SECONDS)
        assert timer.changed_presence(seated) == Presence(["red"], ["blue"], 0)

    event_loop.run(run())


def test_remaining_players_can_agree_to_end_the_game(server: Client) -> None:
    red, blue, green = open_pages(server, THREE, "red", "blue", "green")
    green.send_command("give-up", seat="green")
    both_read_table(green, red)
    catch_up(blue, red)
    red.send_command("agree")
    both_read_table(red, blue)
    blue.send_command("agree")
    assert blue.next_table()["over"]["reason"] == "agreed"


# --- presence


def test_all_pages_receive_presence(server: Client, clock: FakeClock) -> None:
    table = server.create_table(TWO)
    red = server.open_page(table, seat="red")
    assert red.next_presence() == {"type": "presence", "here": ["red"], "away": [], "spectators": 0}
    server.open_page(table, seat="blue").next_presence()
    server.open_page(table, seat="-").next_presence()
    clock.move(2)
    wait_for_presence(red, clock, lambda shown: shown["spectators"] == 1)
    assert red.presence["here"] == ["red", "blue"]


@contextmanager
def crowded_table(server: Client, table: str) -> Iterator[Json]:
    """Fill a table with spectators; yield the message to the next spectator."""
    pages = [server.open_page(table, seat="-") for _ in range(100)]
    yield server.connect(table, seat="-").receive()
    for page in pages:
        page.close()


def test_spectators_do_not_block_seats(server: Client) -> None:
    table = server.create_table(TWO)
    with crowded_table(server, table) as refused:
        assert (refused["type"], refused["code"]) == ("gone", "too-many")
        assert server.open_page(table, seat="red").now["due"]["yours"]
