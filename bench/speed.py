"""Speeds of random games: the rows that ``engine/inside`` and ``engine/python`` share."""

from __future__ import annotations

from collections.abc import Iterable

from bench.figure import Row, Run, compare, floor
from bench.side import Told

PEER_GAMES = "bench.peers.catanatron:games"
UNIT = "decisions/s"


def speeds(run: Run, name: str, task: str, wanted: float) -> list[Row]:
    """Decisions a second of us and of the peer in turns, with and without forced decisions.

    Every row compares with what the same count gives for the peer.
    """
    told = run.alternate({"ours": task, "pure": task, "peer": PEER_GAMES})
    rows = [
        row(run, name, told, "ours", "decisions", wanted),
        row(run, f"{name}/unforced", told, "ours", "unforced"),
    ]
    if "pure" in told:
        rows.append(row(run, f"{name}/pure", told, "pure", "decisions"))
        rows.append(row(run, f"{name}/pure/unforced", told, "pure", "unforced"))
    return rows


def row(
    run: Run, name: str, told: dict[str, list[Told]], side: str, count: str, wanted: float = 0
) -> Row:
    """One row; ``wanted`` is how many times the peer's speed it should be."""
    peer = run.peer.name if run.peer is not None and "peer" in told else None
    ours = rates(told[side], count)
    made = compare(name, UNIT, ours, peer, rates(told.get("peer", []), count))
    if wanted and made.ratio is not None:
        return floor(made, f">= {wanted:g} x", reached=made.ratio >= wanted)
    return made


def rates(told: Iterable[Told], count: str) -> list[float]:
    """What was counted, a second."""
    return [one[count] / one["seconds"] for one in told]
