"""Perft: count the sequences of plies from a position, to test the rules.

Chess programs use this test (R. Hyatt's *perft*).  Here a ply is a decision or a chance outcome:
each die, card or tile is a ply, and each outcome counts once, whatever its probability.
"""

from redcathedral.engine import rules
from redcathedral.engine.state import State


def next_plies(state: State) -> list[int]:
    """Return the legal decisions, or at a chance node the possible outcomes."""
    if state.is_chance:
        return [outcome for outcome, _ in rules.outcomes(state)]
    return rules.legal(state)


def play_ply(state: State, ply: int) -> State:
    """Return the position after a ply; ``state`` does not change."""
    next_state = state.copy()
    (rules.settle if state.is_chance else rules.apply)(next_state, ply)
    return next_state


def perft(state: State, depth: int) -> int:
    """Return the number of sequences of exactly ``depth`` plies."""
    if depth == 0:
        return 1
    if state.is_over:
        return 0
    plies = next_plies(state)
    if depth == 1:
        return len(plies)
    return sum(perft(play_ply(state, ply), depth - 1) for ply in plies)
