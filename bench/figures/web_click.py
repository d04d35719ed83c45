"""From a click to the new position on the screen, server and browser on this machine."""

from __future__ import annotations

from bench.figure import Row, Run, compare, figure, floor
from tests.e2e.browser import NONE

WANTED = 100  # milliseconds
ROUNDS = 3


@figure("web/click")
def click(run: Run) -> list[Row]:
    """Milliseconds, the median of 60 decisions of a game of four, and the slowest twentieth."""
    if not run.ours.call("bench.page:browser", 0)["found"]:
        run.missing.append(NONE)
        return []
    told = run.alternate({"ours": "bench.page:clicks"}, rounds=ROUNDS)["ours"]
    row = compare("web/click", "ms", [one["milliseconds"] for one in told])
    return [
        floor(row, f"< {WANTED} ms", reached=row.value < WANTED),
        compare("web/click/slow", "ms", [one["slow"] for one in told]),
    ]
