"""The expected result of a seat: its share of the win and its margin, with their errors.

Values and their differences are rounded when they are created, so that printed sums add up.  An
error is half of a 95 % interval.
"""

from math import hypot
from typing import Annotated, Final, TypeAlias

from msgspec import Meta, Struct

from redcathedral.ai.value.network import MARGIN_WORTH, PER_PRESTIGE
from redcathedral.ai.value.standings import WHOLE_SHARE

SHARE_DIGITS: Final = 5
MARGIN_DIGITS: Final = 3
# The share of the win that is worth as much to the bots as 1 prestige.
SHARE_PER_PRESTIGE: Final = MARGIN_WORTH * PER_PRESTIGE / WHOLE_SHARE


class Value(Struct, frozen=True, forbid_unknown_fields=True):
    """The expected result of a seat, or the difference of two expected results."""

    share: Annotated[
        float,
        Meta(description="of the win, from 0 to 1; a victory shared by n is 1/n for each (R7.6)"),
    ]
    margin: Annotated[
        float, Meta(description="prestige at the end minus that of the best other seat")
    ]
    error: Annotated[float, Meta(ge=0, description="half of the 95 % interval of the share")]
    margin_error: Annotated[
        float, Meta(ge=0, description="half of the 95 % interval of the margin")
    ]

    def __add__(self, other: "Value") -> "Value":
        return rounded(self.share + other.share, self.margin + other.margin, *self._errors(other))

    def __sub__(self, other: "Value") -> "Value":
        return rounded(self.share - other.share, self.margin - other.margin, *self._errors(other))

    def _errors(self, other: "Value") -> tuple[float, float]:
        """Return the errors of a sum or a difference of independent values."""
        return hypot(self.error, other.error), hypot(self.margin_error, other.margin_error)

    @property
    def worth(self) -> float:
        """The number by which turns are compared: the share, plus 1/128 for each prestige."""
        return round(self.share + self.margin * SHARE_PER_PRESTIGE, SHARE_DIGITS)


Values: TypeAlias = tuple[Value, ...]  # one for each seat


ZERO: Final = Value(0.0, 0.0, 0.0, 0.0)  # no difference


def rounded(share: float, margin: float, error: float = 0.0, margin_error: float = 0.0) -> Value:
    """Return a value of rounded numbers, without a negative zero."""
    return Value(
        round(share, SHARE_DIGITS) + 0.0,
        round(margin, MARGIN_DIGITS) + 0.0,
        round(error, SHARE_DIGITS),
        round(margin_error, MARGIN_DIGITS),
    )


def no_change(seats: int) -> Values:
    """Return a difference of zero for each seat."""
    return (ZERO,) * seats


def add_values(values: Values, others: Values) -> Values:
    """Return the sum for each seat."""
    return tuple(value + other for value, other in zip(values, others, strict=True))


def shortfall(value: Value, best: Value) -> float:
    """Return how much less a value is worth than the best one."""
    return round(best.worth - value.worth, SHARE_DIGITS) + 0.0
