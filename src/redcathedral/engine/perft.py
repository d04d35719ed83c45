"""Perft: how many ways a game can go on for so many plies, decisions and chance outcomes alike.

The count that chess programs are checked with (R. Hyatt's *perft*), here with chance nodes: every
die, card or tile is a ply of its own, and an outcome counts once whatever its probability.
"""

from mypy_extensions import i64

from redcathedral.engine import chance, rules
from redcathedral.engine.phases import OVER
from redcathedral.engine.state import State


def next_plies(state: State) -> list[int]:
    """What may come next: the legal decisions, or the outcomes of a chance node."""
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
    """A copy of the position in which a decision or an outcome has come about."""
    following = state.copy()
    if state.is_chance:
        chance.settle(following, ply)
    else:
        rules.apply(following, ply)
    return following


def perft(state: State, depth: int) -> int:
    """The number of sequences of ``depth`` plies; one that ends earlier does not count."""
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
