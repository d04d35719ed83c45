"""Where two positions differ, by JSON path."""

from __future__ import annotations

from collections.abc import Iterator

from redcathedral.record.problem import PathDifference
from redcathedral.record.strict_json import Json, canonical

_ABSENT = "nothing"


def differences(read: Json, engine: Json, path: str = "$") -> Iterator[PathDifference]:
    """Each place where a value read is not the engine's, the deepest that can be named."""
    if isinstance(read, dict) and isinstance(engine, dict):
        for key in sorted({*read, *engine}):
            inner = f"{path}.{key}"
            if key not in engine:
                yield PathDifference(inner, canonical(read[key]), _ABSENT)
            elif key not in read:
                yield PathDifference(inner, _ABSENT, canonical(engine[key]))
            else:
                yield from differences(read[key], engine[key], inner)
    elif isinstance(read, list) and isinstance(engine, list) and len(read) == len(engine):
        for index, pair in enumerate(zip(read, engine, strict=True)):
            yield from differences(*pair, f"{path}[{index}]")
    elif canonical(read) != canonical(engine):
        yield PathDifference(path, canonical(read), canonical(engine))
