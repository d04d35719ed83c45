"""The memory of a state.

``engine/state_bytes`` counts what Python hands out for a copy (tracemalloc): the object and the
buffers of its vectors, without what all copies share.  ``engine/state_bytes/resident`` is by how
much the process grows with 100,000 copies, divided by their number.
"""

from __future__ import annotations

from bench.figure import Row, Run, compare, figure, floor
from bench.side import Told

PEER_BYTES = "bench.peers.catanatron:traced"
WANTED = 8_000


@figure("engine/state_bytes")
def state_bytes(run: Run) -> list[Row]:
    """Bytes of a state at three moments of a four-player game; ratio = peer / ours."""
    name = "engine/state_bytes"
    task = "bench.games:traced"
    counted = sizes(run.alternate({"ours": task, "pure": task, "peer": PEER_BYTES}, rounds=1))
    held = sizes(run.alternate({"ours": "bench.games:resident"}, rounds=1))
    peer = run.peer.name if run.peer is not None else None
    rows = []
    for row_name, size in (
        (name, counted.get("ours")),
        (f"{name}/resident", held.get("ours")),
        (f"{name}/pure", counted.get("pure")),
    ):
        if size is not None:
            row = compare(
                row_name, "bytes", size, peer, counted.get("peer"), smaller_is_better=True
            )
            rows.append(row)
    rows[0] = floor(rows[0], f"< {WANTED:,} bytes", reached=rows[0].value < WANTED)
    return rows


def sizes(told: dict[str, list[Told]]) -> dict[str, list[float]]:
    """The bytes that each side told."""
    return {
        side: [one["bytes"] for one in answers]
        for side, answers in told.items()
        if all("bytes" in one for one in answers)
    }
