"""Perft: count the sequences of plies from a position, to test the rules.

Chess programs use this test (R. Hyatt's *perft*).  Here a ply is a decision or a chance outcome:
each die, card or tile is a ply, and each outcome counts once, whatever its probability.
"""

from mypy_extensions import i64

from redcathedral.engine import chance, rules
from redcathedral.engine.phases import OVER
from redcathedral.engine.state import State


def next_plies(state: State) -> list[int]:
    """Return the legal decisions, or at a chance node the possible outcomes."""
    if not state.is_chance:
        return rules.legal(state)
    result: list[int] = []
    options = chance.weights(state)
    outcome: i64
    for outcome in range(len(options)):
        if options[outcome] > 0:
            result.append(outcome)
    return result


def play_ply(state: State, ply: int) -> State:
    """Return the position after a ply; ``state`` does not change."""
    next_state = state.copy()
    if state.is_chance:
        chance.settle(next_state, ply)
    else:
        rules.apply(next_state, ply)
    return next_state


def perft(state: State, depth: int) -> int:
    """Return the number of sequences of exactly ``depth`` plies."""
    if depth == 0:
        return 1
    if state.phase == OVER:
        return 0
    moves = next_plies(state)
    if depth == 1:
        return len(moves)
    count = 0
    for ply in moves:
        count += perft(play_ply(state, ply), depth - 1)
    return count
