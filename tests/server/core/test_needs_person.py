"""A game with seats for people waits while no person plays, and no bot decides meanwhile."""

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
    both_read_table,
    catch_up,
    only_game,
    open_pages,
    pass_time,
    play_turn,
)
from tests.server.fake_clock import FakeClock
from tests.server.harness import Client, Json, Page, serving

PERSON = SeatedPlayer("person")
BOT = SeatedPlayer("bot", bot="random")
WAITS = "Nobody is playing right now: the game waits until someone takes over."


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


def let_bots_play(server: Client) -> None:
    """Let bots play at another table, which gives this table time for an unwanted decision."""
    seats = [{"colour": c, "kind": "bot", "bot": "random"} for c in ("red", "blue")]
    page = server.open_page(server.create_table({"seats": seats}))
    page.until(lambda table: table["number"] > 10)
    page.close()


def number_of(server: Client, table: str) -> int:
    return int(server.http.get(f"/api/tables/{table}").json()["number"])


def run_out(clock: FakeClock, page: Page, *seats: int) -> None:
    """Let the time of some seats run out, one after the other."""
    for seat in seats:
        while page.now["play_state"]["clock"]["running"] is None:
            page.next_table()
        clock.move(45)
        while page.now["seats"][seat]["stand_in"] is None:
            page.next_table()


# --- the decision about who plays next


def seated_game(*seats: SeatedPlayer) -> SeatedGame:
    return SeatedGame(Game(players=len(seats), seed=1), seats)


def with_substitutes(table: SeatedGame, *absent: tuple[int, SubstituteReason]) -> SeatedGame:
    for seat, reason in absent:
        table = table.after(Substituted(seat, "random", reason))
    return table


def test_substitute_decides_while_a_person_plays() -> None:
    table = with_substitutes(seated_game(PERSON, PERSON), (0, "time"))
    assert (table.bot, table.needs_person) == ("random", False)


@pytest.mark.parametrize(
    ("seats", "absent"),
    [
        ((PERSON, PERSON), [(0, "time"), (1, "time")]),
        ((PERSON, PERSON), [(1, "voted"), (0, "time")]),
        ((PERSON, PERSON), [(0, "gave-up"), (1, "time")]),
        ((PERSON, BOT), [(0, "time")]),
    ],
    ids=["out of time", "away", "one gave up", "against a bot"],
)
def test_no_bot_decides_without_a_playing_person(
    seats: tuple[SeatedPlayer, ...], absent: list[tuple[int, SubstituteReason]]
) -> None:
    table = with_substitutes(seated_game(*seats), *absent)
    assert (table.bot, table.needs_person) == (None, True)
    assert table.follow_up() is None
    back = table.after(Returned(absent[-1][0]))
    assert not back.needs_person


def test_a_seated_bot_waits_for_the_first_person_to_sit_down() -> None:
    table = seated_game(BOT, PERSON).after(SeatsOpened([1]))
    assert (table.bot, table.needs_person) == (None, True)
    filled = table.after(SeatFilled(1, "random"))  # now only bots play
    assert (filled.bot, filled.needs_person) == ("random", False)


def test_bots_play_to_the_end_for_people_who_have_all_given_up() -> None:
    table = with_substitutes(seated_game(PERSON, PERSON), (0, "gave-up"), (1, "gave-up"))
    assert (table.bot, table.needs_person) == ("random", False)
    assert (seated_game(BOT, BOT).bot, seated_game(BOT, BOT).needs_person) == ("random", False)


def test_server_rolls_when_all_people_gave_up() -> None:
    table = SeatedGame(Game(players=2, seed=1, manual_dice=True), (PERSON, PERSON))
    while not table.game.is_waiting:
        table = table.after(table.play_action(table.legal_ids()[-1]))
    assert with_substitutes(table, (0, "time"), (1, "time")).follow_up() is None
    all_gone = with_substitutes(table, (0, "gave-up"), (1, "gave-up"))
    assert isinstance(all_gone.follow_up(), Rolled)


# --- at a table


def test_game_waits_when_all_people_run_out_of_time(server: Client, clock: FakeClock) -> None:
    red, blue = open_pages(server, TIMED, "red", "blue")
    run_out(clock, red, 0, 1)
    assert red.now["notice"] == (
        "Blue has run out of time: the game waits until someone takes over."
    )
    assert (red.now["prompt"], red.now["play_state"]["needs_person"]) == (WAITS, True)
    assert red.now["play_state"]["may"]["come_back"] == ["red"]
    number = red.now["number"]
    catch_up(blue, red)
    let_bots_play(server)
    assert number_of(server, red.now["id"]) == number
    again = server.open_page(red.now["id"], seat="blue")  # opening the table changes nothing
    let_bots_play(server)
    assert number_of(server, red.now["id"]) == number
    red.send_command("come-back", seat="red")
    red.until(lambda table: table["due"]["seat"] == "red")  # the bot has played for blue
    assert not red.now["play_state"]["needs_person"]
    again.close()


