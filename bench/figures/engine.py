"""The engine: random games, and the time and memory of a copy of a state."""

from __future__ import annotations

from bench.figure import Row, Run, column, compare, figure, floor
from bench.side import Measured
from bench.speed import speeds

COPY = "bench.games:copy"
PEER_COPY = "bench.peers.catanatron:copy"
PEER_BYTES = "bench.peers.catanatron:traced"
MIN_COPY_RATIO = 60  # times the peer's speed
MAX_BYTES = 8_000


@figure("engine/inside")
def inside(run: Run) -> list[Row]:
    """Decisions per second of four random players inside the compiled engine."""
    return speeds(run, "engine/inside", "bench.games:inside", min_ratio=60)


@figure("engine/python")
def python(run: Run) -> list[Row]:
    """Decisions per second of the same games driven from Python: ``legal``, ``play``, ``roll``."""
    return speeds(run, "engine/python", "bench.games:from_python", min_ratio=30)


@figure("engine/copy")
def copy(run: Run) -> list[Row]:
    """Microseconds of a copy, at three moments of a four-player game; ratio = peer / ours."""
    measured = run.alternate({"ours": COPY, "pure": COPY, "peer": PEER_COPY})
    times = {side: column(results, "microseconds") for side, results in measured.items()}
    peer = run.peer.name if run.peer is not None else None
    rows = [
        compare(name, "us", times[side], peer, times.get("peer"), smaller_is_better=True)
        for side, name in (("ours", "engine/copy"), ("pure", "engine/copy/pure"))
        if side in times
    ]
    ratio = rows[0].ratio
    if ratio is not None:
        rows[0] = floor(rows[0], f">= {MIN_COPY_RATIO} x", reached=ratio >= MIN_COPY_RATIO)
    return rows


@figure("engine/state_bytes")
def state_bytes(run: Run) -> list[Row]:
    """Bytes of a state at three moments of a four-player game; ratio = peer / ours.

    ``engine/state_bytes`` counts the bytes that Python allocates for a copy (tracemalloc): the
    object and the buffers of its vectors, without shared parts.  ``engine/state_bytes/resident`` is
    the growth of the process with 100,000 copies, divided by their number.
    """
    name = "engine/state_bytes"
    task = "bench.games:traced"
    counted = sizes(run.alternate({"ours": task, "pure": task, "peer": PEER_BYTES}, rounds=1))
    resident = sizes(run.alternate({"ours": "bench.games:resident"}, rounds=1))
    peer = run.peer.name if run.peer is not None else None
    rows = [
        compare(row_name, "bytes", size, peer, counted.get("peer"), smaller_is_better=True)
        for row_name, size in (
            (name, counted.get("ours")),
            (f"{name}/resident", resident.get("ours")),
            (f"{name}/pure", counted.get("pure")),
        )
        if size is not None
    ]
    rows[0] = floor(rows[0], f"< {MAX_BYTES:,} bytes", reached=rows[0].value < MAX_BYTES)
    return rows


def sizes(measured: dict[str, list[Measured]]) -> dict[str, list[float]]:
    """Return the bytes that each side measured."""
    return {
        side: column(results, "bytes")
        for side, results in measured.items()
        if all("bytes" in result for result in results)
    }
