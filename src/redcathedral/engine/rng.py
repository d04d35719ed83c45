"""A seeded random number generator for simulations: sfc32 by Chris Doty-Humphrey.

Dice and policies use separate streams of one seed.  The dice of games between people come from the
operating system instead.
"""

from collections.abc import Callable
from typing import Final

from mypy_extensions import i64

MASK: Final = 0xFFFFFFFF

DICE: Final = 0  # the stream of dice
POLICY: Final = 1  # the stream of random decisions


class Rng:
    """sfc32, seeded with 64 bits and a stream number; compiled and interpreted code agree."""

    def __init__(self, seed: i64, stream: i64) -> None:
        self.a: i64 = seed & MASK
        self.b: i64 = (seed >> 32) & MASK
        self.c: i64 = stream & MASK
        self.counter: i64 = 1
        i: i64
        for i in range(15):
            self.word()

    def __repr__(self) -> str:
        return f"Rng(a={self.a}, b={self.b}, c={self.c}, counter={self.counter})"

    def __reduce__(self) -> "tuple[Callable[[int, int, int, int], Rng], tuple[int, int, int, int]]":
        return restore_rng, (self.a, self.b, self.c, self.counter)

    def word(self) -> i64:
        """Return the next 32-bit number, 0 to 2**32 - 1."""
        result = (self.a + self.b + self.counter) & MASK
        self.counter = (self.counter + 1) & MASK
        self.a = self.b ^ (self.b >> 9)
        self.b = (self.c + ((self.c << 3) & MASK)) & MASK
        self.c = ((((self.c << 21) & MASK) | (self.c >> 11)) + result) & MASK
        return result

    def below(self, n: i64) -> i64:
        """Return a random whole number 0 to n - 1 (Lemire's method); n up to 2**31."""
        product = self.word() * n
        low = product & MASK
        if low < n:
            threshold = (MASK + 1 - n) % n
            while low < threshold:
                product = self.word() * n
                low = product & MASK
        return product >> 32

    def unit(self) -> float:
        """Return a number in [0, 1) with 32 random bits."""
        return float(self.word()) / 4294967296.0


def restore_rng(a: int, b: int, c: int, counter: int) -> Rng:
    """Return a generator with the state of an earlier one."""
    rng = Rng(0, 0)
    rng.a = a
    rng.b = b
    rng.c = c
    rng.counter = counter
    return rng