def test_seats_of_one_device_are_taken_over_one_by_one(server: Client, clock: FakeClock) -> None:
    page = server.open_page(server.create_table(TIMED))
    run_out(clock, page, 0, 1)
    assert page.now["play_state"]["may"]["come_back"] == ["red", "blue"]
    assert page.now["due"]["seat"] == "blue"
    page.send_command("come-back", seat="blue")
    assert page.next_table()["due"]["yours"]
    assert page.now["play_state"]["may"]["come_back"] == ["red"]
    play_turn(page)
    page.until(lambda table: table["due"]["seat"] == "blue")  # red's bot plays again


@pytest.mark.slow
def test_table_with_clock_of_days_waits_over_restarts(tmp_path: Path, clock: FakeClock) -> None:
    with serving(tmp_path, clock=clock) as server:
        red, blue = open_pages(server, {**TWO, "clock": DAYS}, "red", "blue")
        table = red.now["id"]
        play_turn(red, blue)
    with serving(tmp_path, clock=clock, idle_seconds=0.01) as server:
        clock.move(3 * DAY)  # without a page, the deadline watcher finds the table
        pass_time(clock, lambda: only_game(server)["stand_ins"] == ["blue"], 60)
        pass_time(clock, lambda: only_game(server)["to_move"] == "red", 0)
        assert not only_game(server)["needs_person"]
        clock.move(3 * DAY)
        pass_time(clock, lambda: only_game(server)["stand_ins"] == ["red", "blue"], 60)
        assert (only_game(server)["needs_person"], only_game(server)["to_move"]) == (True, "red")
        number = only_game(server)["number"]
    clock.move(30 * DAY)
    with serving(tmp_path, clock=clock) as server:
        page = server.open_page(table, seat="red")
        let_bots_play(server)
        assert (number_of(server, table), page.now["prompt"]) == (number, WAITS)
        page.send_command("come-back", seat="red")
        assert page.next_table()["due"]["yours"]
        assert page.now["play_state"]["clock"]["left"]["red"] == 3 * DAY * 1000
        play_turn(page)
        page.until(lambda now: now["due"]["seat"] == "red")


def test_rematch_waits_for_a_person(server: Client, clock: FakeClock) -> None:
    red, blue = open_pages(server, TIMED, "red", "blue")
    run_out(clock, red, 0)
    red.send_command("come-back", seat="red")
    red.next_table()
    catch_up(blue, red)
    for page, other in ((red, blue), (blue, red)):
        page.send_command("agree")
        both_read_table(page, other)
    answer = server.http.post(f"/api/tables/{red.now['id']}/rematch", json={"setup": False})
    page = server.open_page(answer.json()["id"])
    assert all(seat["stand_in"] is None for seat in page.now["seats"])
    run_out(clock, page, 0, 1)
    number = page.now["number"]
    let_bots_play(server)
    assert (number_of(server, page.now["id"]), page.now["prompt"]) == (number, WAITS)


def test_only_players_who_did_not_give_up_can_take_over(server: Client, clock: FakeClock) -> None:
    red, blue = open_pages(server, TIMED, "red", "blue")
    clock.move(45)
    blue.until(lambda table: table["due"]["seat"] == "blue")  # a bot has played for red
    blue.send_command("give-up", seat="blue")
    blue.next_table()
    assert blue.now["notice"] == "Blue gives up: the game waits until someone takes over."
    catch_up(red, blue)
    assert blue.now["play_state"]["may"]["come_back"] == []
    number = blue.now["number"]
    let_bots_play(server)
    assert number_of(server, blue.now["id"]) == number
    red.send_command("come-back", seat="red")
    red.until(lambda table: table["due"]["yours"])


def test_bots_continue_when_the_last_person_gives_up(server: Client) -> None:
    red, blue = open_pages(server, TWO, "red", "blue")
    red.send_command("give-up", seat="red")
    both_read_table(red, blue)
    blue.until(lambda table: table["due"]["yours"])
    blue.send_command("give-up", seat="blue")
    blue.next_table()
    assert blue.now["notice"] == "Blue gives up: a bot takes over."
    number = blue.now["number"]
    blue.until(lambda table: table["over"] or table["number"] > number + 5)


def test_game_with_a_bot_waits_for_a_person_in_a_free_seat(server: Client) -> None:
    wish: Json = {
        "seats": [
            {"colour": "blue", "kind": "bot", "bot": "random"},
            {"colour": "red", "is_open": True},
        ],
        "access": "public",
    }
    table = server.create_table(wish)
    page = server.open_page(table)
    let_bots_play(server)
    assert number_of(server, table) == page.now["number"]
    assert page.now["prompt"] == WAITS
    answer = server.http.post(f"/api/tables/{table}/seats/red", json={"name": "Ana"})
    assert answer.status_code < 300, answer.text
    page.until(lambda now: now["due"]["seat"] == "red")
