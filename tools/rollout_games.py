"""Play whole games with the searches of rollouts, to measure evaluations in their positions."""

from collections.abc import Iterator
from typing import Final

from redcathedral.ai.search.rollouts import MAX_TURNS_PER_SEAT, Rollouts
from redcathedral.engine import rules
from redcathedral.engine.playout import is_capped
from redcathedral.engine.rng import Rng
from redcathedral.engine.state import State

SEARCH_NODES: Final = 1_000  # decisions searched in a turn, like the level architect


def play_turns(rollouts: Rollouts, state: State, dice: Rng) -> Iterator[State]:
    """Play ``state`` to its end; yield the position before each search and the last one."""
    cap = MAX_TURNS_PER_SEAT * state.setting.seat_count
    while not state.is_over:
        if state.is_chance:
            rules.roll(state, dice)
            continue
        yield state
        if is_capped(state, cap):
            break
        state = rollouts.play_quick_turn(state)
    yield state
