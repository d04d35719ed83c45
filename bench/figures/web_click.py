"""From a click to the new position on the screen, server and browser on this machine."""

from __future__ import annotations

from bench.figure import Row, Run, compare, figure, floor
from tests.e2e.browser import NONE

WANTED = 100  # milliseconds
ROUNDS = 6


@figure("web/click")
def click(run: Run) -> list[Row]:
    """Milliseconds, the median of 60 decisions of a game of four, and the slowest twentieth."""
    if not run.ours.call("bench.page:browser", 0)["found"]:
        run.missing.append(NONE)
        return []
    task = "bench.page:clicks"
    told = run.alternate({"ours": task, "base": task}, rounds=ROUNDS)
    base = "base" if "base" in told else None

    def row(name: str, key: str) -> Row:
        ours, other = ([one[key] for one in told.get(side, [])] for side in ("ours", "base"))
        return compare(name, "ms", ours, base, other, smaller_is_better=True)

    usual = row("web/click", "milliseconds")
    return [
        floor(usual, f"< {WANTED} ms", reached=usual.value < WANTED),
        row("web/click/slow", "slow"),
    ]
