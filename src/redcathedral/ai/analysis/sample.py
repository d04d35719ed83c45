"""What rollouts of a position came to: its mean, and how sure that is."""

from collections.abc import Callable, Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import Final

from redcathedral.ai.analysis.value import SHARE_PER_PRESTIGE, Values, rounded
from redcathedral.ai.value.network import Prediction

NORMAL_95: Final = 1.96  # standard errors of a 95 % interval


class Sample:
    """What each seat had in the end of each rollout: ``shares`` and ``margins`` by seat.

    One rollout alone is exact: nothing was left to play.  Samples with the same numbers of rollouts
    fell with the same dice, so that their difference is surer than either.
    """

    def __init__(self, rollouts: Sequence[Sequence[Prediction]]) -> None:
        self.shares = [[one.share for one in seat] for seat in zip(*rollouts, strict=True)]
        self.margins = [[one.margin for one in seat] for seat in zip(*rollouts, strict=True)]

    @property
    def values(self) -> Values:
        """The mean for each seat."""
        return tuple(
            rounded(fmean(shares), fmean(margins), half_interval(shares), half_interval(margins))
            for shares, margins in zip(self.shares, self.margins, strict=True)
        )

    def worths(self, seat: int) -> list[float]:
        """For each rollout the one number by which turns are compared (``Value.worth``)."""
        pairs = zip(self.shares[seat], self.margins[seat], strict=True)
        return [share + margin * SHARE_PER_PRESTIGE for share, margin in pairs]

    def difference_error(self, other: "Sample", seat: int) -> float:
        """Half the 95 % interval of the difference of two worths, on the same dice."""
        return half_interval(_differences(self.worths(seat), other.worths(seat)))

    def difference(self, other: "Sample") -> Values:
        """What is more than in another sample, for each seat."""
        result = []
        for seat, (value, than) in enumerate(zip(self.values, other.values, strict=True)):
            more = value - than
            errors = (
                half_interval(_differences(ours[seat], theirs[seat]))
                for ours, theirs in ((self.shares, other.shares), (self.margins, other.margins))
            )
            result.append(rounded(more.share, more.margin, *errors))
        return tuple(result)


def _differences(numbers: Sequence[float], others: Sequence[float]) -> list[float]:
    """The differences pair by pair; what is exact counts in each."""
    count = max(len(numbers), len(others))
    if len(numbers) == 1:
        numbers = list(numbers) * count
    if len(others) == 1:
        others = list(others) * count
    return [number - other for number, other in zip(numbers, others, strict=True)]


def half_interval(numbers: Sequence[float]) -> float:
    """Half the 95 % interval of the mean of numbers."""
    return NORMAL_95 * stdev(numbers) / sqrt(len(numbers)) if len(numbers) > 1 else 0.0


def draw_sample(
    count: int, follow: Callable[[int], Sequence[Prediction]], first: int = 0
) -> Sample:
    """A sample of so many rollouts, from that of number ``first`` on."""
    return Sample([follow(number) for number in range(first, first + count)])
