"""Sets of places, spaces, dice and materials as the bits of one number.

A literal shifted by a variable, ``1 << place``, has only 32 bits when it is compiled: shift with
``bit`` ([decision 27](../docs/decisions/0027-one-flat-vector.md)).
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

TOWER_MASK: Final = 0b111111  # the places of a tower, shifted to the first one
# 2 is a primitive root of 37, so that the first 36 powers of two leave 36 different remainders.
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
    """The set of one thing."""
    return _shifted(1, number)


def _shifted(one: i64, number: i64) -> i64:
    return one << number


def lowest(bits: i64) -> i64:
    """The smallest number in a set of numbers below 36 that is not empty."""
    return _LOWEST[(bits & -bits) % _MODULUS]


def count(bits: i64) -> i64:
    """How many things a set has; numbers below 62."""
    result: i64 = 0
    while bits != 0:
        bits &= bits - 1
        result += 1
    return result
