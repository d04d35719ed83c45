"""Table clocks after a server sleep: a suspended machine, or a change of the system time."""

from __future__ import annotations

import signal
import time
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from redcathedral.play.game import Game
from redcathedral.server.core.system_clock import MAX_CHECK_SECONDS, Clocks, SleepDetector
from redcathedral.server.core.table.actions import ClockStarted, ClockStopped, PlaySettingsChanged
from redcathedral.server.core.table.command_result import CommandResult
from redcathedral.server.core.table.seated_game import SeatedGame, players
from redcathedral.server.core.table_timer import TableTimer
from redcathedral.server.core.wire.play_state import ClockSettings
from tests.server.core.test_play_state import (
    BANK,
    DAYS,
    THREE,
    TIMED,
    TWO,
    catch_up,
    open_pages,
    play_turn,
    shown_clock,
    wait_for_presence,
)
from tests.server.fake_clock import FakeClock
from tests.server.harness import TIMEOUT_SECONDS, Client, Json, Page, ServerProcess, serving

HOUR = 3600.0


class FakeClocks:
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
        """Move some clocks, and run the detector."""
        for name, change in seconds.items():
            self.times[name] += change
        return self.detector.check()

    def run(self, seconds: float, cpu: float = 0.0) -> float | None:
        """Move all clocks by some seconds, and run the detector."""
        return self.move(monotonic=seconds, boot=seconds, wall=seconds, cpu=cpu)


# --- the detector


def test_idle_process_counts_as_awake() -> None:
    clocks = FakeClocks()
    assert {clocks.run(1.0) for _ in range(20)} == {None}
    assert clocks.run(MAX_CHECK_SECONDS) is None


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
def test_sleep_is_reported_once_with_the_time_before_it(sleep: dict[str, float]) -> None:
    clocks = FakeClocks()
    clocks.run(1.0)
    time_before = clocks.times["wall"]
    assert clocks.move(cpu=0.01, **sleep) == time_before
    assert clocks.run(1.0) is None


def test_busy_process_counts_as_awake() -> None:
    assert FakeClocks().run(8.0, cpu=7.5) is None
    assert FakeClocks().run(8.0, cpu=1.0) is None  # the machine is busy with other processes


def test_small_clock_adjustment_is_not_sleep() -> None:
    clocks = FakeClocks()
    assert clocks.move(monotonic=1.0, boot=1.0, wall=3.5) is None
    assert clocks.move(monotonic=1.0, boot=1.0, wall=-2.0) is None


# --- at a table


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


def wait_for_close(page: Page) -> int:
    """Read until the server closes the page's connection; return the close code."""
    while True:
        try:
            page.connection.recv(timeout=TIMEOUT_SECONDS)
        except ConnectionClosed as error:
            return 0 if error.rcvd is None else int(error.rcvd.code)


def table_state(server: Client, table: str) -> Json:
    """The table as a client receives it over HTTP."""
    state: Json = server.http.get(f"/api/tables/{table}").json()
    return state


@pytest.mark.parametrize("wish", [TIMED, {**TWO, "clock": BANK}], ids=["turn", "bank"])
@pytest.mark.parametrize("seconds", [50.0, HOUR, -HOUR], ids=["asleep", "forward", "backward"])
def test_table_clock_stops_while_the_server_sleeps(
    server: Client, clock: FakeClock, wish: Json, seconds: float
) -> None:
    red, blue = open_pages(server, wish, "red", "blue")
    table = red.now["id"]
    whole = shown_clock(red)["left"]["red"]
    clock.move(5)
    clock.sleep(seconds)
    assert (wait_for_close(red), wait_for_close(blue)) == (1012, 1012)
    now = table_state(server, table)
    assert (now["due"]["seat"], now["seats"][0]["stand_in"]) == ("red", None)
    assert (now["play_state"]["clock"]["is_held"], milliseconds_left(now, "red")) == (
        True,
        whole - 5_000,
    )
    clock.move(200)
    other = server.open_page(table, seat="blue")
    clock.move(200)
    assert shown_clock(other)["is_held"]  # the player to move has not returned
    back = server.open_page(table, seat="red")
    assert shown_clock(back) == {**shown_clock(back), "running": "red", "is_held": False}
    assert shown_clock(back)["left"]["red"] == whole - 5_000
    clock.move(20)
    back.play(back.first_legal("die"))
    assert shown_clock(back)["left"]["red"] == whole - 25_000
    clock.move((whole - 25_000) / 1000)
    assert back.until(lambda table: table["seats"][0]["stand_in"])


