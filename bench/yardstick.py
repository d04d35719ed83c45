"""The speed of this machine, in this run, as the unit in which limits on time are stated.

A limit in milliseconds, or in evaluations per second, depends on the machine as much as on the
program.  So limits compare a figure with ``engine/inside``, measured in the same run: a speed is a
share of its decisions per second, a time is the time in which it makes a number of decisions.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterable

from bench.figure import Row, Run, compare, floor
from bench.side import Told
from bench.speed import rates

INSIDE = "engine/inside"
TASK = "bench.games:inside"
ROUNDS = 5


def measure(run: Run) -> list[Told]:
    """Measure ``engine/inside`` a few times, for a figure that takes minutes."""
    return [run.ours.call(TASK, number) for number in range(ROUNDS)]


def at_least(name: str, unit: str, values: list[float], inside: list[Told], share: float) -> Row:
    """Return the row of a speed that must be at least this share of the decisions per second."""
    row = compare(name, unit, values, INSIDE, rates(inside, "decisions"))
    assert row.ratio is not None
    return floor(row, f">= 1/{1 / share:.0f} of {INSIDE}", reached=row.ratio >= share)


def within(row: Row, decisions: int, inside: Iterable[Told]) -> Row:
    """Return a row of milliseconds, limited to the time of a number of decisions."""
    took = row.value / 1000 * statistics.median(rates(inside, "decisions"))
    limit = f"<= time of {decisions:,} decisions of {INSIDE}, takes {took:,.0f}"
    return floor(row, limit, reached=took <= decisions)
