"""How long the first verdict of an analysis takes."""

from __future__ import annotations

from bench.figure import Row, Run, column, compare, figure, floor

GAMES = 6
MAX_SECONDS = 20.0


@figure("analysis/first-pass")
def first_pass(run: Run) -> list[Row]:
    """Seconds for a game of 75 turns in two processes, the slowest of six games.

    It is measured by the clock, and by processor time, which other programs influence less.
    """
    measured = run.alternate({"ours": "bench.analysis:first_pass"}, rounds=GAMES)["ours"]
    rows = []
    for name, key in (("analysis/first-pass", "seconds"), ("analysis/first-pass/used", "used")):
        row = compare(name, "s", [max(column(measured, key))])
        rows.append(floor(row, f"<= {MAX_SECONDS:g}", reached=row.value <= MAX_SECONDS))
    return rows