def milliseconds_left(table: Json, seat: str) -> int:
    """The milliseconds that a seat has left."""
    return int(table["play_state"]["clock"]["left"][seat])


def test_decision_after_sleep_is_timed_before_the_sleep(clock: FakeClock) -> None:
    game = Game(players=2, seed=1)
    table = SeatedGame(game, players(game.header)).after(
        PlaySettingsChanged(ClockSettings("turn", 45), "random")
    )
    timer = TableTimer(clock, table.people, lambda: None)
    timer.update_pages(frozenset({0, 1}), 0)
    table = table.after(ClockStarted(), timer.now(table))
    clock.move(5)
    time_before = clock.now()
    clock.move(50)
    timer.note_sleep(time_before)
    assert (timer.now(table), timer.has_expired(table)) == (time_before, False)
    assert timer.present.away == frozenset()
    table = table.after(table.play_action(table.legal_ids()[0]), timer.now(table))
    assert timer.due_change(table) == CommandResult(ClockStopped(counted=True))
    table = table.after(ClockStopped(counted=True), timer.now(table))
    assert timer.due_change(table) is None  # the pages must connect again first
    assert timer.now(table) == time_before + 50_000
    timer.wake_up()
    timer.update_pages(frozenset({0, 1}), 0)
    assert timer.due_change(table) == CommandResult(ClockStarted())
    table = table.after(ClockStarted(), timer.now(table))
    assert table.play_state.clock is not None
    assert table.play_state.clock.time_left[0] == 40_000
    timer.stop()


def test_server_sleep_does_not_make_players_absent(server: Client, clock: FakeClock) -> None:
    red, blue, green = open_pages(server, THREE, "red", "blue", "green")
    wait_for_presence(red, clock, lambda message: "green" in message["here"])
    green.close()
    wait_for_presence(red, clock, lambda message: "green" not in message["here"])
    clock.sleep(HOUR)
    wait_for_close(red)
    wait_for_close(blue)
    red = server.open_page(red.now["id"], seat="red")
    red.send_command("ask", what="stand-in", seat="green")
    assert red.next_refusal()["code"] == "not-away"


def test_clock_of_days_runs_while_the_server_sleeps(server: Client, clock: FakeClock) -> None:
    red, blue = open_pages(server, {**TWO, "clock": DAYS}, "red", "blue")
    clock.sleep(2 * 24 * HOUR)
    wait_for_close(red)
    red = server.open_page(red.now["id"], seat="red")
    assert shown_clock(red)["left"]["red"] == 24 * HOUR * 1000
    wait_for_close(blue)


def test_clock_runs_when_the_system_time_is_before_the_table(
    tmp_path: Path, clock: FakeClock
) -> None:
    """The system time was set back while the server was not running."""
    with serving(tmp_path, clock=clock) as server:
        red, blue = open_pages(server, TIMED, "red", "blue")
        play_turn(red, blue)
    clock.move(-HOUR)
    with serving(tmp_path, clock=clock) as server:
        red, blue = (server.open_page(blue.now["id"], seat=seat) for seat in ("red", "blue"))
        catch_up(red, blue)
        assert (shown_clock(red)["running"], shown_clock(red)["left"]["blue"]) == ("blue", 45_000)
        clock.move(44)
        blue.play(blue.first_legal("die"))
        assert shown_clock(blue)["left"]["blue"] == 1_000
        clock.move(1)
        red.until(lambda table: table["seats"][1]["stand_in"])


@pytest.mark.slow
def test_stopped_process_uses_no_time_of_the_players(tmp_path: Path) -> None:
    """A server process uses the system clocks."""
    server = ServerProcess(tmp_path)
    client = server.client()
    page = client.open_page(client.create_table(TIMED))
    shown_at = time.monotonic()
    left = shown_clock(page)["left"]["red"]
    server.process.send_signal(signal.SIGSTOP)
    stopped = time.monotonic()
    while time.monotonic() < stopped + MAX_CHECK_SECONDS + 1:
        time.sleep(0.1)  # no event reports how long a process was stopped
    server.process.send_signal(signal.SIGCONT)
    again = time.monotonic()
    assert wait_for_close(page) == 1012
    now = table_state(client, page.now["id"])
    assert now["play_state"]["clock"]["is_held"]
    ran = (stopped - shown_at) + (time.monotonic() - again)
    assert left - milliseconds_left(now, "red") <= ran * 1000 + 1
    page = client.open_page(page.now["id"])
    assert shown_clock(page)["running"] == "red"
    client.close()
    server.kill()
