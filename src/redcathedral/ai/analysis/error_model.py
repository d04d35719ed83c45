"""Widen the intervals of the judge by its measured error, in addition to the sampling error.

The rollouts play imperfect turns, and the network that evaluates their last positions also makes
errors.  ``python -m tools.calibration`` has measured the errors of chances, of margins and of
differences, for the weights of the package and the budgets FIRST_PASS, QUICK and DEEP.
"""

import functools
from importlib.resources import files
from math import hypot, sqrt
from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct

from redcathedral.ai.analysis.judge import JudgeBudget, JudgedTurn
from redcathedral.ai.analysis.sample import NORMAL_95, Sample
from redcathedral.ai.analysis.value import SHARE_DIGITS, Value, Values, no_change, rounded
from redcathedral.ai.weights.file import Weights, fingerprint

MODELS_FILE: Final = "error_models.json"


class ErrorModel(Struct, frozen=True, forbid_unknown_fields=True):
    """Standard errors of the judge for one number of players, without the sampling error.

    The error of a chance p is proportional to the standard deviation of the result,
    sqrt(p * (1 - p)), so that it vanishes when the game is decided.  The error of a difference is
    proportional to the greater deviation of the two chances.
    """

    chance: Annotated[float, Meta(ge=0, description="of a chance p: times sqrt(p * (1 - p))")]
    loss: Annotated[
        float, Meta(ge=0, description="the same of what a turn is worth less than another")
    ]
    luck: Annotated[float, Meta(ge=0, description="the same of what a roll brings")]
    margin: Annotated[float, Meta(ge=0, description="of the margin, in prestige")]

    def widened(self, values: Values) -> Values:
        """Return the values with intervals that include the judge's error."""
        return tuple(self._widen(value, self.chance * outcome_deviation(value)) for value in values)

    def turn_difference(self, turn: Sample, best: Sample) -> Values:
        """Return the difference between two turns for each seat, with its total error."""
        return self._difference(turn, best, self.loss)

    def roll_difference(self, after: Sample, before: Sample) -> Values:
        """Return the change by a roll for each seat, with its total error."""
        return self._difference(after, before, self.luck)

    def loss_error(self, candidate: JudgedTurn, best: JudgedTurn, seat: int) -> float:
        """Return the error of the loss of a turn against the best one; 0 for the same turn."""
        if candidate.key == best.key:
            return 0.0
        error = candidate.sample.difference_error(best.sample, seat)
        return self.total_loss_error(error, candidate.values[seat], best.values[seat])

    def total_loss_error(self, error: float, *values: Value) -> float:
        """Return the total error of a loss whose sampling error is ``error``."""
        return round(hypot(error, NORMAL_95 * self.loss * outcome_deviation(*values)), SHARE_DIGITS)

    def _difference(self, after: Sample, before: Sample, relative_error: float) -> Values:
        if after is before:  # the same position
            return no_change(len(after.values))
        pairs = zip(after.values, before.values, strict=True)
        return tuple(
            self._widen(difference, relative_error * outcome_deviation(*pair))
            for difference, pair in zip(after.difference(before), pairs, strict=True)
        )

    def _widen(self, value: Value, chance_error: float) -> Value:
        margin = self.margin if value.margin_error else 0.0  # the margin of a result is exact
        return rounded(
            value.share,
            value.margin,
            hypot(value.error, NORMAL_95 * chance_error),
            hypot(value.margin_error, NORMAL_95 * margin),
        )


NO_ERROR: Final = ErrorModel(0.0, 0.0, 0.0, 0.0)  # used if the judge was not measured


class BudgetErrors(Struct, frozen=True, forbid_unknown_fields=True):
    """The error models of one budget; ``tables`` is by the number of players (1 for solo)."""

    field: int
    nodes: int
    horizon: int
    tables: dict[int, ErrorModel]


class MeasuredErrors(Struct, frozen=True, forbid_unknown_fields=True):
    """The error models measured for the weights with this fingerprint."""

    weights: str
    measured: tuple[BudgetErrors, ...]


@functools.cache
def packaged_errors() -> MeasuredErrors:
    """Load the error models of the package."""
    data = files("redcathedral.ai.analysis").joinpath(MODELS_FILE).read_bytes()
    return msgspec.json.decode(data, type=MeasuredErrors)


def error_model_of(weights: Weights, budget: JudgeBudget, players: int) -> ErrorModel | None:
    """Return the error model for a number of human players (1 for solo), or None."""
    if packaged_errors().weights != fingerprint(weights):
        return None
    for errors in packaged_errors().measured:
        measured = errors.field, errors.nodes, errors.horizon
        if measured == (budget.field, budget.nodes, budget.horizon):
            return errors.tables.get(players)
    return None


def outcome_deviation(*values: Value) -> float:
    """Return the greatest standard deviation of the results with these values."""
    return max(sqrt(max(value.share * (1 - value.share), 0.0)) for value in values)
