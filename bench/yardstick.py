"""Limits on times and speeds, relative to the speed of this machine in this run.

A limit in milliseconds, or in evaluations per second, depends on the machine as much as on the
program.  So limits compare a figure with ``engine/inside``, measured in the same run: a speed is a
share of its decisions per second, and a time is the time of a number of its decisions.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterable

from bench.figure import Row, Run, compare, floor
from bench.side import Measured
from bench.speed import rates

REFERENCE_FIGURE = "engine/inside"
TASK = "bench.games:inside"
ROUNDS = 5


def measure(run: Run) -> list[Measured]:
    """Measure ``engine/inside`` a few times, for a figure that takes minutes."""
    return [run.ours.call(TASK, number) for number in range(ROUNDS)]


def at_least(
    name: str, unit: str, values: list[float], inside: list[Measured], share: float
) -> Row:
    """Return the row of a speed that must be at least this share of the decisions per second."""
    row = compare(name, unit, values, REFERENCE_FIGURE, rates(inside, "decisions"))
    assert row.ratio is not None
    return floor(row, f">= 1/{1 / share:.0f} of {REFERENCE_FIGURE}", reached=row.ratio >= share)


def within(row: Row, decisions: int, inside: Iterable[Measured]) -> Row:
    """Return a row of milliseconds, limited to the time of a number of decisions."""
    decisions_taken = row.value / 1000 * statistics.median(rates(inside, "decisions"))
    limit = (
        f"<= time of {decisions:,} decisions of {REFERENCE_FIGURE}, takes {decisions_taken:,.0f}"
    )
    return floor(row, limit, reached=decisions_taken <= decisions)
