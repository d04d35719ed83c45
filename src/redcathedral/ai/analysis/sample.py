"""Calculate the mean of several rollouts of a position, and its error."""

from collections.abc import Callable, Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import Final

from redcathedral.ai.analysis.value import SHARE_PER_PRESTIGE, Values, rounded
from redcathedral.ai.value.network import Prediction

NORMAL_95: Final = 1.96  # half the width of a 95 % interval, in standard errors
EVEN_WEIGHT: Final = 0.1  # rollouts with equal shares that are added to those of an open position


class Sample:
    """The results of rollouts: ``shares`` and ``margins`` have a list for each seat.

    A sample of one rollout is exact, because the position was decided.  Rollouts with the same
    number use the same dice, so the difference of two samples has a smaller error than either.
    """

    def __init__(self, rollouts: Sequence[Sequence[Prediction]]) -> None:
        self.shares = [
            [prediction.share for prediction in seat] for seat in zip(*rollouts, strict=True)
        ]
        self.margins = [
            [prediction.margin for prediction in seat] for seat in zip(*rollouts, strict=True)
        ]

    @property
    def values(self) -> Values:
        """The mean result of each seat, with its error; no share of an open position is certain."""
        even = 1 / len(self.shares)
        return tuple(
            rounded(share, fmean(margins), error, half_interval(margins))
            for (share, error), margins in zip(
                (_open_share(shares, even) for shares in self.shares), self.margins, strict=True
            )
        )

    def worths(self, seat: int) -> list[float]:
        """Return the worth of each rollout (``Value.worth``)."""
        pairs = zip(self.shares[seat], self.margins[seat], strict=True)
        return [share + margin * SHARE_PER_PRESTIGE for share, margin in pairs]

    def difference_error(self, other: "Sample", seat: int) -> float:
        """Return half the 95 % interval of the difference of two mean worths, on the same dice."""
        return half_interval(_differences(self.worths(seat), other.worths(seat)))

    def difference(self, other: "Sample") -> Values:
        """Return this sample minus another one, for each seat."""
        pairs = ((self.shares, other.shares), (self.margins, other.margins))
        result = []
        for seat, (value, subtrahend) in enumerate(zip(self.values, other.values, strict=True)):
            difference = value - subtrahend
            errors = (half_interval(_differences(x[seat], y[seat])) for x, y in pairs)
            result.append(rounded(difference.share, difference.margin, *errors))
        return tuple(result)


def _differences(numbers: Sequence[float], others: Sequence[float]) -> list[float]:
    """Return the differences of pairs; a single number is paired with each of the others."""
    count = max(len(numbers), len(others))
    if len(numbers) == 1:
        numbers = list(numbers) * count
    if len(others) == 1:
        others = list(others) * count
    return [number - other for number, other in zip(numbers, others, strict=True)]


def _open_share(shares: Sequence[float], even: float) -> tuple[float, float]:
    """Return the mean share and its error, with a small weight for an even game (a prior)."""
    count = len(shares)
    if count == 1:  # decided
        return shares[0], 0.0
    mean = (sum(shares) + EVEN_WEIGHT * even) / (count + EVEN_WEIGHT)
    squares = sum((share - mean) ** 2 for share in shares) + EVEN_WEIGHT * (even - mean) ** 2
    return mean, NORMAL_95 * sqrt(squares / (count - 1 + EVEN_WEIGHT) / (count + EVEN_WEIGHT))


def half_interval(numbers: Sequence[float]) -> float:
    """Return half the 95 % interval of the mean of numbers."""
    return NORMAL_95 * stdev(numbers) / sqrt(len(numbers)) if len(numbers) > 1 else 0.0


def draw_sample(count: int, run: Callable[[int], Sequence[Prediction]], first: int = 0) -> Sample:
    """Return a sample of ``count`` rollouts; ``run`` plays each by its number, from ``first``."""
    return Sample([run(number) for number in range(first, first + count)])
