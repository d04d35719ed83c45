"""The server: lists of many games, and decisions at many tables."""

from __future__ import annotations

from bench import yardstick
from bench.figure import Row, Run, column, compare, compare_with_base, figure, floor

MAX_LIST_TIME = 500_000  # decisions of engine/inside
MAX_SLOWDOWN = 2.0  # of decisions while a client reloads the lists
LIST_ROUNDS = 5
MAX_RECEIPT_TIME = 800_000  # decisions of engine/inside
DECISION_ROUNDS = 5
MAX_BYTES = 250  # compressed, of a seat and decision


@figure("server/list")
def lists(run: Run) -> list[Row]:
    """Milliseconds of each list of a server with 100,000 stored games, as medians.

    Also the 99th percentile of decisions at five tables: ``alone`` while nobody requests lists,
    ``reloading`` while a client reloads them in a loop.
    """
    measured = run.alternate({"ours": "bench.many_games:lists"}, rounds=LIST_ROUNDS)["ours"]
    inside = yardstick.measure(run)
    times = {
        name: compare(f"server/list/{name}", "ms", column(measured, name)) for name in measured[0]
    }
    alone, reloading = times.pop("alone"), times.pop("reloading")
    ratio = reloading.value / alone.value
    limit = f"<= {MAX_SLOWDOWN:g} x alone, is {ratio:.2f}"
    return [
        *(yardstick.within(row, MAX_LIST_TIME, inside) for row in times.values()),
        alone,
        floor(reloading, limit, reached=ratio <= MAX_SLOWDOWN),
    ]


@figure("server/receipt")
def receipt(run: Run) -> list[Row]:
    """Milliseconds from a decision to its receipt by the last seat, at 100 tables and 20 of bots.

    The rows are the 99th percentile, the median, decisions per second, and the number of tables
    that lost a decision.  300 seats play for five minutes; then the server is killed, and the
    versions that it confirmed are compared with the stored ones.
    """
    task = "bench.server:receipts"
    measured = run.alternate({"ours": task, "base": task}, rounds=1)
    lost = compare_with_base("server/receipt/lost", "tables", measured, "lost")
    slow = compare_with_base("server/receipt", "ms", measured, "p99")
    return [
        yardstick.within(slow, MAX_RECEIPT_TIME, yardstick.measure(run)),
        compare_with_base("server/receipt/median", "ms", measured, "median"),
        compare("server/receipt/decisions", "1/s", column(measured["ours"], "decisions")),
        floor(lost, "0", reached=lost.value == 0),
    ]


@figure("server/decision")
def decision(run: Run) -> list[Row]:
    """Processor milliseconds of the server for a decision with four pages, at saturation.

    The rows are the milliseconds, decisions per second, and the bytes that a page receives.  The
    clients at 40 tables play without pauses; the server uses uvloop.
    """
    task = "bench.server:decisions"
    measured = run.alternate({"ours": task, "base": task}, DECISION_ROUNDS)
    size = compare_with_base("server/decision/bytes", "bytes", measured, "bytes")
    return [
        compare_with_base("server/decision", "ms", measured, "cpu"),
        compare("server/decision/rate", "1/s", column(measured["ours"], "rate")),
        floor(size, f"<= {MAX_BYTES} bytes", reached=size.value <= MAX_BYTES),
    ]
