"""What the browser loads before the first decision."""

from __future__ import annotations

from bench.figure import Row, Run, compare, figure, floor
from tests.e2e.browser import NONE

WANTED = 300_000  # bytes


@figure("web/weight")
def weight(run: Run) -> list[Row]:
    """Bytes as they come over the wire: page, fonts, texts, edition and the first message."""
    if not run.ours.call("bench.page:browser", 0)["found"]:
        run.missing.append(NONE)
        return []
    told = run.alternate({"ours": "bench.page:weight"}, rounds=1)["ours"]
    row = compare("web/weight", "bytes", [one["bytes"] for one in told])
    return [floor(row, f"< {WANTED:,} bytes", reached=row.value < WANTED)]
