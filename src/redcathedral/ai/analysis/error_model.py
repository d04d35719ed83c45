"""How far off a judgement is beyond the chance of its rollouts, and the intervals with that.

The players of the rollouts do not see all, and the network at their end even less.
``redcathedral lab calibrate`` has measured how far off that leaves a chance to win, a margin and a
difference of two, with the weights of the package and the two usual efforts.
"""

import functools
from importlib.resources import files
from math import hypot, sqrt
from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct

from redcathedral.ai.analysis.judge import Candidate, JudgeBudget
from redcathedral.ai.analysis.sample import NORMAL_95, Sample
from redcathedral.ai.analysis.value import SHARE_DIGITS, Value, Values, no_change, rounded
from redcathedral.ai.weights.file import Weights, fingerprint

FILE: Final = "error_models.json"


class ErrorModel(Struct, frozen=True, forbid_unknown_fields=True):
    """How far off a judge is at a table, one standard error each, the rollouts' own chance apart.

    It is in proportion to the standard deviation of what is judged, so that nothing is doubtful
    where the game is decided: sqrt(p * (1 - p)) for a chance of p, for a difference that of the
    less certain of the two chances.
    """

    chance: Annotated[float, Meta(ge=0, description="of a chance p: times sqrt(p * (1 - p))")]
    loss: Annotated[
        float, Meta(ge=0, description="the same of what a turn is worth less than another")
    ]
    luck: Annotated[float, Meta(ge=0, description="the same of what a roll brings")]
    margin: Annotated[float, Meta(ge=0, description="of the margin, in prestige")]

    def widened(self, values: Values) -> Values:
        """What each seat may expect, with all of its error."""
        return tuple(self._wider(value, self.chance * outcome_deviation(value)) for value in values)

    def turn_difference(self, turn: Sample, best: Sample) -> Values:
        """What a turn brings each seat beyond the best one, or the best beyond another."""
        return self._between(turn, best, self.loss)

    def roll_difference(self, after: Sample, before: Sample) -> Values:
        """What a roll has brought each seat."""
        return self._between(after, before, self.luck)

    def loss_error(self, candidate: Candidate, best: Candidate, seat: int) -> float:
        """Half of the 95 % interval of what a turn is worth less than the best (``Value.worth``).

        The same turn has none.
        """
        if candidate.key == best.key:
            return 0.0
        error = candidate.sample.difference_error(best.sample, seat)
        return self.total_loss_error(error, candidate.values[seat], best.values[seat])

    def total_loss_error(self, error: float, *values: Value) -> float:
        """The error of what a turn is worth less than another, where the dice leave ``error``."""
        return round(hypot(error, NORMAL_95 * self.loss * outcome_deviation(*values)), SHARE_DIGITS)

    def _between(self, after: Sample, before: Sample, part: float) -> Values:
        if after is before:  # the same position, and nothing between
            return no_change(len(after.values))
        pairs = zip(after.values, before.values, strict=True)
        return tuple(
            self._wider(more, part * outcome_deviation(*pair))
            for more, pair in zip(after.difference(before), pairs, strict=True)
        )

    def _wider(self, value: Value, doubt: float) -> Value:
        margin = self.margin if value.margin_error else 0.0  # a result is exact
        return rounded(
            value.share,
            value.margin,
            hypot(value.error, NORMAL_95 * doubt),
            hypot(value.margin_error, NORMAL_95 * margin),
        )


NO_ERROR: Final = ErrorModel(0.0, 0.0, 0.0, 0.0)  # of a judge whom nobody measured


class BudgetErrors(Struct, frozen=True, forbid_unknown_fields=True):
    """The doubts of a judge with rollouts of this kind, by the number of people, 1 for solo."""

    nodes: int
    horizon: int
    tables: dict[int, ErrorModel]


class MeasuredErrors(Struct, frozen=True, forbid_unknown_fields=True):
    """What was measured with some weights."""

    weights: str  # the fingerprint
    measured: tuple[BudgetErrors, ...]


@functools.cache
def known() -> MeasuredErrors:
    """The doubts that come with the package."""
    data = files("redcathedral.ai.analysis").joinpath(FILE).read_bytes()
    return msgspec.json.decode(data, type=MeasuredErrors)


def error_model_of(weights: Weights, budget: JudgeBudget, players: int) -> ErrorModel | None:
    """The doubt of a judge at a table of so many people, 1 for solo; None where nobody measured."""
    if known().weights != fingerprint(weights):
        return None
    for one in known().measured:
        if (one.nodes, one.horizon) == (budget.nodes, budget.horizon):
            return one.tables.get(players)
    return None


def outcome_deviation(*values: Value) -> float:
    """What the doubt of a chance is in proportion to, or of a difference of two."""
    return max(sqrt(max(value.share * (1 - value.share), 0.0)) for value in values)
