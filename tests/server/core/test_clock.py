"""The arithmetic of a table clock, without a server or a system clock."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from redcathedral.server.core.table.clock import (
    DAY_MILLISECONDS,
    MIN_RETURN_MILLISECONDS,
    SECOND_MILLISECONDS,
    Clock,
)
from redcathedral.server.core.wire.play_state import ClockSettings

TURN = ClockSettings("turn", 45)
BANK = ClockSettings("bank", 900, 30)
DAYS = ClockSettings("days", 3)
START_TIME = 1_700_000_000_000


def running_clock(wish: ClockSettings) -> Clock:
    """A clock of two seats, at the start of the first seat's turn."""
    clock = Clock.full(wish, 2)
    return clock.at_turn((0, 0), START_TIME, runs=True, completes=False)


def time_after(seconds: float) -> int:
    return START_TIME + round(seconds * SECOND_MILLISECONDS)


def test_turn_time_runs_until_the_next_turn() -> None:
    clock = running_clock(TURN)
    assert (clock.running_seat, clock.deadline) == (0, time_after(45))
    assert clock.time_left_at(0, time_after(20)) == 25 * SECOND_MILLISECONDS
    assert clock.time_left_at(1, time_after(20)) == 45 * SECOND_MILLISECONDS
    clock = clock.at_turn((0, 0), time_after(20), runs=True, completes=True)  # same turn
    assert clock.time_left_at(0, time_after(30)) == 15 * SECOND_MILLISECONDS
    clock = clock.at_turn((1, 1), time_after(30), runs=True, completes=True)
    assert (clock.running_seat, clock.deadline) == (1, time_after(75))
    assert clock.time_left == (45 * SECOND_MILLISECONDS, 45 * SECOND_MILLISECONDS)


def test_time_bank_keeps_unused_time_and_adds_the_increment() -> None:
    clock = running_clock(BANK).at_turn((1, 1), time_after(100), runs=True, completes=True)
    assert clock.time_left == (830 * SECOND_MILLISECONDS, 900 * SECOND_MILLISECONDS)
    clock = clock.at_turn((0, 2), time_after(130), runs=True, completes=True)
    assert clock.time_left == (830 * SECOND_MILLISECONDS, 900 * SECOND_MILLISECONDS)
    assert clock.deadline == time_after(960)


def test_second_turn_in_a_row_gets_new_time() -> None:
    """Against Ivan, who follows fixed rules, the same seat plays every turn."""
    assert running_clock(TURN).at_turn(
        (0, 1), time_after(44), runs=True, completes=True
    ).deadline == time_after(89)


def test_undone_turn_adds_no_increment() -> None:
    clock = running_clock(BANK).at_turn((1, 1), time_after(10), runs=True, completes=True)
    clock = clock.at_turn((0, 0), time_after(20), runs=True, completes=False)
    assert clock.time_left == (920 * SECOND_MILLISECONDS, 890 * SECOND_MILLISECONDS)


def test_stopped_clock_uses_no_time() -> None:
    clock = running_clock(TURN).at_turn((0, 0), time_after(5), runs=False, completes=False)
    assert (clock.running_seat, clock.deadline, clock.has_expired(time_after(10_000))) == (
        None,
        None,
        False,
    )
    clock = clock.at_turn((0, 0), time_after(10_000), runs=True, completes=False)
    assert clock.deadline == time_after(10_040)


def test_held_clock_uses_no_time() -> None:
    clock = running_clock(TURN).without_current_run()
    assert clock.time_left_at(0, time_after(1_000)) == 45 * SECOND_MILLISECONDS
    assert not clock.has_expired(time_after(1_000))


def test_clock_of_days_is_lasting() -> None:
    clock = running_clock(DAYS)
    assert clock.counts_days
    assert clock.deadline == START_TIME + 3 * DAY_MILLISECONDS
    assert clock.has_expired(START_TIME + 3 * DAY_MILLISECONDS)
    assert not clock.has_expired(START_TIME + 3 * DAY_MILLISECONDS - 1)


def test_returning_player_gets_time() -> None:
    at = time_after(10_000)
    assert (
        running_clock(TURN).stopped(at).with_return_time(0).time_left[0] == 45 * SECOND_MILLISECONDS
    )
    assert (
        running_clock(BANK).stopped(at).with_return_time(0).time_left[0] == MIN_RETURN_MILLISECONDS
    )
    rich = ClockSettings("bank", 900, 60)
    assert (
        running_clock(rich).stopped(at).with_return_time(0).time_left[0] == 60 * SECOND_MILLISECONDS
    )
    assert (
        running_clock(BANK).stopped(time_after(1)).with_return_time(0).time_left[0]
        == 899 * SECOND_MILLISECONDS
    )


MOVES = st.lists(
    st.tuples(
        st.integers(-5_000, 400_000),  # a system clock may be set back
        st.one_of(st.none(), st.tuples(st.integers(0, 2), st.integers(0, 3))),
        st.booleans(),
        st.booleans(),
    ),
    max_size=30,
)


@given(MOVES, st.sampled_from([BANK, ClockSettings("bank", 30, 0)]))
def test_time_is_never_negative_and_used_time_has_passed(
    moves: list[tuple[int, tuple[int, int] | None, bool, bool]], wish: ClockSettings
) -> None:
    clock, at, used, added = Clock.full(wish, 3), START_TIME, 0, 0
    for passes, turn, runs, completes in moves:
        at += passes
        seat = clock.running_seat
        if seat is not None:
            used += clock.time_left[seat] - clock.time_left_at(seat, at)
            assert clock.time_left[seat] - clock.time_left_at(seat, at) <= max(
                0, at - (clock.started_at or 0)
            )
        added += (
            wish.increment * SECOND_MILLISECONDS * (turn != clock.turn is not None and completes)
        )
        clock = clock.at_turn(turn, at, runs=runs, completes=completes)
        assert min(clock.time_left) >= 0
        assert sum(clock.time_left) + used == 3 * wish.time * SECOND_MILLISECONDS + added
        assert (clock.running_seat is not None) == (runs and turn is not None)


@given(MOVES)
def test_a_turn_never_has_more_than_its_time(
    moves: list[tuple[int, tuple[int, int] | None, bool, bool]],
) -> None:
    clock, at = Clock.full(TURN, 3), START_TIME
    for passes, turn, runs, completes in moves:
        at += passes
        last_turn = clock.turn
        clock = clock.at_turn(turn, at, runs=runs, completes=completes)
        assert all(0 <= left <= 45 * SECOND_MILLISECONDS for left in clock.time_left)
        if turn is not None and turn != last_turn:
            assert clock.time_left[turn[0]] == 45 * SECOND_MILLISECONDS
