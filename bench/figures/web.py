"""The page in a browser: clicks, animations, and the size of the first load."""

from __future__ import annotations

from bench import yardstick
from bench.figure import Figure, Row, Run, compare, figure, floor
from tests.e2e.browser import NO_BROWSER

CLICK = 900_000  # decisions of engine/inside in the time of one click
CLICK_ROUNDS = 6
FRAME_ROUNDS = 3
MAX_WEIGHT = 300_000  # bytes


def in_browser(measured: Figure) -> Figure:
    """Measure a figure only where there is a browser."""

    def rows(run: Run) -> list[Row]:
        if run.ours.call("bench.page:browser", 0)["found"]:
            return measured(run)
        run.missing.append(NO_BROWSER)
        return []

    return rows


@figure("web/click")
@in_browser
def click(run: Run) -> list[Row]:
    """From a click to the new position on the screen, server and browser on this machine.

    Milliseconds, the median of 60 decisions of a game of four, and the slowest twentieth.
    """
    task = "bench.page:clicks"
    measured = run.alternate({"ours": task, "base": task}, rounds=CLICK_ROUNDS)
    base = "base" if "base" in measured else None

    def row(name: str, key: str) -> Row:
        ours, other = ([one[key] for one in measured.get(side, [])] for side in ("ours", "base"))
        return compare(name, "ms", ours, base, other, smaller_is_better=True)

    usual = row("web/click", "milliseconds")
    return [
        yardstick.within(usual, CLICK, yardstick.measure(run)),
        row("web/click/slow", "slow"),
    ]


@figure("web/frames")
@in_browser
def frames(run: Run) -> list[Row]:
    """Percentage of frames over 20 ms during animations, 1280 x 800, with a throttled processor.

    Compare with the base, because the percentage depends on the machine.
    """
    task = "bench.page:frames"
    measured = run.alternate({"ours": task, "base": task}, rounds=FRAME_ROUNDS)
    late = {name: [one["late"] for one in all_] for name, all_ in measured.items()}
    base = "base" if "base" in late else None
    return [
        compare("web/frames", "%", late["ours"], base, late.get("base"), smaller_is_better=True),
        compare("web/frames/drawn", "frames", [one["frames"] for one in measured["ours"]]),
    ]


@figure("web/weight")
@in_browser
def weight(run: Run) -> list[Row]:
    """Bytes over the wire: page, fonts, texts, edition and the first message."""
    measured = run.alternate({"ours": "bench.page:weight"}, rounds=1)["ours"]
    row = compare("web/weight", "bytes", [one["bytes"] for one in measured])
    return [floor(row, f"< {MAX_WEIGHT:,} bytes", reached=row.value < MAX_WEIGHT)]
