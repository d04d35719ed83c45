"""Give hints: the best turns of a position with their values, and the advantages of the best."""

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple, TypeAlias, get_args

from msgspec import structs

from redcathedral.ai.analysis.error_model import NO_ERROR, error_model_of
from redcathedral.ai.analysis.judge import DEEP, QUICK, Judge, JudgeBudget
from redcathedral.ai.analysis.reason import ROLLOUTS, Advantage, reasons
from redcathedral.ai.analysis.value import Value, shortfall
from redcathedral.ai.search.rollouts import Rollouts
from redcathedral.ai.value.network import NetworkEvaluator
from redcathedral.ai.weights.file import Weights, packaged
from redcathedral.engine.state import State

Lead: TypeAlias = Literal["clear", "slight", "even"]
LEADS: Final[tuple[Lead, ...]] = get_args(Lead)
HINT: Final = structs.replace(DEEP, screen=QUICK.screen, rollouts=16)
SLIGHT: Final = 0.4  # of the error; so large a loss is real in about four of five cases


class Hint(NamedTuple):
    """A turn, and its value for the seat that decides.

    ``ids`` are decisions up to the end of the turn, a re-roll or a choice for Ivan.  ``loss`` is
    the disadvantage against the best hint, as a share of the win (``Value.worth``), and ``error``
    half of the 95 % interval of the loss.  Errors include the measured error of the judge
    (``analysis.error_model``), if any.
    """

    ids: tuple[int, ...]
    value: Value
    loss: float
    error: float

    @property
    def is_sure_win(self) -> bool:
        """Whether the game is decided after the turn, and won."""
        return self.value.share == 1 and not self.value.margin_error


def leads(hints: Sequence[Hint]) -> list[Lead | None]:
    """Return how clearly the first hint is better than each other one, and than all of them.

    The latter is the lead of the first hint, or None if there is no other one.
    """
    others = [_lead(hints[0], hint) for hint in hints[1:]]
    return [max(others, key=LEADS.index, default=None), *others]


def _lead(best: Hint, other: Hint) -> Lead:
    if other.loss > other.error or (best.is_sure_win and other.value.share < 1):
        return "clear"
    return "slight" if other.loss > SLIGHT * other.error else "even"


def hint(
    state: State, keep: int = 3, budget: JudgeBudget = HINT, weights: Weights | None = None
) -> list[Hint]:
    """Return the ``keep`` best turns, or continuations of the current turn, best first.

    Quick rollouts find the turns, and those of the budget compare them.  Turns that lead to the
    same position, or differ only in where a banner comes from, count as one.  Turns that are nearly
    as good as the best, but begin differently, are preferred.  The same position always has the
    same hints.  Raises ValueError if no decision is due, and WeightsError for weights made for
    another kind of edition.
    """
    if state.is_chance or state.is_over:
        raise ValueError("no decision is due in this position")
    judge = judge_of(budget, weights)
    quick = structs.replace(
        budget, nodes=min(budget.nodes, QUICK.nodes), horizon=min(budget.horizon, QUICK.horizon)
    )
    setting = state.setting
    players = setting.seat_count - setting.solo
    error_model = error_model_of(weights or packaged(), budget, players) or NO_ERROR
    seat = state.decider
    lines = judge_of(quick, weights).finalists(state, keep, merges_banners=True)
    turns = sorted(
        (judge.candidate(line.ids(), line.state) for line in lines),
        key=lambda turn: -turn.values[seat].worth,
    )
    best = turns[0]
    return [
        Hint(
            turn.ids,
            error_model.widened(turn.values)[seat],
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
        NetworkEvaluator((weights or packaged()).network()), budget.nodes, budget.horizon
    )
    count = ROLLOUTS // (state.setting.seat_count - 1)
    return reasons(rollouts, state, better.ids, other.ids, count)


def judge_of(budget: JudgeBudget, weights: Weights | None) -> Judge:
    """Return a judge, by default with the weights of the package."""
    return Judge((weights or packaged()).network(), budget)
