"""A checksum of a game: all decision ids and chance outcomes, in the order they were played."""

from typing import Final

from mypy_extensions import i64

from redcathedral.engine.rng import MASK

EMPTY: Final = 0x811C9DC5  # of a game in which nothing has been played yet
_FACTOR: Final = 0x2C1B3C6D  # odd, so that no information is lost; below 2**30: no overflow


def mix(checksum: i64, step: i64) -> i64:
    """The checksum, 32 bits, after one more decision id or chance outcome (0 to 2**16)."""
    return ((checksum ^ (checksum >> 15) ^ step) * _FACTOR) & MASK
