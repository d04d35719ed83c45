"""The effort to enter a whole box: inputs, and minutes by the keystroke-level model."""

from __future__ import annotations

from bench.figure import Row, Run, compare, figure, floor
from tests.e2e.box_inputs import WAYS, inputs, seconds
from tests.e2e.test_my_box import MAX_INPUTS, MAX_MINUTES


@figure("box/entry")
def entry(run: Run) -> list[Row]:  # noqa: ARG001  # counted, not measured
    """Clicks or keys to enter the invented box of the tests, and the estimated minutes.

    The same list of inputs enters the box in a browser in ``tests/e2e/test_my_box.py``.
    """
    rows = []
    for way in WAYS:
        entries = inputs(way)
        count = compare(f"box/entry/{way}", "inputs", [sum(one.count for one in entries)])
        minutes = compare(f"box/entry/{way}/time", "minutes", [seconds(entries) / 60])
        rows += [
            floor(count, f"<= {MAX_INPUTS}", reached=count.value <= MAX_INPUTS),
            floor(minutes, f"<= {MAX_MINUTES}", reached=minutes.value <= MAX_MINUTES),
        ]
    return rows
