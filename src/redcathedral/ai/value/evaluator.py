"""The interface of evaluators, which return the worth of a position for a seat as an integer."""

from typing import Final

from mypy_extensions import i64

from redcathedral.ai.value.handmade import PRESTIGE_UNIT, appraise
from redcathedral.ai.value.standings import final_margin, final_share, is_decided, prestige_totals
from redcathedral.engine.state import State

VICTORY_FACTOR: Final = 10  # the whole win counts as much as 6,554 prestige


class Evaluator:
    """Evaluates positions; more is better.  Only numbers of the same evaluator can be compared."""

    def worth(self, state: State, seat: i64) -> i64:
        """Return the worth of a position between two decisions or at a chance node."""
        raise NotImplementedError


class HandmadeEvaluator(Evaluator):
    """The handmade evaluation of the bot ``greedy``; a decided game is evaluated by its result."""

    def worth(self, state: State, seat: i64) -> i64:
        """Return the worth in hundredths of a prestige point."""
        if is_decided(state):
            totals = prestige_totals(state)
            share = final_share(state, seat, totals) * VICTORY_FACTOR
            return share + final_margin(state, seat, totals) * PRESTIGE_UNIT
        return appraise(state, seat)
