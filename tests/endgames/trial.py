"""The values of the turns that bots play in the endgames.

``python -m tests.endgames.trial greedy master:ms=200`` prints the results of these bots.
"""

from __future__ import annotations

import sys
from typing import NamedTuple

from redcathedral.ai.bots import make
from redcathedral.engine import rules
from redcathedral.engine.phases import AFTER_END_TURN, ROLL
from redcathedral.engine.state import State
from redcathedral.record import decision_text
from tests.endgames.book import after, entry, names, solver
from tests.endgames.solver import Solver, Value, mean, played, settled


class Attempt(NamedTuple):
    """A bot's turn: its decisions up to the end or to the first roll, and the value of the turn."""

    turn: str
    value: Value


def attempt(solve: Solver, spec: str, state: State) -> Attempt:
    """Let a bot continue the turn from here; after a roll, once for every outcome."""
    bot = make(spec, 1, solve.seat)
    words: list[str] = []
    while not has_ended(state, solve.start):
        if state.is_chance:
            branches = [(attempt(solve, spec, branch).value,) for branch in settled(state)]
            return Attempt(" / ".join(words), mean(branches)[0])
        moves = rules.legal(state)
        decision = bot.choose(state) if len(moves) > 1 else moves[0]
        assert decision in moves, f"{spec} decided {decision}; legal were {moves}"
        words.append(decision_text(decision))
        state = played(state, decision)
    return Attempt(" / ".join(words), solve.value(state))


def has_ended(state: State, start: State) -> bool:
    """Return whether the turn that began at ``start`` is over, except for final dice (R6.11)."""
    is_at_its_end = state.phase == ROLL and state.after == AFTER_END_TURN
    return state.is_over or is_at_its_end or state.turn != start.turn


def main(specs: list[str]) -> None:
    """Print a line for each puzzle and bot, and the number of solved puzzles."""
    for spec in specs:
        solved = 0
        for name in names():
            solve = solver(name)
            best = solve.value(after(solve.start, entry(name).best.turn))
            found = attempt(solve, spec, solve.start)
            solved += found.value == best
            verdict = "solved" if found.value == best else f"{found.value.share} < {best.share}"
            print(f"{spec}  {name}: {verdict}, margin {found.value.margin}, by {found.turn}")
        print(f"{spec} has solved {solved} of {len(names())}")


if __name__ == "__main__":
    main(sys.argv[1:])
