"""The same games driven from Python: ``legal``, then ``play``, and ``roll`` at chance nodes."""

from __future__ import annotations

from bench.figure import Row, Run, figure
from bench.speed import speeds


@figure("engine/python")
def python(run: Run) -> list[Row]:
    """Decisions a second of four random players, one decision at a time."""
    return speeds(run, "engine/python", "bench.games:from_python", wanted=30)
