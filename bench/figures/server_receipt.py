"""From a decision to its receipt by the last seat, at 100 tables beside 20 of bots."""

from __future__ import annotations

from bench.figure import Row, Run, compare, figure, floor

WANTED = 87  # milliseconds: the best run at 120 tables without bots, before anything was done


@figure("server/receipt")
def receipt(run: Run) -> list[Row]:
    """Milliseconds, the 99th percentile and the median; decisions a second; tables that lost one.

    300 seats play for five minutes; then the server is killed, and what it was told is compared
    with what it has kept.
    """
    task = "bench.server:receipts"
    told = run.alternate({"ours": task, "base": task}, rounds=1)
    base = "base" if "base" in told else None

    def row(name: str, key: str, unit: str) -> Row:
        ours, other = ([one[key] for one in told.get(side, [])] for side in ("ours", "base"))
        return compare(name, unit, ours, base, other, smaller_is_better=True)

    slow = row("server/receipt", "p99", "ms")
    lost = row("server/receipt/lost", "lost", "tables")
    return [
        floor(slow, f"< {WANTED} ms", reached=slow.value < WANTED),
        row("server/receipt/median", "median", "ms"),
        compare("server/receipt/decisions", "1/s", [one["decisions"] for one in told["ours"]]),
        floor(lost, "0", reached=lost.value == 0),
    ]
