"""The vector environment: steps of many games per call, and growth of memory."""

from __future__ import annotations

import statistics

from bench.figure import Row, Run, Task, compare, figure, floor
from bench.peers import ENVIRONMENTS
from bench.side import ROOT, Side, SideError
from bench.speed import rates

UNIT = "steps/s"
GAMES = 1_024
OTHER_GAMES = (64, 4_096)
MANY_GAMES = 16_384
SINGLE_RATIOS = {"gymnasium": 1.3, "pettingzoo": 0.8}
TRAIN_PYTHON = ROOT / ".venv-train" / "bin" / "python"
MIN_SHARE = 1 / 7  # of engine/inside; a fifth is the goal
GROWTH_STEPS = 100_000_000
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
    tasks[f"/{MANY_GAMES}/bits"] = (run.ours, task, (MANY_GAMES, 0, 1))
    if run.pure is not None:
        tasks["/pure"] = (run.pure, task, (64, 0))
    if run.peer is not None:
        for name, (task_name, _) in ENVIRONMENTS.items():
            tasks[f"/{name}"] = (run.peer, f"bench.peers.{task_name}", ())
    measured = run.take_turns(tasks)
    inside = rates(measured["inside"], "decisions")
    unforced = rates(measured["inside"], "unforced")
    ours = rates(measured[""], "steps")
    rows = []
    for name, results in measured.items():
        if name == "inside":
            continue
        values = rates(results, "steps")
        if name[1:] in ENVIRONMENTS:
            _, peer = ENVIRONMENTS[name[1:]]
            rows.append(compare(f"vector/steps{name}", UNIT, ours, peer, values))
            continue
        peer_values = unforced if name.endswith("/unforced") else inside
        row = compare(f"vector/steps{name}", UNIT, values, "engine/inside", peer_values)
        if name == "":
            shares = [ours / theirs for ours, theirs in zip(values, inside, strict=True)]
            share = statistics.median(shares)
            row = floor(row, ">= 1/7 of engine/inside", reached=share >= MIN_SHARE)
        rows.append(row)
    return rows


@figure("vector/single")
def single(run: Run) -> list[Row]:
    """Steps per second of one game with full observations, next to PettingZoo's connect four."""
    if run.peer is None:
        return []
    try:
        with Side("environments", TRAIN_PYTHON) as ours:
            tasks: dict[str, Task] = {
                name: (ours, f"bench.single_games:{name}", ()) for name in SINGLE_RATIOS
            }
            task_name, peer = ENVIRONMENTS["connect-four"]
            tasks["peer"] = (run.peer, f"bench.peers.{task_name}", ())
            measured = run.take_turns(tasks)
    except SideError as error:
        run.missing.append(f"{error}: `make test-train` sets it up")
        return []
    rows = []
    for name, ratio in SINGLE_RATIOS.items():
        if name not in measured:
            continue
        values, peer_values = (rates(measured.get(side, []), "steps") for side in (name, "peer"))
        row = compare(f"vector/single/{name}", UNIT, values, peer, peer_values)
        reached = row.ratio is not None and row.ratio >= ratio
        rows.append(floor(row, f">= {ratio} of {peer}", reached=reached))
    return rows


@figure("vector/growth")
def growth(run: Run) -> list[Row]:
    """Bytes by which the process grows in 100 million steps, after 50 million steps of warm-up."""
    measured = run.ours.call("bench.vector:growth", 0, GROWTH_STEPS)
    if "bytes" not in measured:
        run.missing.append("this system does not report the resident memory")
        return []
    row = Row("vector/growth", measured["bytes"], "bytes")
    return [floor(row, f"< {MAX_GROWTH:,}", reached=row.value < MAX_GROWTH)]
