"""What a search asks about a position: how good it is for a seat, in whole numbers."""

from typing import Final

from mypy_extensions import i64

from redcathedral.ai.value.handmade import PRESTIGE_UNIT, appraise
from redcathedral.ai.value.standings import final_margin, final_share, is_decided, prestige_totals
from redcathedral.engine.state import State

VICTORY: Final = 10  # a share of the win counts as much as 6,554 prestige


class Evaluator:
    """The worth of positions; more is better.  Only worths of one evaluator compare."""

    def worth(self, state: State, seat: i64) -> i64:
        """The worth of a position between two decisions or at a chance node."""
        raise NotImplementedError


class HandmadeEvaluator(Evaluator):
    """The opinion of ``greedy``, set by hand; where nothing can change any more, the result."""

    def worth(self, state: State, seat: i64) -> i64:
        """In hundredths of a prestige."""
        if is_decided(state):
            totals = prestige_totals(state)
            won = final_share(state, seat, totals) * VICTORY
            return won + final_margin(state, seat, totals) * PRESTIGE_UNIT
        return appraise(state, seat)
