"""The interface of evaluators: the worth of a position for a seat, as an integer."""

from typing import Final

from mypy_extensions import i64

from redcathedral.ai.value.handmade import PRESTIGE_UNIT, appraise
from redcathedral.ai.value.standings import final_margin, final_share, is_decided, prestige_totals
from redcathedral.engine.state import State

VICTORY: Final = 10  # a won game counts as much as 6,554 prestige


class Evaluator:
    """Evaluates positions; more is better.  Only numbers of the same evaluator can be compared."""

    def worth(self, state: State, seat: i64) -> i64:
        """Return the worth of a position between two decisions or at a chance node."""
        raise NotImplementedError


class HandmadeEvaluator(Evaluator):
    """The handmade evaluation of ``greedy``; for a decided game, the result."""

    def worth(self, state: State, seat: i64) -> i64:
        """Return the worth in hundredths of a prestige point."""
        if is_decided(state):
            totals = prestige_totals(state)
            won = final_share(state, seat, totals) * VICTORY
            return won + final_margin(state, seat, totals) * PRESTIGE_UNIT
        return appraise(state, seat)
