"""How fast the learned value function judges."""

from __future__ import annotations

from bench.figure import Row, Run, compare, figure, floor
from bench.speed import rates

WANTED = 100_000


@figure("search/evaluations")
def evaluations(run: Run) -> list[Row]:
    """Positions a second that the network judges, one by one, as a search asks for them."""
    told = run.alternate({"ours": "bench.search:evaluations"})["ours"]
    row = compare("search/evaluations", "positions/s", rates(told, "evaluations"))
    return [floor(row, f">= {WANTED:,}", reached=row.value >= WANTED)]
