"""The page in a browser: clicks, animations, and the size of the first load."""

from __future__ import annotations

from bench import yardstick
from bench.figure import Figure, Row, Run, column, compare, compare_with_base, figure, floor
from tests.e2e.browser import NO_BROWSER

MAX_CLICK_TIME = 900_000  # decisions of engine/inside
CLICK_ROUNDS = 6
FRAME_ROUNDS = 3
MAX_WEIGHT = 300_000  # bytes


def requires_browser(measured: Figure) -> Figure:
    """Measure a figure only where there is a browser."""

    def rows(run: Run) -> list[Row]:
        if run.ours.call("bench.page:browser", 0)["found"]:
            return measured(run)
        run.missing.append(NO_BROWSER)
        return []

    return rows


@figure("web/click")
@requires_browser
def click(run: Run) -> list[Row]:
    """Milliseconds from a click to the new position on the screen, with a server on this machine.

    The rows are the median and the 95th percentile of 60 decisions of a game of four.
    """
    task = "bench.page:clicks"
    measured = run.alternate({"ours": task, "base": task}, rounds=CLICK_ROUNDS)
    median = compare_with_base("web/click", "ms", measured, "milliseconds")
    return [
        yardstick.within(median, MAX_CLICK_TIME, yardstick.measure(run)),
        compare_with_base("web/click/slow", "ms", measured, "slow"),
    ]


@figure("web/frames")
@requires_browser
def frames(run: Run) -> list[Row]:
    """Percentage of frames over 20 ms during animations, 1280 x 800, with a throttled processor.

    Compare with the base, because the percentage depends on the machine.
    """
    task = "bench.page:frames"
    measured = run.alternate({"ours": task, "base": task}, rounds=FRAME_ROUNDS)
    return [
        compare_with_base("web/frames", "%", measured, "late"),
        compare("web/frames/drawn", "frames", column(measured["ours"], "frames")),
    ]


@figure("web/weight")
@requires_browser
def weight(run: Run) -> list[Row]:
    """Bytes over the wire: page, fonts, texts, edition and the first message."""
    measured = run.alternate({"ours": "bench.page:weight"}, rounds=1)["ours"]
    row = compare("web/weight", "bytes", column(measured, "bytes"))
    return [floor(row, f"< {MAX_WEIGHT:,} bytes", reached=row.value < MAX_WEIGHT)]
