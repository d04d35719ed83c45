"""Seeds: what a program may give as one."""

import operator
from typing import Final, SupportsIndex

from redcathedral.box.quoting import short

SEED_BITS: Final = 63  # what a generator takes, without the sign
EPISODE_SEED_BITS: Final = 32  # of environments, which add the number of the episode


def checked_seed(seed: SupportsIndex, bits: int = SEED_BITS) -> int:
    """Return a seed as a plain number; whole numbers of other libraries, as numpy's, are taken.

    Raises TypeError for what is no whole number, ValueError for one below 0 or with more bits.
    """
    allowed = f"a seed is a whole number from 0 to 2**{bits} - 1"
    if isinstance(seed, bool) or not isinstance(seed, SupportsIndex):
        raise TypeError(f"seed is {short(repr(seed))}; {allowed}")
    number = operator.index(seed)
    if not 0 <= number < 1 << bits:
        raise ValueError(f"seed {short(repr(number))}; {allowed}")
    return number
