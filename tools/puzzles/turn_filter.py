"""Select the turns that a search looks for: all turns, or a rare kind.

Cheap checks reject most positions without a matching turn before the expensive part of the search.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from redcathedral.ai.analysis.judge import position_key
from redcathedral.ai.puzzles.puzzle import apply_all
from redcathedral.ai.search.turn_line import TurnLine
from redcathedral.ai.value.standings import WHOLE_SHARE
from redcathedral.engine.state import State
from tools.puzzles.attempts import attempts, is_found
from tools.puzzles.solution import actions_in

LATE_ROUNDS: Final = 5  # most turns that depend on an influence action are in the last rounds
CHECKED_TURNS: Final = 12  # best turns by the network, one of which must use the action
EASY_LEAD: Final = 5  # hundredths of the win: lead of an easy turn by the network


class TurnFilter(NamedTuple):
    """Matches all turns, or turns with one of some influence actions, or turns a level finds."""

    actions: tuple[str, ...] = ()  # influence actions, as sentences
    level: str = ""

    def candidate_positions(self, positions: list[State]) -> list[State]:
        late_count = LATE_ROUNDS * positions[0].setting.seat_count
        return positions[-late_count:] if self.actions else positions

    def may_match(self, state: State, turns: Sequence[TurnLine]) -> bool:
        if self.actions:
            return any(self.matches(state, turns, turn.ids()) for turn in turns[:CHECKED_TURNS])
        if self.level:
            return _is_easy(turns) and is_found(attempts(self.level, state), turns[0].state)
        return True

    def matches(self, state: State, turns: Sequence[TurnLine], ids: Sequence[int]) -> bool:
        if self.actions:
            return not actions_in(state, ids).isdisjoint(self.actions)
        return not self.level or position_key(apply_all(state, ids)) == position_key(turns[0].state)


def _is_easy(turns: Sequence[TurnLine]) -> bool:
    return len(turns) > 1 and (turns[0].worth - turns[1].worth) * 100 > EASY_LEAD * WHOLE_SHARE
