"""Begin and end turns, clockwise (R3.1), until the last one (R7.1)."""

from mypy_extensions import i64

from redcathedral.engine import events
from redcathedral.engine.cells import WINDOW_UNUSED
from redcathedral.engine.phases import AFTER_END_TURN, DONE, MARKET, OVER, ROLL, TURN
from redcathedral.engine.state import NOTHING, JournalEntry, State


def stays_open(state: State) -> bool:
    """Return whether the turn stays open after the roll at the end of a market turn (R3.5)."""
    return state.phase == MARKET and state.setting.leaves_open


def is_final_roll(state: State) -> bool:
    """Return whether the roll at the end of a market turn is due (R6.11).

    It ends the turn, or with the option ``final_roll`` allows optional actions (R3.5).
    """
    if state.phase != ROLL:
        return False
    return state.after == AFTER_END_TURN or (
        state.after == DONE and state.setting.leaves_open and state.die != NOTHING
    )


def begin_turn(state: State) -> None:
    """Begin the turn of ``state.seat``; ``ivan.play_turn`` plays Ivan's turn."""
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
    """Pass the turn to the next seat; return False if that is the closer, which ends the game."""
    state.turn += 1
    next_seat: i64 = state.seat + 1
    if next_seat == state.setting.seat_count:
        next_seat = 0
    state.seat = next_seat
    if next_seat == state.closer:
        state.phase = OVER
        state.log_event(events.GAME_ENDED, next_seat, 0, 0, 0)
        return False
    begin_turn(state)
    return True
