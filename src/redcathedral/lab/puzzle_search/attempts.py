"""Who seeks the turn of a puzzle: a bot that tries several times, as it decides by lot too."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from redcathedral.ai import bots
from redcathedral.ai.analysis.judge import position_key
from redcathedral.ai.puzzles.puzzle import Decisions, ends_turn
from redcathedral.engine import rules
from redcathedral.engine.state import State
from redcathedral.play.match import decide

ATTEMPTS: Final = 3  # of which most have to find it


class PlayedTurn(NamedTuple):
    """A turn: its decisions, and where they lead."""

    ids: Decisions
    state: State


def bot_turn(name: str, state: State, number: int) -> PlayedTurn:
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
    key = position_key(goal)
    return sum(position_key(way.state) == key for way in attempts) * 2 > len(attempts)
