"""The search of whole turns, the evaluator, and the time limits of bots."""

from __future__ import annotations

from bench import yardstick
from bench.figure import Row, Run, column, compare, figure, floor
from bench.speed import UNIT, rates

MIN_DECISIONS = 1 / 6  # of engine/inside
MIN_EVALUATIONS = 1 / 100  # of engine/inside
MAX_OVERTIME = 1.1  # times the time limit
GAMES = 20


@figure("search/decisions")
def decisions(run: Run) -> list[Row]:
    """Decisions per second in the search of turns, with the evaluator of ``greedy``."""
    return _measure_share(run, "search/decisions", UNIT, MIN_DECISIONS)


@figure("search/evaluations")
def evaluations(run: Run) -> list[Row]:
    """Positions per second that the network evaluates, one by one, as in a search."""
    return _measure_share(run, "search/evaluations", "positions/s", MIN_EVALUATIONS)


def _measure_share(run: Run, name: str, unit: str, min_share: float) -> list[Row]:
    """Measure a task of ``bench.search`` and ``engine/inside`` in turns."""
    count = name.partition("/")[2]
    task, inside = (run.ours, f"bench.search:{count}", ()), (run.ours, yardstick.TASK, ())
    measured = run.take_turns({name: task, yardstick.REFERENCE_FIGURE: inside})
    values = rates(measured[name], count)
    return [yardstick.at_least(name, unit, values, measured[yardstick.REFERENCE_FIGURE], min_share)]


@figure("search/overtime")
def overtime(run: Run) -> list[Row]:
    """The longest turn of 20 games of ``master``, relative to the time limit.

    It is measured by the clock, and by processor time, which other programs do not influence.
    """
    measured = run.alternate({"ours": "bench.search:overtime"}, rounds=GAMES)["ours"]
    rows = []
    for name, key in (("search/overtime", "longest"), ("search/overtime/used", "longest_used")):
        row = compare(name, "x", [max(column(measured, key))])
        rows.append(floor(row, f"< {MAX_OVERTIME:g}", reached=row.value < MAX_OVERTIME))
    return rows
