"""An independent copy of a state, as search makes for every line it tries."""

from __future__ import annotations

from bench.figure import Row, Run, compare, figure, floor

PEER_COPY = "bench.peers.catanatron:copy"
WANTED = 1.0  # microsecond


@figure("engine/copy")
def copy(run: Run) -> list[Row]:
    """Microseconds a copy, at three moments of a four-player game; ratio = peer / ours."""
    task = "bench.games:copy"
    told = run.alternate({"ours": task, "pure": task, "peer": PEER_COPY})
    times = {side: [one["microseconds"] for one in all_] for side, all_ in told.items()}
    peer = run.peer.name if run.peer is not None else None
    rows = []
    for side, name in (("ours", "engine/copy"), ("pure", "engine/copy/pure")):
        if side in times:
            row = compare(name, "us", times[side], peer, times.get("peer"), smaller_is_better=True)
            rows.append(row)
    rows[0] = floor(rows[0], f"< {WANTED:g} us", reached=rows[0].value < WANTED)
    return rows
