"""The differences between two values of a message, by their places in its JSON."""

from collections.abc import Iterator, Mapping
from typing import Final, TypeAlias

from msgspec import UNSET, Struct

# New values by JSON pointer (RFC 6901).  No key of a message has a slash or a tilde.
Changes: TypeAlias = dict[str, object]

# The last changes, by pointer and ids of both values: the pages of a table share the objects.
MAX_SHARED: Final = 64
_shared: Final[dict[tuple[str, int, int], tuple[object, object, Changes]]] = {}


def shared_changes(old: object, new: object, pointer: str) -> Changes:
    """Return the changes of a part, usually found once for all pages of a table."""
    key = pointer, id(old), id(new)
    if key not in _shared:  # the entry keeps both values, so that their ids stay theirs
        if len(_shared) == MAX_SHARED:
            del _shared[next(iter(_shared))]
        _shared[key] = old, new, dict(changes(old, new, pointer))
    return _shared[key][2]


def changes(old: object, new: object, pointer: str) -> Iterator[tuple[str, object]]:
    """Yield the changed parts of a value, each as large as its keys or its length allow."""
    if old is new or old == new:
        return
    before, after = _parts(old), _parts(new)
    if type(old) is not type(new) or before.keys() != after.keys() or not after:
        yield pointer, new
        return
    for key, part in after.items():
        yield from changes(before[key], part, f"{pointer}/{key}")


def _parts(value: object) -> Mapping[object, object]:
    """Return the parts of a value by their keys in JSON."""
    if isinstance(value, Struct):
        names = zip(value.__struct_encode_fields__, value.__struct_fields__, strict=True)
        parts = {key: getattr(value, name) for key, name in names}
        return {key: part for key, part in parts.items() if part is not UNSET}
    if isinstance(value, dict):
        return value
    return dict(enumerate(value)) if isinstance(value, list) else {}
