"""Whether bots keep to their milliseconds."""

from __future__ import annotations

from bench.figure import Row, Run, compare, figure, floor

WANTED = 1.1
GAMES = 20


@figure("search/overtime")
def overtime(run: Run) -> list[Row]:
    """The longest turn of 20 games by ``planner`` and ``master``, as a part of the time allowed.

    By the clock, and by the processor's time, which other work on this machine does not disturb.
    """
    told = run.alternate({"ours": "bench.search:overtime"}, rounds=GAMES)["ours"]
    rows = []
    for name, key in (("search/overtime", "longest"), ("search/overtime/used", "longest_used")):
        row = compare(name, "x", [max(one[key] for one in told)])
        rows.append(floor(row, f"< {WANTED:g}", reached=row.value < WANTED))
    return rows
