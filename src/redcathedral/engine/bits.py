"""Sets of small numbers (places, spaces, dice) as the bits of one number.

In compiled code, ``1 << place`` has only 32 bits, since the literal is a small integer.  Use
``bit(place)`` instead ([decision 27](../docs/decisions/0027-one-flat-vector.md)).
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

TOWER_MASK: Final = 0b111111  # the places of the first tower
# 2 is a primitive root of 37: the first 36 powers of two have 36 different remainders modulo 37.
_MODULUS: Final = 37


def _lowest_bits() -> vec[i64]:
    result = vec[i64]([0] * _MODULUS)
    power = 1
    for number in range(_MODULUS - 1):
        result[power % _MODULUS] = i64(number)
        power *= 2
    return result


_LOWEST: Final = _lowest_bits()


def bit(number: i64) -> i64:
    """Return the set of one number."""
    return _shift_left(1, number)


def _shift_left(bits: i64, number: i64) -> i64:
    return bits << number


def lowest(bits: i64) -> i64:
    """Return the smallest number of a set of numbers below 36; the set must not be empty."""
    return _LOWEST[(bits & -bits) % _MODULUS]


def count(bits: i64) -> i64:
    """Return the size of a set of numbers below 62."""
    result: i64 = 0
    while bits != 0:
        bits &= bits - 1
        result += 1
    return result
