"""A server that did not run for a while: the machine slept, or the system time was changed."""

from __future__ import annotations

import signal
import time
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from redcathedral.play.game import Game
from redcathedral.server.core.sleep_detector import MAX_INTERVAL, Clocks, SleepDetector
from redcathedral.server.core.table.actions import ClockStarted, ClockStopped, PlaySettingsChanged
from redcathedral.server.core.table.command_result import CommandResult
from redcathedral.server.core.table.seated_game import SeatedGame, players
from redcathedral.server.core.table_timer import TableTimer
from redcathedral.server.core.wire.play_state import ClockWish
from tests.server.core.test_play_state import (
    BANK,
    DAYS,
    THREE,
    TIMED,
    TWO,
    see,
    shown_clock,
    sit,
    turn,
    until_told,
)
from tests.server.fake_clock import FakeClock
from tests.server.harness import TIMEOUT_SECONDS, Client, Json, Page, ServerProcess, serving

HOUR = 3600.0


class MovableClocks:
    """Clocks that a test moves; they show different times."""

    def __init__(self) -> None:
        self.times = {"monotonic": 10.0, "boot": 20.0, "wall": 1_700_000_000.0, "cpu": 1.0}
        self.detector = SleepDetector(
            Clocks(
                lambda: self.times["monotonic"],
                lambda: self.times["boot"],
                lambda: self.times["wall"],
                lambda: self.times["cpu"],
            )
        )

    def move(self, **seconds: float) -> float | None:
        """Move some clocks, and check for a sleep."""
        for name, by in seconds.items():
            self.times[name] += by
        return self.detector.check()

    def run(self, seconds: float, cpu: float = 0.0) -> float | None:
        """Move all clocks, and check for a sleep."""
        return self.move(monotonic=seconds, boot=seconds, wall=seconds, cpu=cpu)


# --- the detector


def test_an_idle_process_that_is_checked_every_second_is_awake() -> None:
    clocks = MovableClocks()
    assert {clocks.run(1.0) for _ in range(20)} == {None}
    assert clocks.run(MAX_INTERVAL) is None


@pytest.mark.parametrize(
    "sleep",
    [
        {"monotonic": 50.0, "boot": 50.0, "wall": 50.0},
        {"monotonic": 0.4, "boot": HOUR, "wall": HOUR},
        {"monotonic": 0.4, "boot": 0.4, "wall": HOUR},
        {"monotonic": 0.4, "boot": 0.4, "wall": -HOUR},
    ],
    ids=["a stopped process", "a machine that sleeps", "time set forward", "time set backward"],
)
def test_a_sleep_is_reported_once_with_the_time_before_it(sleep: dict[str, float]) -> None:
    clocks = MovableClocks()
    clocks.run(1.0)
    before = clocks.times["wall"]
    assert clocks.move(cpu=0.01, **sleep) == before
    assert clocks.run(1.0) is None


def test_a_busy_process_does_not_sleep() -> None:
    assert MovableClocks().run(8.0, cpu=7.5) is None
    assert MovableClocks().run(8.0, cpu=1.0) is None  # the machine is busy


def test_a_small_change_of_the_clock_is_not_a_sleep() -> None:
    clocks = MovableClocks()
    assert clocks.move(monotonic=1.0, boot=1.0, wall=3.5) is None
    assert clocks.move(monotonic=1.0, boot=1.0, wall=-2.0) is None


# --- at a table


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


def ended(page: Page) -> int:
    """Return the code with which the server closes the page's connection."""
    while True:
        try:
            page.connection.recv(timeout=TIMEOUT_SECONDS)
        except ConnectionClosed as error:
            return 0 if error.rcvd is None else int(error.rcvd.code)


def now_at(server: Client, table: str) -> Json:
    """Return the table as a spectator sees it."""
    found: Json = server.http.get(f"/api/tables/{table}").json()
    return found


@pytest.mark.parametrize("wish", [TIMED, {**TWO, "clock": BANK}], ids=["turn", "bank"])
@pytest.mark.parametrize("seconds", [50.0, HOUR, -HOUR], ids=["asleep", "forward", "backward"])
def test_a_clock_stops_while_the_server_sleeps(
    server: Client, clock: FakeClock, wish: Json, seconds: float
) -> None:
    red, blue = sit(server, wish, "red", "blue")
    table = red.now["id"]
    whole = shown_clock(red)["left"]["red"]
    clock.move(5)
    clock.sleep(seconds)
    assert (ended(red), ended(blue)) == (1012, 1012)
    now = now_at(server, table)
    assert (now["due"]["seat"], now["seats"][0]["stand_in"]) == ("red", None)
    assert (now["play_state"]["clock"]["is_held"], clock_of(now, "red")) == (True, whole - 5_000)
    clock.move(200)
    other = server.sit(table, seat="blue")
    clock.move(200)
    assert shown_clock(other)["is_held"]  # the one whose turn it is has not come back
    back = server.sit(table, seat="red")
    assert shown_clock(back) == {**shown_clock(back), "running": "red", "is_held": False}
    assert shown_clock(back)["left"]["red"] == whole - 5_000
    clock.move(20)
    back.play(back.first_legal("die"))
    assert shown_clock(back)["left"]["red"] == whole - 25_000
    clock.move((whole - 25_000) / 1000)
    assert back.until(lambda table: table["seats"][0]["stand_in"])


