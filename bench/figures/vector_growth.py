"""Whether many steps of many games leave memory behind."""

from __future__ import annotations

from bench.figure import Row, Run, figure, floor

STEPS = 100_000_000
WANTED = 4_000_000


@figure("vector/growth")
def growth(run: Run) -> list[Row]:
    """Bytes that the process has grown by in 100 million steps, after 50 million others."""
    told = run.ours.call("bench.vector:growth", 0, STEPS)
    if "bytes" not in told:
        run.missing.append("this system does not tell the resident memory")
        return []
    row = Row("vector/growth", told["bytes"], "bytes")
    return [floor(row, f"< {WANTED:,}", reached=row.value < WANTED)]
