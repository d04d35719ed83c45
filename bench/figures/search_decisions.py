"""How fast whole turns are searched."""

from __future__ import annotations

from bench.figure import Row, Run, compare, figure, floor
from bench.speed import UNIT, rates

WANTED = 1_000_000


@figure("search/decisions")
def decisions(run: Run) -> list[Row]:
    """Decisions a second that the search of turns tries, judged by the opinion of ``greedy``."""
    told = run.alternate({"ours": "bench.search:decisions"})["ours"]
    row = compare("search/decisions", UNIT, rates(told, "decisions"))
    return [floor(row, f">= {WANTED:,}", reached=row.value >= WANTED)]
