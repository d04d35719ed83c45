"""A game with people in which no seat is played by a person waits; no bot decides meanwhile."""

from __future__ import annotations

from pathlib import Path

import pytest

from redcathedral.play.game import Game
from redcathedral.server.core.table.actions import (
    Returned,
    Rolled,
    SeatFilled,
    SeatsOpened,
    Substituted,
)
from redcathedral.server.core.table.seated_game import SeatedGame, SeatedPlayer
from redcathedral.server.core.wire.play_state import SubstituteReason
from tests.server.core.test_play_state import (
    DAY,
    DAYS,
    TIMED,
    TWO,
    both,
    listed,
    pass_time,
    see,
    sit,
    turn,
)
from tests.server.fake_clock import FakeClock
from tests.server.harness import Client, Json, Page, serving

PERSON = SeatedPlayer("person")
BOT = SeatedPlayer("bot", bot="random")
WAITS = "Nobody is playing: the game waits until somebody takes over."


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


def let_bots_play(server: Client) -> None:
    """Another table goes on for a while, so this one could have too."""
    seats = [{"colour": c, "kind": "bot", "bot": "random"} for c in ("red", "blue")]
    page = server.sit(server.new({"seats": seats}))
    page.until(lambda table: table["number"] > 10)
    page.close()


def number_of(server: Client, table: str) -> int:
    return int(server.http.get(f"/api/tables/{table}").json()["number"])


def run_out(clock: FakeClock, page: Page, *seats: int) -> None:
    """Let the time of these seats run out, one after the other."""
    for seat in seats:
        while page.now["play_state"]["clock"]["running"] is None:
            page.table()
        clock.move(45)
        while page.now["seats"][seat]["stand_in"] is None:
            page.table()


# --- who is asked to decide


def seated(*who: SeatedPlayer) -> SeatedGame:
    return SeatedGame(Game(players=len(who), seed=1), who)


def without(table: SeatedGame, *gone: tuple[int, SubstituteReason]) -> SeatedGame:
    for seat, why in gone:
        table = table.after(Substituted(seat, "random", why))
    return table


def test_a_stand_in_decides_while_a_person_plays() -> None:
    table = without(seated(PERSON, PERSON), (0, "time"))
    assert (table.bot, table.needs_person) == ("random", False)


@pytest.mark.parametrize(
    ("who", "gone"),
    [
        ((PERSON, PERSON), [(0, "time"), (1, "time")]),
        ((PERSON, PERSON), [(1, "voted"), (0, "time")]),
        ((PERSON, PERSON), [(0, "gave-up"), (1, "time")]),
        ((PERSON, BOT), [(0, "time")]),
    ],
    ids=["out of time", "away", "one gave up", "against a bot"],
)
def test_no_bot_decides_while_nobody_plays(
    who: tuple[SeatedPlayer, ...], gone: list[tuple[int, SubstituteReason]]
) -> None:
    table = without(seated(*who), *gone)
    assert (table.bot, table.needs_person) == (None, True)
    assert table.follow_up() is None
    back = table.after(Returned(gone[-1][0]))
    assert not back.needs_person


def test_a_seated_bot_waits_for_the_first_person_to_sit_down() -> None:
    table = seated(BOT, PERSON).after(SeatsOpened([1]))
    assert (table.bot, table.needs_person) == (None, True)
    filled = table.after(SeatFilled(1, "random"))  # now it is a game of bots alone
    assert (filled.bot, filled.needs_person) == ("random", False)


def test_bots_play_to_the_end_for_people_who_have_all_given_up() -> None:
    table = without(seated(PERSON, PERSON), (0, "gave-up"), (1, "gave-up"))
    assert (table.bot, table.needs_person) == ("random", False)
    assert (seated(BOT, BOT).bot, seated(BOT, BOT).needs_person) == ("random", False)


def test_dice_are_rolled_here_when_nobody_is_left_to_roll_them() -> None:
    table = SeatedGame(Game(players=2, seed=1, manual_dice=True), (PERSON, PERSON))
    while not table.game.is_waiting:
        table = table.after(table.play_action(table.legal_ids()[-1]))
    assert without(table, (0, "time"), (1, "time")).follow_up() is None
    all_gone = without(table, (0, "gave-up"), (1, "gave-up"))
    assert isinstance(all_gone.follow_up(), Rolled)


# --- at a table


def test_the_game_stays_where_the_last_person_left_it(server: Client, clock: FakeClock) -> None:
    red, blue = sit(server, TIMED, "red", "blue")
    run_out(clock, red, 0, 1)
    assert red.now["notice"] == (
        "Blue has run out of time: the game waits until somebody takes over."
    )
    assert (red.now["prompt"], red.now["play_state"]["needs_person"]) == (WAITS, True)
    assert red.now["play_state"]["may"]["come_back"] == ["red"]
    number = red.now["number"]
    see(blue, red)
    let_bots_play(server)
    assert number_of(server, red.now["id"]) == number
    again = server.sit(red.now["id"], seat="blue")  # to open the table changes nothing
    let_bots_play(server)
    assert number_of(server, red.now["id"]) == number
    red.say("come-back", seat="red")
    red.until(lambda table: table["due"]["seat"] == "red")  # the bot has played for blue
    assert not red.now["play_state"]["needs_person"]
    again.close()


