"""The best turns of a position, as ids and amounts: what a table asks for, move by move."""

from typing import NamedTuple

from redcathedral.ai.analysis.error_model import NO_ERROR, error_model_of
from redcathedral.ai.analysis.judge import QUICK, Judge, JudgeBudget, varied
from redcathedral.ai.analysis.reason import COUNT, Advantage, reasons
from redcathedral.ai.analysis.value import Value, shortfall
from redcathedral.ai.search.rollouts import Rollouts
from redcathedral.ai.value.network import NetworkEvaluator
from redcathedral.ai.weights.file import Weights, check_edition, packaged
from redcathedral.engine.state import State


class Hint(NamedTuple):
    """A way to play on, and what it is worth to the seat that decides.

    ``ids`` go to the end of the turn, or to a re-roll or a choice for Ivan, after which to ask
    again.  ``gain`` is how much more that is than the position is worth at first sight, ``loss``
    how much less than the best hint, of the win (``Value.worth``), and ``error`` half of the 95 %
    interval of that.  Errors include the measured error of the judge
    (``analysis.error_model``) where it is known.
    """

    ids: tuple[int, ...]
    value: Value
    gain: Value
    loss: float
    error: float


def hint(
    state: State, keep: int = 3, budget: JudgeBudget = QUICK, weights: Weights | None = None
) -> list[Hint]:
    """The best turns, or ways to finish the turn, best first; of equals one.

    Of turns nearly as good as the best, those that begin with another card, die or building come
    first (``judge.varied``).  Raises ValueError where no decision is due, and WeightsError for
    weights made for another kind of edition.  The same position has the same hints.
    """
    if state.is_chance or state.is_over:
        raise ValueError("no decision is due in this position")
    judge = judge_of(state, budget, weights)
    setting = state.setting
    people = setting.seat_count - setting.solo
    doubt = error_model_of(weights or packaged(), budget, people) or NO_ERROR
    seat = state.decider
    before = judge.sample(state)
    found = varied(judge.candidates(state, keep), seat, keep)
    best = found[0]
    return [
        Hint(
            one.ids,
            doubt.widened(one.values)[seat],
            doubt.turn_difference(one.sample, before)[seat],
            shortfall(one.values[seat], best.values[seat]),
            doubt.loss_error(one, best, seat),
        )
        for one in found
    ]


def why(
    state: State,
    better: Hint,
    other: Hint,
    budget: JudgeBudget = QUICK,
    weights: Weights | None = None,
) -> list[Advantage]:
    """What comes of one hint for a position more than of another, the weightiest first.

    With more others to play a turn, both are played on less often: it is to take no longer.
    """
    rollouts = Rollouts(
        NetworkEvaluator(_used(state, weights).network()), budget.nodes, budget.horizon
    )
    count = COUNT // (state.setting.seat_count - 1)
    return reasons(rollouts, state, better.ids, other.ids, count)


def judge_of(state: State, budget: JudgeBudget, weights: Weights | None) -> Judge:
    """A judge for positions of this game, with the package's weights unless others are given."""
    return Judge(_used(state, weights).network(), budget)


def _used(state: State, weights: Weights | None) -> Weights:
    used = weights or packaged()
    check_edition(used, state.setting.components.edition, "the file of weights")
    return used
