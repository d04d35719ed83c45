"""Measure the game lists of a server with 100,000 stored games and their effect on tables."""

from __future__ import annotations

from bench.figure import Row, Run, compare, figure, floor

LIST = 50  # milliseconds
SLOWER, LONGER = 1.5, 15.0  # times, or milliseconds
ROUNDS = 5


@figure("server/list")
def lists(run: Run) -> list[Row]:
    """Return the median milliseconds of each list, and the 99th percentile of decisions.

    The decisions are made at five tables: ``alone`` while nobody requests lists, ``beside`` while
    one client reloads them in a loop.
    """
    told = run.alternate({"ours": "bench.many_games:lists"}, rounds=ROUNDS)["ours"]
    rows = [
        compare(f"server/list/{name}", "ms", [one[name] for one in told], smaller_is_better=True)
        for name in told[0]
    ]
    value = {row.name.rpartition("/")[2]: row.value for row in rows}
    most = max(value["alone"] * SLOWER, value["alone"] + LONGER)
    return [
        row
        if row.name.endswith("/alone")
        else floor(row, f"<= {most:.0f} ms", reached=row.value <= most)
        if row.name.endswith("/beside")
        else floor(row, f"< {LIST} ms", reached=row.value < LIST)
        for row in rows
    ]
