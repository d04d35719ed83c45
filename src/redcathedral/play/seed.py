"""Validate seeds."""

import operator
from typing import Final, SupportsIndex

from redcathedral.box.quoting import shorten

SEED_BITS: Final = 63  # a signed 64-bit number without the sign
EPISODE_SEED_BITS: Final = 32  # fewer, because environments add the number of the episode


def checked_seed(seed: SupportsIndex, bits: int = SEED_BITS) -> int:
    """Return an integer, even of numpy, as an int; raises TypeError, or ValueError out of range."""
    requirement = f"a seed is a whole number from 0 to 2**{bits} - 1"
    if isinstance(seed, bool) or not isinstance(seed, SupportsIndex):
        raise TypeError(f"seed is {shorten(repr(seed))}; {requirement}")
    number = operator.index(seed)
    if not 0 <= number < 1 << bits:
        raise ValueError(f"seed {shorten(repr(number))}; {requirement}")
    return number
