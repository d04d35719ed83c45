"""Let a bot try several times to find the turn of a puzzle, because some bots play at random."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from redcathedral.ai import bots
from redcathedral.ai.analysis.judge import position_key
from redcathedral.ai.bots.levels import LEVELS
from redcathedral.ai.puzzles.puzzle import Decisions, ends_turn
from redcathedral.engine import rules
from redcathedral.engine.state import State
from redcathedral.play.match import decide

SOLVERS: Final = ("greedy", *LEVELS)
ATTEMPTS: Final = 3  # a majority must find the turn


class PlayedTurn(NamedTuple):
    """A turn: its decisions, and the position after them."""

    ids: Decisions
    state: State


def bot_turn(name: str, state: State, number: int) -> PlayedTurn:
    """Let a bot play the turn that begins in a position; ``number`` is its seed."""
    bot = bots.make(name, number, state.decider)
    ids: list[int] = []
    before = after = state.copy()
    while before is after or not ends_turn(before, after):
        before = after.copy()
        ids.append(decide(bot, before, name))
        rules.apply(after, ids[-1])
    return PlayedTurn(tuple(ids), after)


def attempts(name: str, state: State) -> list[PlayedTurn]:
    return [bot_turn(name, state, number) for number in range(ATTEMPTS)]


def is_found(attempts: Sequence[PlayedTurn], goal: State) -> bool:
    """Return whether most attempts reach the position ``goal``."""
    key = position_key(goal)
    count = sum(position_key(turn.state) == key for turn in attempts)
    return count * 2 > len(attempts)
