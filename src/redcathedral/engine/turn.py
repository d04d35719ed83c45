"""Whole turns, clockwise (R3.1), up to the last one (R7.1)."""

from mypy_extensions import i64

from redcathedral.engine import events
from redcathedral.engine.cells import WINDOW_UNUSED
from redcathedral.engine.phases import AFTER_END_TURN, DONE, MARKET, OVER, ROLL, TURN
from redcathedral.engine.state import NOTHING, JournalEntry, State


def stays_open(state: State) -> bool:
    """Whether ``end`` closes the market here and leaves the turn open after its roll (R3.5)."""
    return state.phase == MARKET and state.setting.leaves_open


def is_final_roll(state: State) -> bool:
    """Whether dice are due after which nothing of a turn is left but optional actions (R6.11).

    By R3.5 the turn then ends at once, or with the option ``final_roll`` stays open for them.
    """
    if state.phase != ROLL:
        return False
    return state.after == AFTER_END_TURN or (
        state.after == DONE and state.setting.leaves_open and state.die != NOTHING
    )


def begin_turn(state: State) -> None:
    """A seat's turn opens with nothing used up; Ivan's is played by ``ivan``."""
    state.phase = TURN
    state.claim = NOTHING
    state.left = 0
    state.die = NOTHING
    state.space = NOTHING
    state.taken = 0
    state.influenced = 0
    state.activated = 0
    state.action = NOTHING
    state.repeats = 0
    state.window = WINDOW_UNUSED
    state.rerolled = 0
    state.pending = 0
    state.after = TURN
    if state.journal is not None:
        state.journal.append(JournalEntry(events.TURN_BEGAN, state.seat, 0, 0, 0, state.copy()))


def pass_turn(state: State) -> bool:
    """The next seat is to move; False when the game is over: everybody else has had a last turn."""
    state.turn += 1
    following: i64 = state.seat + 1
    if following == state.setting.seat_count:
        following = 0
    state.seat = following
    if following == state.closer:
        state.phase = OVER
        state.log_event(events.GAME_ENDED, following, 0, 0, 0)
        return False
    begin_turn(state)
    return True
