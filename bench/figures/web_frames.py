"""How smoothly things move on a slow processor."""

from __future__ import annotations

from bench.figure import Row, Run, compare, figure
from tests.e2e.browser import NONE

ROUNDS = 3


@figure("web/frames")
def frames(run: Run) -> list[Row]:
    """Frames over 20 ms in a hundred while something moves, 1280 x 800, the processor throttled.

    Beside those of the base where one is named: the share says little by itself.
    """
    if not run.ours.call("bench.page:browser", 0)["found"]:
        run.missing.append(NONE)
        return []
    task = "bench.page:frames"
    told = run.alternate({"ours": task, "base": task}, rounds=ROUNDS)
    late = {name: [one["late"] for one in all_] for name, all_ in told.items()}
    base = "base" if "base" in late else None
    return [
        compare("web/frames", "%", late["ours"], base, late.get("base"), smaller_is_better=True),
        compare("web/frames/drawn", "frames", [one["frames"] for one in told["ours"]]),
    ]
