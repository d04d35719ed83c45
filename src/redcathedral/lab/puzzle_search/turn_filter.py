"""What a search of games is for: turns of all kinds, or of one that is rare among all.

An aim tells by looks that cost little where no such turn is; only elsewhere a search goes on.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from redcathedral.ai.analysis.judge import position_key
from redcathedral.ai.puzzles.puzzle import actions_in, apply_all
from redcathedral.ai.search.turn_line import TurnLine
from redcathedral.ai.value.standings import WHOLE_SHARE
from redcathedral.engine.state import State
from redcathedral.lab.puzzle_search.attempts import attempts, is_found

LATE_ROUNDS: Final = (
    5  # rounds at the end of a game: most turns that hang on an influence action are there
)
CHECKED_TURNS: Final = 12  # turns at first sight, one of which has to use it
EASY_LEAD: Final = 5  # hundredths of the win: so far ahead an easy turn is at first sight


class TurnFilter(NamedTuple):
    """All turns; those that use one of some influence actions; or those that a level finds."""

    actions: tuple[str, ...] = ()  # by their sentences
    level: str = ""

    def starts(self, starts: list[State]) -> list[State]:
        return starts[-LATE_ROUNDS * starts[0].setting.seat_count :] if self.actions else starts

    def may_match(self, state: State, turns: Sequence[TurnLine]) -> bool:
        if self.actions:
            return any(self.matches(state, turns, turn.ids()) for turn in turns[:CHECKED_TURNS])
        if self.level:
            return _is_plain(turns) and is_found(attempts(self.level, state), turns[0].state)
        return True

    def matches(self, state: State, turns: Sequence[TurnLine], ids: Sequence[int]) -> bool:
        if self.actions:
            return not actions_in(state, ids).isdisjoint(self.actions)
        return not self.level or position_key(apply_all(state, ids)) == position_key(turns[0].state)


def _is_plain(turns: Sequence[TurnLine]) -> bool:
    return len(turns) > 1 and (turns[0].worth - turns[1].worth) * 100 > EASY_LEAD * WHOLE_SHARE
