"""What a seat may expect of a game: its share of the win and its margin.

Both are rounded where they arise, and so are their differences: what adds up on paper adds up here.
With each goes its error, half of a 95 % interval.
"""

from math import hypot
from typing import Annotated, Final, TypeAlias

from msgspec import Meta, Struct

from redcathedral.ai.value.network import MARGIN_WORTH, PER_PRESTIGE
from redcathedral.ai.value.standings import WHOLE_SHARE

SHARE_DIGITS: Final = 5
MARGIN_DIGITS: Final = 3
# What the bots give for a prestige, of the win.
SHARE_PER_PRESTIGE: Final = MARGIN_WORTH * PER_PRESTIGE / WHOLE_SHARE


class Value(Struct, frozen=True, forbid_unknown_fields=True):
    """What is expected for a seat, or the difference of two such expectations."""

    share: Annotated[
        float,
        Meta(description="of the win, from 0 to 1; a victory shared by n is 1/n for each (R7.6)"),
    ]
    margin: Annotated[
        float, Meta(description="prestige at the end beyond that of the best other seat")
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
        """Those of a sum or a difference, each by chance of its own."""
        return hypot(self.error, other.error), hypot(self.margin_error, other.margin_error)

    @property
    def worth(self) -> float:
        """The one number by which turns are compared: the share and 1/128 for a prestige."""
        return round(self.share + self.margin * SHARE_PER_PRESTIGE, SHARE_DIGITS)


Values: TypeAlias = tuple[Value, ...]  # one for each seat


ZERO: Final = Value(0.0, 0.0, 0.0, 0.0)  # no difference


def rounded(share: float, margin: float, error: float = 0.0, margin_error: float = 0.0) -> Value:
    """A value of these numbers, without a negative zero."""
    return Value(
        round(share, SHARE_DIGITS) + 0.0,
        round(margin, MARGIN_DIGITS) + 0.0,
        round(error, SHARE_DIGITS),
        round(margin_error, MARGIN_DIGITS),
    )


def no_change(seats: int) -> Values:
    """No difference for anybody."""
    return (ZERO,) * seats


def add_values(values: Values, others: Values) -> Values:
    """The sum, seat by seat."""
    return tuple(value + other for value, other in zip(values, others, strict=True))


def shortfall(value: Value, best: Value) -> float:
    """How much less a value is worth than the best one."""
    return round(best.worth - value.worth, SHARE_DIGITS) + 0.0
