"""A pile of materials as one number: for each kind a byte with the pieces of it, 0 to 127.

Piles are added and subtracted as numbers.  A set of kinds is a pile with one piece of each at most;
it is empty when it is 0.
"""

from collections.abc import Iterable
from typing import Final

from mypy_extensions import i64

BYTE: Final = 8  # bits for a kind
MAX_COUNT: Final = 127  # pieces of a kind
ONE_OF_EACH: Final = 0x010101010101  # one piece of each kind
_EVEN: Final = 0x00FF00FF00FF
_PAIR: Final = 0xFFFF


def from_counts(counts: Iterable[int]) -> i64:
    """A pile with so many pieces of each kind, in order."""
    pile: i64 = 0
    for kind, count in enumerate(counts):
        pile += pieces(kind, count)
    return pile


def pieces(kind: i64, count: i64) -> i64:
    """A pile of so many pieces of one kind."""
    return count << kind * BYTE


def count_of(pile: i64, kind: i64) -> i64:
    """The pieces of a kind in a pile."""
    return pile >> kind * BYTE & MAX_COUNT


def kinds(pile: i64) -> i64:
    """The set of the kinds that lie in a pile."""
    return pile + ONE_OF_EACH * MAX_COUNT >> BYTE - 1 & ONE_OF_EACH


def kinds_with_at_least(pile: i64, least: i64) -> i64:
    """The set of the kinds of which there are at least so many."""
    return pile + ONE_OF_EACH * (MAX_COUNT + 1 - least) >> BYTE - 1 & ONE_OF_EACH


def has(kinds: i64, kind: i64) -> i64:
    """1 if a kind is in the set, else 0."""
    return kinds >> kind * BYTE & 1


def total(pile: i64) -> i64:
    """The pieces of a pile, all kinds."""
    pairs = (pile & _EVEN) + (pile >> BYTE & _EVEN)
    return pairs + (pairs >> 2 * BYTE) + (pairs >> 4 * BYTE) & _PAIR
