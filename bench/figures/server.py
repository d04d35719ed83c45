"""The server: lists of many games, and decisions at many tables."""

from __future__ import annotations

from bench import yardstick
from bench.figure import Row, Run, compare, figure, floor

LIST = 500_000  # decisions of engine/inside in the time of one list
SLOWER = 2.0  # times: decisions while one client reloads the lists
LIST_ROUNDS = 5
RECEIPT = 800_000  # decisions of engine/inside in the time of one receipt


@figure("server/list")
def lists(run: Run) -> list[Row]:
    """Return the median milliseconds of each list of a server with 100,000 stored games.

    Also measure the 99th percentile of decisions at five tables: ``alone`` while nobody requests
    lists, ``reloading`` while a client reloads them in a loop.
    """
    measured = run.alternate({"ours": "bench.many_games:lists"}, rounds=LIST_ROUNDS)["ours"]
    inside = yardstick.measure(run)
    times = {
        name: compare(f"server/list/{name}", "ms", [one[name] for one in measured])
        for name in measured[0]
    }
    alone, reloading = times.pop("alone"), times.pop("reloading")
    ratio = reloading.value / alone.value
    return [
        *(yardstick.within(row, LIST, inside) for row in times.values()),
        alone,
        floor(reloading, f"<= {SLOWER:g} x alone, is {ratio:.2f}", reached=ratio <= SLOWER),
    ]


@figure("server/receipt")
def receipt(run: Run) -> list[Row]:
    """From a decision to its receipt by the last seat, at 100 tables next to 20 of bots.

    Milliseconds, the 99th percentile and the median; decisions per second; tables that lost one.
    300 seats play for five minutes; then the server is killed, and the confirmed versions are
    compared with the stored ones.
    """
    task = "bench.server:receipts"
    measured = run.alternate({"ours": task, "base": task}, rounds=1)
    base = "base" if "base" in measured else None

    def row(name: str, key: str, unit: str) -> Row:
        ours, other = ([one[key] for one in measured.get(side, [])] for side in ("ours", "base"))
        return compare(name, unit, ours, base, other, smaller_is_better=True)

    lost = row("server/receipt/lost", "lost", "tables")
    return [
        yardstick.within(row("server/receipt", "p99", "ms"), RECEIPT, yardstick.measure(run)),
        row("server/receipt/median", "median", "ms"),
        compare("server/receipt/decisions", "1/s", [one["decisions"] for one in measured["ours"]]),
        floor(lost, "0", reached=lost.value == 0),
    ]
