"""Describe and check arrays of the caller, to which a vector environment writes."""

from dataclasses import dataclass, fields
from typing import Any, Final, TypeAlias

from redcathedral.extras import needs

with needs("research"):
    import numpy as np
    from numpy.typing import NDArray

Array: TypeAlias = NDArray[Any]


@dataclass(frozen=True, eq=False)
class Arrays:
    """Arrays of the caller to which a step writes; None for arrays that are not needed.

    The arrays can have any type that numpy casts to with ``same_kind`` (such as float32 for
    rewards), and can be rows of larger arrays.
    """

    observations: "Array | None" = None
    masks: "Array | None" = None
    rewards: "Array | None" = None
    terminations: "Array | None" = None
    truncations: "Array | None" = None
    seats: "Array | None" = None


ARRAY_NAMES: Final = tuple(field.name for field in fields(Arrays))


def check_arrays(out: Arrays, sources: object) -> None:
    """Raise TypeError or ValueError if the named arrays of ``sources`` do not fit into ``out``."""
    if not isinstance(out, Arrays):
        raise TypeError(f"out is of type {type(out).__name__}; it must be Arrays")
    for name in ARRAY_NAMES:
        array, source = getattr(out, name), getattr(sources, name)
        if array is None:
            continue
        if not isinstance(array, np.ndarray):
            raise TypeError(f"out.{name} is of type {type(array).__name__}, not a numpy array")
        if not np.can_cast(source.dtype, array.dtype, "same_kind"):
            raise TypeError(
                f"out.{name} is {array.dtype}; numpy does not cast {source.dtype} to it"
            )
        if array.shape != source.shape or not array.flags.writeable:
            shapes = f"the shape {source.shape}, not {array.shape}"
            raise ValueError(f"out.{name} must be writable and have {shapes}")


def checked_actions(actions: object, games: int) -> NDArray[Any]:
    """Return an array of integers with an action for each game.  Raises TypeError, ValueError."""
    try:
        decisions = np.ascontiguousarray(actions)
    except ValueError as error:
        raise ValueError(f"actions is not an array: {error}") from None
    if decisions.dtype.kind not in "iu":
        raise TypeError(f"actions of type {decisions.dtype}; they must be integer ids")
    if decisions.shape != (games,):
        shape = f"({games},), an action for each game"
        raise ValueError(f"actions of shape {decisions.shape}; the shape must be {shape}")
    return decisions
