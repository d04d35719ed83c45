"""Amounts as they are shown: shares of the win that add up, so many of something."""

from collections.abc import Sequence
from math import floor
from typing import Final

TENTHS: Final = 1000  # of a percent, in the whole win


def tenths(share: float) -> int:
    """A share of the win in tenths of a percent."""
    return round(TENTHS * share)


def parts_of(total: int, shares: Sequence[float]) -> list[int]:
    """The shares in tenths of a percent, rounded up or down so that they add up to a total.

    Those are rounded up whose rest is greatest.  What the total itself was rounded by may be one
    tenth more or less than that can make up; then one share is a tenth further off.
    """
    exact = [TENTHS * share for share in shares]
    result = [floor(number) for number in exact]
    order = sorted(range(len(exact)), key=lambda at: result[at] - exact[at])
    missing = total - sum(result)
    for step in range(abs(missing)):
        if missing > 0:
            result[order[step % len(order)]] += 1
        else:
            result[order[-1 - step % len(order)]] -= 1
    return result


def counted(number: int, noun: str) -> str:
    """So many of something."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
