"""Read the table of the fields: the meaning and the number of values of each, in order.

The meanings in ``fields.txt`` must not change: weights store a hash of them
(``ai.weights.file.SHAPE``).
"""

from importlib.resources import files
from typing import Final, TypeAlias

Field: TypeAlias = tuple[str, int]  # what it means, and how many values it has

_TABLE: Final = files("redcathedral.ai.value").joinpath("fields.txt").read_text("utf-8")
_PARTS: Final = {name: lines for name, *lines in map(str.splitlines, _TABLE.split("\n\n"))}


def _fields(part: str) -> tuple[Field, ...]:
    sizes = (line.split(" ", 1) for line in _PARTS[part])
    return tuple((meaning, int(size)) for size, meaning in sizes)


BOX: Final = _fields("box")
COMMON: Final = _fields("common")
TOWER: Final = _fields("tower")  # the value 0: there is no such tower, or nothing to claim
SEAT: Final = _fields("seat")
