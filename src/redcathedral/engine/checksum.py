"""A checksum over all decision ids and chance outcomes of a game, in order."""

from typing import Final

from mypy_extensions import i64

from redcathedral.engine.rng import MASK

EMPTY_CHECKSUM: Final = 0x811C9DC5  # before the first decision or outcome of a game
# The factor is odd, so that no information is lost, and below 2**30, so that nothing overflows.
_FACTOR: Final = 0x2C1B3C6D


def mix(checksum: i64, step: i64) -> i64:
    """Return the 32-bit checksum after another decision id or chance outcome (0 to 2**16)."""
    return ((checksum ^ (checksum >> 15) ^ step) * _FACTOR) & MASK
