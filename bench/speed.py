"""Speeds of random games: the rows of ``engine/inside`` and ``engine/python``."""

from __future__ import annotations

from collections.abc import Iterable

from bench.figure import Row, Run, compare, floor
from bench.side import Measured

PEER_GAMES = "bench.peers.catanatron:games"
UNIT = "decisions/s"


def speeds(run: Run, name: str, task: str, min_ratio: float) -> list[Row]:
    """Measure decisions per second of us and the peer, with and without forced decisions."""
    measured = run.alternate({"ours": task, "pure": task, "peer": PEER_GAMES})
    rows = [
        row(run, name, measured, "ours", "decisions", min_ratio),
        row(run, f"{name}/unforced", measured, "ours", "unforced"),
    ]
    if "pure" in measured:
        rows.append(row(run, f"{name}/pure", measured, "pure", "decisions"))
        rows.append(row(run, f"{name}/pure/unforced", measured, "pure", "unforced"))
    return rows


def row(
    run: Run,
    name: str,
    measured: dict[str, list[Measured]],
    side: str,
    count: str,
    min_ratio: float = 0,
) -> Row:
    """Return a row; ``min_ratio`` is the required multiple of the peer's speed."""
    peer = run.peer.name if run.peer is not None and "peer" in measured else None
    ours = rates(measured[side], count)
    speed_row = compare(name, UNIT, ours, peer, rates(measured.get("peer", []), count))
    if min_ratio and speed_row.ratio is not None:
        return floor(speed_row, f">= {min_ratio:g} x", reached=speed_row.ratio >= min_ratio)
    return speed_row


def rates(measured: Iterable[Measured], count: str) -> list[float]:
    """Return a count per second, for each measurement."""
    return [result[count] / result["seconds"] for result in measured]
