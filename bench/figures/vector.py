"""The vector environment: steps of many games per call, and growth of memory."""

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
    """Steps per second of single games, with all arrays copied to the caller's.

    In the rows ``unforced`` forced decisions are made automatically, only steps are counted, and
    they are compared with the unforced decisions of ``engine/inside``.  Our rows are compared with
    ``engine/inside`` of the same rounds; rows of other environments with ``vector/steps``.
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
    measured = run.take_turns(tasks)
    inside = rates(measured["inside"], "decisions")
    unforced = rates(measured["inside"], "unforced")
    ours = rates(measured[""], "steps")
    rows = []
    for name, found in measured.items():
        if name == "inside":
            continue
        values = rates(found, "steps")
        if name[1:] in ENVIRONMENTS:
            _, peer = ENVIRONMENTS[name[1:]]
            rows.append(compare(f"vector/steps{name}", UNIT, ours, peer, values))
            continue
        peer_values = unforced if name.endswith("/unforced") else inside
        row = compare(f"vector/steps{name}", UNIT, values, "engine/inside", peer_values)
        if name == "":
            share = statistics.median(a / b for a, b in zip(values, inside, strict=True))
            row = floor(row, ">= 1/7 of engine/inside", reached=share >= WANTED)
        rows.append(row)
    return rows


@figure("vector/growth")
def growth(run: Run) -> list[Row]:
    """Bytes by which the process grows in 100 million steps, after 50 million others."""
    measured = run.ours.call("bench.vector:growth", 0, GROWN_STEPS)
    if "bytes" not in measured:
        run.missing.append("this system does not report the resident memory")
        return []
    row = Row("vector/growth", measured["bytes"], "bytes")
    return [floor(row, f"< {MAX_GROWTH:,}", reached=row.value < MAX_GROWTH)]
