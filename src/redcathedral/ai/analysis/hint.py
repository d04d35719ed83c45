"""Give hints: the best turns of a position with their values, and the advantages of the best."""

from typing import NamedTuple

from redcathedral.ai.analysis.error_model import NO_ERROR, error_model_of
from redcathedral.ai.analysis.judge import QUICK, Judge, JudgeBudget, varied_candidates
from redcathedral.ai.analysis.reason import ROLLOUTS, Advantage, reasons
from redcathedral.ai.analysis.value import Value, shortfall
from redcathedral.ai.search.rollouts import Rollouts
from redcathedral.ai.value.network import NetworkEvaluator
from redcathedral.ai.weights.file import Weights, check_edition, packaged
from redcathedral.engine.state import State


class Hint(NamedTuple):
    """A turn, and its value for the seat that decides.

    ``ids`` are decisions up to the end of the turn, a re-roll or a choice for Ivan.  ``gain`` is
    the advantage over the turn that a quick search plays, ``loss`` the disadvantage against the
    best hint, as a share of the win (``Value.worth``), and ``error`` half of the 95 % interval of
    the loss.  Errors include the measured error of the judge (``analysis.error_model``), if any.
    """

    ids: tuple[int, ...]
    value: Value
    gain: Value
    loss: float
    error: float


def hint(
    state: State, keep: int = 3, budget: JudgeBudget = QUICK, weights: Weights | None = None
) -> list[Hint]:
    """Return the ``keep`` best turns, or continuations of the current turn, best first.

    Turns that lead to the same position count as one.  Turns that are nearly as good as the best,
    but begin differently, are preferred (``varied_candidates``).  The same position always has the
    same hints.  Raises ValueError if no decision is due, and WeightsError for weights made for
    another kind of edition.
    """
    if state.is_chance or state.is_over:
        raise ValueError("no decision is due in this position")
    judge = judge_of(state, budget, weights)
    setting = state.setting
    players = setting.seat_count - setting.solo
    error_model = error_model_of(weights or packaged(), budget, players) or NO_ERROR
    seat = state.decider
    before = judge.sample(state)
    turns = varied_candidates(judge.candidates(state, keep), seat, keep)
    best = turns[0]
    return [
        Hint(
            turn.ids,
            error_model.widened(turn.values)[seat],
            error_model.turn_difference(turn.sample, before)[seat],
            shortfall(turn.values[seat], best.values[seat]),
            error_model.loss_error(turn, best, seat),
        )
        for turn in turns
    ]


def why(
    state: State,
    better: Hint,
    other: Hint,
    budget: JudgeBudget = QUICK,
    weights: Weights | None = None,
) -> list[Advantage]:
    """Return the advantages of one hint over another, the largest first.

    With more opponents there are fewer rollouts, so that the time is about the same.
    """
    rollouts = Rollouts(
        NetworkEvaluator(_checked_weights(state, weights).network()), budget.nodes, budget.horizon
    )
    count = ROLLOUTS // (state.setting.seat_count - 1)
    return reasons(rollouts, state, better.ids, other.ids, count)


def judge_of(state: State, budget: JudgeBudget, weights: Weights | None) -> Judge:
    """Return a judge for positions of this game, by default with the weights of the package."""
    return Judge(_checked_weights(state, weights).network(), budget)


def _checked_weights(state: State, weights: Weights | None) -> Weights:
    checked_weights = weights or packaged()
    check_edition(checked_weights, state.setting.components.edition, "the file of weights")
    return checked_weights
