"""Many games a call: steps of the vector environment, and what they leave in memory."""

from __future__ import annotations

import statistics

from bench.figure import Row, Run, Task, compare, figure, floor
from bench.peers import ENVIRONMENTS
from bench.speed import rates

UNIT = "steps/s"
GAMES = 1_024
OTHER_GAMES = (64, 4_096)
WANTED = 1 / 7  # of engine/inside; the aim is a fifth
GROWN_STEPS = 100_000_000
MAX_GROWTH = 4_000_000  # bytes


@figure("vector/steps")
def steps(run: Run) -> list[Row]:
    """Steps a second, one game's step counted as one, with all arrays copied to the caller's.

    By ``unforced`` decisions without a choice are made at once, and only steps are counted, beside
    the decisions with a choice of ``engine/inside``.  A row of ours has ``engine/inside`` of the
    same rounds beside it; in a row of another environment ours, of ``vector/steps``, comes first.
    """
    task = "bench.vector:steps"
    tasks: dict[str, Task] = {
        "inside": (run.ours, "bench.games:inside", ()),
        "": (run.ours, task, (GAMES, 0)),
        "/unforced": (run.ours, task, (GAMES, 1)),
    }
    for games in OTHER_GAMES:
        tasks[f"/{games}"] = (run.ours, task, (games, 0))
        tasks[f"/{games}/unforced"] = (run.ours, task, (games, 1))
    if run.pure is not None:
        tasks["/pure"] = (run.pure, task, (64, 0))
    if run.peer is not None:
        for name, (played, _) in ENVIRONMENTS.items():
            tasks[f"/{name}"] = (run.peer, f"bench.peers.{played}", ())
    told = run.take_turns(tasks)
    inside = rates(told["inside"], "decisions")
    unforced = rates(told["inside"], "unforced")
    ours = rates(told[""], "steps")
    rows = []
    for name, found in told.items():
        if name == "inside":
            continue
        values = rates(found, "steps")
        if name[1:] in ENVIRONMENTS:
            _, peer = ENVIRONMENTS[name[1:]]
            rows.append(compare(f"vector/steps{name}", UNIT, ours, peer, values))
            continue
        beside = unforced if name.endswith("/unforced") else inside
        row = compare(f"vector/steps{name}", UNIT, values, "engine/inside", beside)
        if name == "":
            share = statistics.median(a / b for a, b in zip(values, inside, strict=True))
            row = floor(row, ">= 1/7 of engine/inside", reached=share >= WANTED)
        rows.append(row)
    return rows


@figure("vector/growth")
def growth(run: Run) -> list[Row]:
    """Bytes that the process has grown by in 100 million steps, after 50 million others."""
    told = run.ours.call("bench.vector:growth", 0, GROWN_STEPS)
    if "bytes" not in told:
        run.missing.append("this system does not tell the resident memory")
        return []
    row = Row("vector/growth", told["bytes"], "bytes")
    return [floor(row, f"< {MAX_GROWTH:,}", reached=row.value < MAX_GROWTH)]