def clock_of(table: Json, seat: str) -> int:
    """Return the remaining time of a seat."""
    return int(table["play_state"]["clock"]["left"][seat])


def test_a_command_just_after_a_sleep_counts_as_before_it(
    clock: FakeClock,
) -> None:
    game = Game(players=2, seed=1)
    table = SeatedGame(game, players(game.header)).after(
        PlaySettingsChanged(ClockWish("turn", 45), "random")
    )
    timer = TableTimer(clock, table.people, lambda: None)
    timer.note(frozenset({0, 1}), 0)
    table = table.after(ClockStarted(), timer.now(table))
    clock.move(5)
    before = clock.now()
    clock.move(50)
    timer.slept(before)
    assert (timer.now(table), timer.is_out(table)) == (before, False)
    assert timer.present.away == frozenset()
    table = table.after(table.play_action(table.legal_ids()[0]), timer.now(table))
    assert timer.due(table) == CommandResult(ClockStopped(counted=True))
    table = table.after(ClockStopped(counted=True), timer.now(table))
    assert timer.due(table) is None  # the pages have still to come again
    assert timer.now(table) == before + 50_000
    timer.wake_up()
    timer.note(frozenset({0, 1}), 0)
    assert timer.due(table) == CommandResult(ClockStarted())
    table = table.after(ClockStarted(), timer.now(table))
    assert table.play_state.clock is not None
    assert table.play_state.clock.left[0] == 40_000
    timer.stop()


def test_nobody_is_absent_because_the_server_slept(server: Client, clock: FakeClock) -> None:
    red, blue, green = sit(server, THREE, "red", "blue", "green")
    until_told(red, clock, lambda message: "green" in message["here"])
    green.close()
    until_told(red, clock, lambda message: "green" not in message["here"])
    clock.sleep(HOUR)
    ended(red)
    ended(blue)
    red = server.sit(red.now["id"], seat="red")
    red.say("ask", what="stand-in", seat="green")
    assert red.next_refusal()["code"] == "not-away"


def test_a_correspondence_clock_continues_while_the_server_sleeps(
    server: Client, clock: FakeClock
) -> None:
    red, blue = sit(server, {**TWO, "clock": DAYS}, "red", "blue")
    clock.sleep(2 * 24 * HOUR)
    ended(red)
    red = server.sit(red.now["id"], seat="red")
    assert shown_clock(red)["left"]["red"] == 24 * HOUR * 1000
    ended(blue)


def test_time_continues_at_a_table_that_is_older_than_the_system_time(
    tmp_path: Path, clock: FakeClock
) -> None:
    """The time was set back while the server was not running."""
    with serving(tmp_path, clock=clock) as server:
        red, blue = sit(server, TIMED, "red", "blue")
        turn(red, blue)
    clock.move(-HOUR)
    with serving(tmp_path, clock=clock) as server:
        red, blue = (server.sit(blue.now["id"], seat=seat) for seat in ("red", "blue"))
        see(red, blue)
        assert (shown_clock(red)["running"], shown_clock(red)["left"]["blue"]) == ("blue", 45_000)
        clock.move(44)
        blue.play(blue.first_legal("die"))
        assert shown_clock(blue)["left"]["blue"] == 1_000
        clock.move(1)
        red.until(lambda table: table["seats"][1]["stand_in"])


@pytest.mark.slow
def test_time_does_not_pass_for_a_stopped_process(tmp_path: Path) -> None:
    """Uses the real clocks of the machine."""
    server = ServerProcess(tmp_path)
    client = server.client()
    page = client.sit(client.new(TIMED))
    started = time.monotonic()
    left = shown_clock(page)["left"]["red"]
    server.process.send_signal(signal.SIGSTOP)
    stopped = time.monotonic()
    while time.monotonic() < stopped + MAX_INTERVAL + 1:
        time.sleep(0.1)  # nothing else shows that a process has been stopped for so long
    server.process.send_signal(signal.SIGCONT)
    again = time.monotonic()
    assert ended(page) == 1012
    now = now_at(client, page.now["id"])
    assert now["play_state"]["clock"]["is_held"]
    ran = (stopped - started) + (time.monotonic() - again)
    assert left - clock_of(now, "red") <= ran * 1000 + 1
    page = client.sit(page.now["id"])
    assert shown_clock(page)["running"] == "red"
    client.close()
    server.kill()
