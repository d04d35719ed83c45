"""What the browser loads before the first decision: page, fonts, texts, edition, position."""

from __future__ import annotations

from bench.figure import Row, Run, compare, figure, floor
from tests.e2e.browser import NONE

WANTED = 300_000


@figure("web/bytes")
def loaded(run: Run) -> list[Row]:
    """Bytes as they come over the wire, compressed, with headers."""
    if not run.ours.call("bench.page:browser", 0)["found"]:
        run.missing.append(NONE)
        return []
    told = run.alternate({"ours": "bench.page:loaded"}, rounds=1)["ours"]
    row = compare("web/bytes", "bytes", [one["bytes"] for one in told])
    return [floor(row, f"< {WANTED:,} bytes", reached=row.value < WANTED)]
