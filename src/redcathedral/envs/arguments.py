"""Check arguments: each error is one sentence that names the argument."""

import operator
from collections.abc import Iterable
from hashlib import blake2b
from numbers import Real
from typing import TypeVar

from redcathedral.box.quoting import shorten

T = TypeVar("T")


def whole(name: str, value: object, low: int = 0, high: int | None = None) -> int:
    """Return a whole number of any library as an int.  Raises TypeError and ValueError."""
    limits = f"{low:,} or more" if high is None else f"from {low:,} to {high:,}"
    problem = f"{name} is {shorten(repr(value))}; it must be a whole number, {limits}"
    try:
        number = operator.index(value)  # type: ignore[arg-type]  # or TypeError
    except TypeError:
        raise TypeError(problem) from None
    if isinstance(value, bool):
        raise TypeError(problem)
    if number < low or (high is not None and number > high):
        raise ValueError(problem)
    return number


def listed(name: str, values: Iterable[T]) -> list[T]:
    """Return the values of an argument as a list.  Raises TypeError."""
    if not isinstance(values, Iterable):
        raise TypeError(f"{name} is {shorten(repr(values))}; it must be a list")
    return list(values)


def choice(name: str, value: T, choices: Iterable[T]) -> T:
    """Return one of the possible values of an argument.  Raises ValueError."""
    *others, last = choices
    if value not in [*others, last]:
        values = f"{', '.join(map(repr, others))} or {last!r}"
        raise ValueError(f"{name}={shorten(repr(value))}; use {values}")
    return value


def checked_discount(value: object) -> float:
    """Return the discount of a step.  Raises TypeError and ValueError."""
    number = float(value) if isinstance(value, Real) else None
    problem = f"discount is {shorten(repr(value))}; it must be more than 0 and at most 1"
    if number is None:
        raise TypeError(problem)
    if not 0.0 < number <= 1.0:
        raise ValueError(problem)
    return number


def game_seed(seed: object) -> int:
    """Return the 32 bits of a seed of any size; larger ones are hashed.  Raises as ``whole``."""
    number = whole("seed", seed)
    return number if number < 1 << 32 else hashed(number)


def hashed(*numbers: int) -> int:
    """Return a hash of 32 bits, the same on every machine."""
    return int.from_bytes(blake2b(repr(numbers).encode(), digest_size=4).digest())
