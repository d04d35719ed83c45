"""The differences between two values of a message, by their places in its JSON."""

from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

from msgspec import UNSET, Struct

# JSON pointers (RFC 6901) of values that differ, with the new values.
Changes: TypeAlias = dict[str, object]


# The last changes of a part, by pointer: the pages of a table share the objects.
_last: Final[dict[str, tuple[object, object, Changes]]] = {}


def shared_changes(old: object, new: object, pointer: str) -> Changes:
    """Return the changes of a part; they are found once for all pages of a table."""
    last = _last.get(pointer)
    if last is None or last[0] is not old or last[1] is not new:
        last = _last[pointer] = (old, new, dict(changes(old, new, pointer)))
    return last[2]


def changes(old: object, new: object, pointer: str) -> Iterator[tuple[str, object]]:
    """Yield the changed parts of a value, each as large as its keys or its length allow."""
    if old is new or old == new:
        return
    parts = _parts(old, new)
    if parts is None:
        yield pointer, new
        return
    for key, old_part, new_part in parts:
        yield from changes(old_part, new_part, f"{pointer}/{key}")


def _parts(old: object, new: object) -> Sequence[tuple[object, object, object]] | None:
    """Return the keys of two values with their parts; None if only the whole can be replaced."""
    if isinstance(new, Struct) and type(old) is type(new):
        parts = [
            (key, getattr(old, name), getattr(new, name))
            for key, name in zip(new.__struct_encode_fields__, new.__struct_fields__, strict=True)
        ]
        is_same_shape = all((before is UNSET) == (after is UNSET) for _, before, after in parts)
        return parts if is_same_shape else None
    if isinstance(old, dict) and isinstance(new, dict) and old.keys() == new.keys():
        return [(key, old[key], value) for key, value in new.items()]
    if isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        return [(index, *pair) for index, pair in enumerate(zip(old, new, strict=True))]
    return None
