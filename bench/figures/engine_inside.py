"""Random playouts wholly in the compiled engine."""

from __future__ import annotations

from bench.figure import Row, Run, figure
from bench.speed import speeds


@figure("engine/inside")
def inside(run: Run) -> list[Row]:
    """Decisions a second of four random players; the peer's fastest way is its only one."""
    return speeds(run, "engine/inside", "bench.games:inside", wanted=60)
