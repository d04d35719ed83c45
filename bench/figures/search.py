"""The search of whole turns, the evaluator, and whether bots keep to their time."""

from __future__ import annotations

from bench import yardstick
from bench.figure import Row, Run, compare, figure, floor
from bench.speed import UNIT, rates

DECISIONS = 1 / 6  # of engine/inside
EVALUATIONS = 1 / 100  # of engine/inside
OVERTIME = 1.1
GAMES = 20


@figure("search/decisions")
def decisions(run: Run) -> list[Row]:
    """Decisions per second in the search of turns, with the evaluator of ``greedy``."""
    return _share(run, "search/decisions", UNIT, DECISIONS)


@figure("search/evaluations")
def evaluations(run: Run) -> list[Row]:
    """Positions per second that the network evaluates, one by one, as in a search."""
    return _share(run, "search/evaluations", "positions/s", EVALUATIONS)


def _share(run: Run, name: str, unit: str, wanted: float) -> list[Row]:
    """Measure a task of ``bench.search`` and ``engine/inside`` in turns."""
    count = name.partition("/")[2]
    task, inside = (run.ours, f"bench.search:{count}", ()), (run.ours, yardstick.TASK, ())
    measured = run.take_turns({name: task, yardstick.REFERENCE_FIGURE: inside})
    values = rates(measured[name], count)
    return [yardstick.at_least(name, unit, values, measured[yardstick.REFERENCE_FIGURE], wanted)]


@figure("search/overtime")
def overtime(run: Run) -> list[Row]:
    """The longest turn of 20 games by ``planner`` and ``master``, relative to the time limit.

    It is measured by the clock, and by processor time, which other programs do not influence.
    """
    measured = run.alternate({"ours": "bench.search:overtime"}, rounds=GAMES)["ours"]
    rows = []
    for name, key in (("search/overtime", "longest"), ("search/overtime/used", "longest_used")):
        row = compare(name, "x", [max(one[key] for one in measured)])
        rows.append(floor(row, f"< {OVERTIME:g}", reached=row.value < OVERTIME))
    return rows
