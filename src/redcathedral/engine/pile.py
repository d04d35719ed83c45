"""A pile of materials as one number: a byte for each kind, with the number of pieces, 0 to 127.

Piles can be added and subtracted like numbers.  A set of kinds is a pile with at most one piece of
each kind; 0 is the empty set.
"""

from collections.abc import Iterable
from typing import Final

from mypy_extensions import i64

BYTE: Final = 8  # bits per kind
MAX_COUNT: Final = 127  # the most pieces of a kind
ONE_OF_EACH: Final = 0x010101010101  # one piece of each kind
_HIGH_BITS: Final = ONE_OF_EACH << BYTE - 1
_EVEN: Final = 0x00FF00FF00FF
_PAIR: Final = 0xFFFF


def from_counts(counts: Iterable[int]) -> i64:
    """Return a pile with these numbers of pieces, in the order of kinds."""
    pile: i64 = 0
    for kind, count in enumerate(counts):
        pile += pieces(kind, count)
    return pile


def pieces(kind: i64, count: i64) -> i64:
    """Return a pile with ``count`` pieces of one kind."""
    return count << kind * BYTE


def count_of(pile: i64, kind: i64) -> i64:
    """Return the number of pieces of a kind."""
    return pile >> kind * BYTE & MAX_COUNT


def kinds(pile: i64) -> i64:
    """Return the set of the kinds that a pile contains."""
    return pile + ONE_OF_EACH * MAX_COUNT >> BYTE - 1 & ONE_OF_EACH


def kinds_with_at_least(pile: i64, least: i64) -> i64:
    """Return the set of the kinds with at least ``least`` pieces."""
    return pile + ONE_OF_EACH * (MAX_COUNT + 1 - least) >> BYTE - 1 & ONE_OF_EACH


def has(kinds: i64, kind: i64) -> i64:
    """Return 1 if a kind is in the set, otherwise 0."""
    return kinds >> kind * BYTE & 1


def total(pile: i64) -> i64:
    """Return the number of pieces of all kinds."""
    pairs = (pile & _EVEN) + (pile >> BYTE & _EVEN)
    return pairs + (pairs >> 2 * BYTE) + (pairs >> 4 * BYTE) & _PAIR


def lacking(needs: i64, stock: i64) -> i64:
    """Return a pile of the pieces that a stock lacks of those needed."""
    difference = needs + _HIGH_BITS - stock  # the high bit of a kind: nothing of it is left over
    short = difference & _HIGH_BITS
    return difference & short - (short >> BYTE - 1)
