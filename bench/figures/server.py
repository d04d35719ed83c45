"""The server: lists of many games, and decisions at many tables."""

from __future__ import annotations

from bench import yardstick
from bench.figure import Row, Run, column, compare, compare_with_base, figure, floor

MAX_LIST_TIME = 500_000  # decisions of engine/inside
MAX_SLOWDOWN = 2.0  # of decisions while a client reloads the lists
LIST_ROUNDS = 5
MAX_RECEIPT = 150.0  # milliseconds
RECEIPT_ROUNDS = DECISION_ROUNDS = 5
SPREAD_ROUNDS = 3
MAX_SPREAD = 1.8
MAX_REJOIN = 8.0  # seconds
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
    """Milliseconds from a decision to its receipt by the last of four seats, at 150 tables.

    The rows are the 99th percentile, the median, decisions per second, the number of tables that
    lost a decision, and the memory of a table.  600 seats play for half a minute; then the server
    is killed, and the versions that it confirmed are compared with the stored ones.
    """
    task = "bench.server:receipts"
    measured = run.alternate({"ours": task, "base": task}, RECEIPT_ROUNDS)
    lost = compare_with_base("server/receipt/lost", "tables", measured, "lost")
    slow = compare_with_base("server/receipt", "ms", measured, "p99")
    return [
        floor(slow, f"<= {MAX_RECEIPT:g} ms", reached=slow.value <= MAX_RECEIPT),
        compare_with_base("server/receipt/median", "ms", measured, "median"),
        compare("server/receipt/decisions", "1/s", column(measured["ours"], "decisions")),
        floor(lost, "0", reached=lost.value == 0),
        compare_with_base("server/receipt/memory", "kB", measured, "memory"),
    ]


@figure("server/capacity")
def capacity(run: Run) -> list[Row]:
    """The number of tables at which the 99th percentile of a receipt exceeds 150 ms."""
    measured = run.alternate({"ours": "bench.server:capacity"}, rounds=1)["ours"]
    return [compare("server/capacity", "tables", column(measured, "tables"))]


@figure("server/decision")
def decision(run: Run) -> list[Row]:
    """Processor milliseconds of the server for a decision with four pages, at saturation.

    The rows are the milliseconds, decisions per second, the bytes that a page receives, and the
    milliseconds with the event loop of Python.  The clients at 40 tables play without pauses; the
    server uses uvloop.
    """
    task = "bench.server:decisions"
    measured = run.alternate({"ours": task, "base": task}, DECISION_ROUNDS)
    size = compare_with_base("server/decision/bytes", "bytes", measured, "bytes")
    task = "bench.server:decisions_on_asyncio"
    on_asyncio = run.alternate({"ours": task, "base": task}, DECISION_ROUNDS)
    return [
        compare_with_base("server/decision", "ms", measured, "cpu"),
        compare("server/decision/rate", "1/s", column(measured["ours"], "rate")),
        floor(size, f"<= {MAX_BYTES} bytes", reached=size.value <= MAX_BYTES),
        compare_with_base("server/decision/asyncio", "ms", on_asyncio, "cpu"),
    ]


@figure("server/spread")
def spread(run: Run) -> list[Row]:
    """Processor milliseconds of a decision if a table's pages are spread over two servers.

    The last row is how many times more that is than at one server.  Both use one PostgreSQL.
    """
    measured = run.alternate({"ours": "bench.servers:spread"}, SPREAD_ROUNDS)["ours"]
    ratio = compare("server/spread/ratio", "", column(measured, "ratio"))
    return [
        compare("server/spread", "ms", column(measured, "spread")),
        compare("server/spread/together", "ms", column(measured, "together")),
        floor(ratio, f"<= {MAX_SPREAD:g}", reached=ratio.value <= MAX_SPREAD),
    ]


@figure("server/rejoin")
def rejoin(run: Run) -> list[Row]:
    """Seconds until all 800 pages of a killed server have their 200 tables from another server.

    The rows are the last page, the median, and the processor milliseconds of a page.
    """
    measured = run.alternate({"ours": "bench.servers:rejoin"}, SPREAD_ROUNDS)["ours"]
    last = compare("server/rejoin", "s", column(measured, "last"))
    return [
        floor(last, f"<= {MAX_REJOIN:g} s", reached=last.value <= MAX_REJOIN),
        compare("server/rejoin/median", "s", column(measured, "median")),
        compare("server/rejoin/cpu", "ms", column(measured, "cpu")),
    ]