def test_seats_of_one_device_are_taken_over_one_by_one(server: Client, clock: FakeClock) -> None:
    page = server.sit(server.new(TIMED))
    run_out(clock, page, 0, 1)
    assert page.now["play_state"]["may"]["come_back"] == ["red", "blue"]
    assert page.now["due"]["seat"] == "blue"
    page.say("come-back", seat="blue")
    assert page.table()["due"]["yours"]
    assert page.now["play_state"]["may"]["come_back"] == ["red"]
    turn(page)
    page.until(lambda table: table["due"]["seat"] == "blue")  # red's bot plays again


def test_a_table_of_days_waits_through_restarts(tmp_path: Path, clock: FakeClock) -> None:
    with serving(tmp_path, clock=clock) as server:
        red, blue = sit(server, {**TWO, "clock": DAYS}, "red", "blue")
        table = red.now["id"]
        turn(red, blue)
    with serving(tmp_path, clock=clock, patience=0.01) as server:
        clock.move(3 * DAY)  # nobody comes, the server looks for it
        pass_time(clock, lambda: listed(server)["stand_ins"] == ["blue"], 60)
        pass_time(clock, lambda: listed(server)["to_move"] == "red", 0)
        assert not listed(server)["needs_person"]
        clock.move(3 * DAY)
        pass_time(clock, lambda: listed(server)["stand_ins"] == ["red", "blue"], 60)
        assert (listed(server)["needs_person"], listed(server)["to_move"]) == (True, "red")
        number = listed(server)["number"]
    clock.move(30 * DAY)
    with serving(tmp_path, clock=clock) as server:
        page = server.sit(table, seat="red")
        let_bots_play(server)
        assert (number_of(server, table), page.now["prompt"]) == (number, WAITS)
        page.say("come-back", seat="red")
        assert page.table()["due"]["yours"]
        assert page.now["play_state"]["clock"]["left"]["red"] == 3 * DAY * 1000
        turn(page)
        page.until(lambda now: now["due"]["seat"] == "red")


def test_a_rematch_waits_like_any_game(server: Client, clock: FakeClock) -> None:
    red, blue = sit(server, TIMED, "red", "blue")
    run_out(clock, red, 0)
    red.say("come-back", seat="red")
    red.table()
    see(blue, red)
    for page, other in ((red, blue), (blue, red)):
        page.say("agree")
        both(page, other)
    answer = server.http.post(f"/api/tables/{red.now['id']}/rematch", json={"setup": False})
    page = server.sit(answer.json()["id"])
    assert all(seat["stand_in"] is None for seat in page.now["seats"])
    run_out(clock, page, 0, 1)
    number = page.now["number"]
    let_bots_play(server)
    assert (number_of(server, page.now["id"]), page.now["prompt"]) == (number, WAITS)


def test_who_gave_up_cannot_take_over_but_the_other_can(server: Client, clock: FakeClock) -> None:
    red, blue = sit(server, TIMED, "red", "blue")
    clock.move(45)
    blue.until(lambda table: table["due"]["seat"] == "blue")  # a bot has played for red
    blue.say("give-up", seat="blue")
    blue.table()
    assert blue.now["notice"] == "Blue gives up: the game waits until somebody takes over."
    see(red, blue)
    assert blue.now["play_state"]["may"]["come_back"] == []
    number = blue.now["number"]
    let_bots_play(server)
    assert number_of(server, blue.now["id"]) == number
    red.say("come-back", seat="red")
    red.until(lambda table: table["due"]["yours"])


def test_bots_go_on_when_the_last_person_gives_up(server: Client) -> None:
    red, blue = sit(server, TWO, "red", "blue")
    red.say("give-up", seat="red")
    both(red, blue)
    blue.until(lambda table: table["due"]["yours"])
    blue.say("give-up", seat="blue")
    blue.table()
    assert blue.now["notice"] == "Blue gives up: a bot plays on."
    number = blue.now["number"]
    blue.until(lambda table: table["over"] or table["number"] > number + 5)


def test_free_seats_beside_a_bot_are_waited_for(server: Client) -> None:
    wish: Json = {
        "seats": [
            {"colour": "blue", "kind": "bot", "bot": "random"},
            {"colour": "red", "is_open": True},
        ],
        "access": "public",
    }
    table = server.new(wish)
    page = server.sit(table)
    let_bots_play(server)
    assert number_of(server, table) == page.now["number"]
    assert page.now["prompt"] == WAITS
    answer = server.http.post(f"/api/tables/{table}/seats/red", json={"name": "Ana"})
    assert answer.status_code < 300, answer.text
    page.until(lambda now: now["due"]["seat"] == "red")
