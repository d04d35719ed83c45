"""Copies and memory, measured the same way for us and for a peer."""

from __future__ import annotations

import gc
import itertools
import time
import tracemalloc
from collections.abc import Callable, Sequence
from pathlib import Path

Copy = Callable[[], object]


def microseconds(copies: Sequence[Copy], times: int) -> float:
    """Return the time of one call, including the loop; each copy is freed at once."""
    start = time.perf_counter()
    for copy in copies:
        for _ in itertools.repeat(None, times):
            copy()
    return (time.perf_counter() - start) / times / len(copies) * 1e6


def traced_bytes(copies: Sequence[Copy], times: int) -> float:
    """Return the bytes that Python allocates for a copy (tracemalloc), with everything it owns."""
    objects: list[object] = [None] * (times * len(copies))
    gc.collect()
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    for index in range(len(objects)):
        objects[index] = copies[index % len(copies)]()
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return (after - before) / len(objects)


def resident_growth(copies: Sequence[Copy], times: int) -> float | None:
    """Return by how many bytes the process grows with each copy; None without /proc."""
    objects: list[object] = [None] * times
    gc.collect()
    before = resident_bytes()
    for index in range(times):
        objects[index] = copies[index % len(copies)]()
    after = resident_bytes()
    return None if before is None or after is None else (after - before) / times


def resident_bytes() -> int | None:
    """Return the resident memory of this process; None without /proc."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except OSError:
        return None
    import resource

    return pages * resource.getpagesize()
