"""The clock of a table by itself: no server, no machine's time."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from redcathedral.server.core.table.clock import BACK, DAY, SECOND, Clock
from redcathedral.server.core.wire.play_state import ClockWish

TURN = ClockWish("turn", 45)
BANK = ClockWish("bank", 900, 30)
DAYS = ClockWish("days", 3)
BEGIN = 1_700_000_000_000


def running(wish: ClockWish) -> Clock:
    """The first of two seats is at its turn."""
    clock = Clock.begun(wish, 2)
    return clock.passed((0, 0), BEGIN, runs=True, completes=False)


def after(seconds: float) -> int:
    return BEGIN + round(seconds * SECOND)


def test_the_time_of_a_turn_runs_until_another_turn_begins() -> None:
    clock = running(TURN)
    assert (clock.running, clock.flag) == (0, after(45))
    assert clock.left_at(0, after(20)) == 25 * SECOND
    assert clock.left_at(1, after(20)) == 45 * SECOND
    clock = clock.passed((0, 0), after(20), runs=True, completes=True)  # a decision of the turn
    assert clock.left_at(0, after(30)) == 15 * SECOND
    clock = clock.passed((1, 1), after(30), runs=True, completes=True)
    assert (clock.running, clock.flag) == (1, after(75))
    assert clock.left == (45 * SECOND, 45 * SECOND)


def test_a_bank_keeps_what_was_not_used_and_is_given_its_increment() -> None:
    clock = running(BANK).passed((1, 1), after(100), runs=True, completes=True)
    assert clock.left == (830 * SECOND, 900 * SECOND)
    clock = clock.passed((0, 2), after(130), runs=True, completes=True)
    assert clock.left == (830 * SECOND, 900 * SECOND)
    assert clock.flag == after(960)


def test_the_second_turn_in_a_row_of_a_seat_is_one_of_its_own() -> None:
    """Against Ivan, who plays by rule, nobody else ever has to decide."""
    assert running(TURN).passed((0, 1), after(44), runs=True, completes=True).flag == after(89)


def test_a_turn_that_is_taken_back_gives_no_increment() -> None:
    clock = running(BANK).passed((1, 1), after(10), runs=True, completes=True)
    clock = clock.passed((0, 0), after(20), runs=True, completes=False)
    assert clock.left == (920 * SECOND, 890 * SECOND)


def test_time_that_stands_is_nobodys() -> None:
    clock = running(TURN).passed((0, 0), after(5), runs=False, completes=False)
    assert (clock.running, clock.flag, clock.is_out(after(10_000))) == (None, None, False)
    clock = clock.passed((0, 0), after(10_000), runs=True, completes=False)
    assert clock.flag == after(10_040)


def test_what_runs_while_the_server_is_away_is_not_used() -> None:
    clock = running(TURN).held()
    assert clock.left_at(0, after(1_000)) == 45 * SECOND
    assert not clock.is_out(after(1_000))


def test_days_run_through() -> None:
    clock = running(DAYS)
    assert clock.is_lasting
    assert clock.flag == BEGIN + 3 * DAY
    assert clock.is_out(BEGIN + 3 * DAY)
    assert not clock.is_out(BEGIN + 3 * DAY - 1)


def test_who_comes_back_has_time() -> None:
    at = after(10_000)
    assert running(TURN).stopped(at).given_back(0).left[0] == 45 * SECOND
    assert running(BANK).stopped(at).given_back(0).left[0] == BACK
    rich = ClockWish("bank", 900, 60)
    assert running(rich).stopped(at).given_back(0).left[0] == 60 * SECOND
    assert running(BANK).stopped(after(1)).given_back(0).left[0] == 899 * SECOND


MOVES = st.lists(
    st.tuples(
        st.integers(-5_000, 400_000),  # a machine's clock may be set back
        st.one_of(st.none(), st.tuples(st.integers(0, 2), st.integers(0, 3))),
        st.booleans(),
        st.booleans(),
    ),
    max_size=30,
)


@given(MOVES, st.sampled_from([BANK, ClockWish("bank", 30, 0)]))
def test_time_is_never_negative_and_what_is_used_is_what_ran(
    moves: list[tuple[int, tuple[int, int] | None, bool, bool]], wish: ClockWish
) -> None:
    clock, at, used, given_ = Clock.begun(wish, 3), BEGIN, 0, 0
    for passes, turn, runs, completes in moves:
        at += passes
        seat = clock.running
        if seat is not None:
            used += clock.left[seat] - clock.left_at(seat, at)
            assert clock.left[seat] - clock.left_at(seat, at) <= max(0, at - (clock.since or 0))
        given_ += wish.increment * SECOND * (turn != clock.turn is not None and completes)
        clock = clock.passed(turn, at, runs=runs, completes=completes)
        assert min(clock.left) >= 0
        assert sum(clock.left) + used == 3 * wish.time * SECOND + given_
        assert (clock.running is not None) == (runs and turn is not None)


@given(MOVES)
def test_a_turn_never_has_more_than_its_time(
    moves: list[tuple[int, tuple[int, int] | None, bool, bool]],
) -> None:
    clock, at = Clock.begun(TURN, 3), BEGIN
    for passes, turn, runs, completes in moves:
        at += passes
        was = clock.turn
        clock = clock.passed(turn, at, runs=runs, completes=completes)
        assert all(0 <= left <= 45 * SECOND for left in clock.left)
        if turn is not None and turn != was:
            assert clock.left[turn[0]] == 45 * SECOND
