"""The site: a first visit, clicks, hints, memory, and the engine as WebAssembly.

The limits are for two idle cores, so they are absolute.
"""

from __future__ import annotations

from bench.figure import Figure, Row, Run, column, compare, figure, floor
from bench.speed import UNIT, rates
from tests.e2e.browser import NO_BROWSER

ROUNDS = 5
MAX_BYTES = 8_500_000  # from a host that compresses nothing
MAX_DRAWN = 1_000  # ms
MAX_USABLE = 4_000  # ms
MAX_USABLE_AGAIN = 3_500  # ms
MAX_CLICK = 10  # ms
MAX_HINTS = 3  # s
MAX_MEMORY = 110  # MB
MAX_MASTER = 300  # ms
MAX_TURN = 20  # ms
MIN_DECISIONS = 800_000


def requires_site(measured: Figure) -> Figure:
    """Measure a figure only where there are a browser and a site with a compiled engine."""

    def rows(run: Run) -> list[Row]:
        found = run.ours.call("bench.site:built", 0)
        if not found["browser"]:
            run.missing.append(NO_BROWSER)
        elif not found["site"]:
            run.missing.append("The site is not built. Run: make site")
        elif not found["compiled"]:
            run.missing.append(
                "The engine of the site is interpreted, so it is not measured. "
                "build/site-parts/python/redcathedral/_build.txt says why"
            )
        else:
            return measured(run)
        return []

    return rows


@figure("site/visit")
@requires_site
def visit(run: Run) -> list[Row]:
    """Bytes and milliseconds of a first visit, and milliseconds of a second one.

    The start page is usable when the server in the page has answered its first request; ``board``
    is the time until a link to a game shows the board.
    """
    measured = run.alternate({"ours": "bench.site:first_visit"}, ROUNDS)["ours"]

    def row(name: str, key: str, limit: int, unit: str = "ms") -> Row:
        return at_most(limit, f"site/visit/{name}", unit, column(measured, key))

    return [
        row("bytes", "bytes", MAX_BYTES, "bytes"),
        row("drawn", "drawn", MAX_DRAWN),
        row("usable", "usable", MAX_USABLE),
        row("again/drawn", "drawn_again", MAX_DRAWN),
        row("again/usable", "usable_again", MAX_USABLE_AGAIN),
        row("again/board", "board", MAX_USABLE_AGAIN),
    ]


@figure("site/click")
@requires_site
def click(run: Run) -> list[Row]:
    """Milliseconds from a click to the message with the new position, when it is stored.

    The rows are the median and the 95th percentile of 60 decisions of two persons at one device.
    """
    measured = run.alternate({"ours": "bench.site:clicks"}, ROUNDS)["ours"]
    return [
        at_most(MAX_CLICK, "site/click", "ms", column(measured, "milliseconds")),
        compare("site/click/slow", "ms", column(measured, "slow")),
    ]


@figure("site/hints")
@requires_site
def hints(run: Run) -> list[Row]:
    """Seconds until hints are shown; for the ``first`` ones, a second Python starts."""
    measured = run.alternate({"ours": "bench.site:hints"}, ROUNDS)["ours"]
    return [
        at_most(MAX_HINTS, "site/hints", "s", column(measured, "seconds")),
        compare("site/hints/first", "s", column(measured, "first")),
    ]


@figure("site/memory")
@requires_site
def memory(run: Run) -> list[Row]:
    """Megabytes by which the first and the second Python enlarge the processes of the pages.

    Also the number of Pythons in a game without bots, before anybody requests hints.
    """
    measured = run.alternate({"ours": "bench.site:memory"}, ROUNDS)["ours"]
    return [
        at_most(MAX_MEMORY, "site/memory/first", "MB", column(measured, "first")),
        at_most(MAX_MEMORY, "site/memory/second", "MB", column(measured, "second")),
        at_most(1, "site/memory/pythons", "Pythons", column(measured, "pythons")),
    ]


@figure("site/turn")
@requires_site
def turn(run: Run) -> list[Row]:
    """Milliseconds of the median turn of each level, in the second Python of a page."""
    measured = run.alternate({"ours": "bench.site:turns"}, ROUNDS)["ours"]
    return [
        at_most(
            MAX_MASTER if level == "master" else MAX_TURN,
            f"site/turn/{level}",
            "ms",
            column(measured, level),
        )
        for level in measured[0]
    ]


@figure("site/decisions")
@requires_site
def decisions(run: Run) -> list[Row]:
    """Random decisions per second in the second Python of a page."""
    measured = run.alternate({"ours": "bench.site:decisions"}, ROUNDS)["ours"]
    row = compare("site/decisions", UNIT, rates(measured, "decisions"))
    return [floor(row, f">= {MIN_DECISIONS:,}", reached=row.value >= MIN_DECISIONS)]


def at_most(limit: int, name: str, unit: str, values: list[float]) -> Row:
    """Return a row with an upper limit."""
    row = compare(name, unit, values)
    return floor(row, f"<= {limit:,} {unit}", reached=row.value <= limit)
