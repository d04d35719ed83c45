"""``python -m bench``: measure figures, print a table, and write ``build/bench.json``.

The exit status is 0 if everything was measured, 1 if a figure failed or the peer is missing (our
own figures are measured anyway), 2 for wrong usage, 130 after Ctrl-C.
"""

from __future__ import annotations

import argparse
import os
import platform
import sys
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from bench import report
from bench.figure import Figure, Row, Run, figures, owns
from bench.side import ROOT, Side, SideError

PEER_PYTHON = ROOT / ".venv-peer" / "bin" / "python"
RESULTS_FILE = ROOT / "build" / "bench.json"
ROUNDS = 15
SET_UP_PEER = (
    "`make bench` sets it up in .venv-peer with the network; manually: python3 -m venv .venv-peer, "
    "then .venv-peer/bin/python -m pip install --no-deps --require-hashes -r requirements/peer.txt"
)


def say(text: str) -> None:
    """Print progress to stderr."""
    print(text, end="", file=sys.stderr, flush=True)


def arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=(__doc__ or "").strip())
    parser.add_argument(
        "figures", nargs="*", metavar="FIGURE", help="the figures to measure; all by default"
    )
    parser.add_argument("--list", action="store_true", help="list the names of the figures")
    parser.add_argument(
        "--rounds", type=int, default=ROUNDS, help="turns of each side [%(default)s]"
    )
    parser.add_argument("--out", type=Path, default=RESULTS_FILE, help="the file for the figures")
    parser.add_argument(
        "--peer-python", type=Path, default=PEER_PYTHON, help="the Python that has the peer"
    )
    parser.add_argument(
        "--base-python",
        type=Path,
        help="the Python that has another version of the package, to compare the page with",
    )
    options = parser.parse_args(argv)
    if options.rounds < 1:
        parser.error("--rounds: at least 1")
    return options


def chosen_figures(names: Sequence[str]) -> dict[str, Figure]:
    """Return the requested figures; raises ValueError for an unknown name."""
    known = figures()
    chosen = {name: known[name] for name in known if not names or _is_requested(name, names)}
    for word in names:
        if not any(_is_requested(name, [word]) for name in known):
            raise ValueError(f"there is no figure {word}; there are {', '.join(known)}")
    return chosen


def _is_requested(name: str, words: Sequence[str]) -> bool:
    """Return whether a figure, its group or one of its rows is requested."""
    return any(owns(word, name) or owns(name, word) for word in words)


def open_sides(
    stack: ExitStack, peer_python: Path, rounds: int, base_python: Path | None = None
) -> Run:
    """Start the processes; those that cannot be started are listed as missing."""
    ours = stack.enter_context(Side("redcathedral", Path(sys.executable)))
    compiled = ours.call("bench.games:engine", 0)["compiled"]
    run = Run(ours, None, None, rounds, say)
    if not compiled:
        run.missing.append("the package is not compiled, so these are interpreted figures")
    else:
        pure = stack.enter_context(Side("interpreted", Path(sys.executable), ROOT / "src"))
        if pure.call("bench.games:engine", 0)["compiled"]:
            run.missing.append("src is compiled, so there are no interpreted figures")
        else:
            run.pure = pure
    if base_python is not None:
        run.base = stack.enter_context(Side("base", base_python))
    try:
        peer = stack.enter_context(Side("catanatron", peer_python))
        parts = peer.call("bench.peers.catanatron:about", 0)
        peer.name = f"catanatron {'.'.join(f'{part:g}' for part in parts.values())}"
        run.peer = peer
    except SideError as error:
        run.missing.append(f"no peer: {error}. {SET_UP_PEER}")
    print(
        f"{'compiled' if compiled else 'pure'} engine next to "
        f"{run.peer.name if run.peer else 'nobody'}; "
        f"Python {platform.python_version()}, {os.cpu_count()} cores, "
        f"load {load()}; {rounds} rounds in turns, medians",
        flush=True,
    )
    return run


def load() -> str:
    """Return the load of the machine, if the system reports it."""
    return f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "unknown"


def measure(run: Run, chosen: dict[str, Figure], out: Path) -> list[Row]:
    """Measure the figures; write each to the file as soon as it is measured."""
    measured: list[Row] = []
    for name, function in chosen.items():
        say(f"{name}:")
        start = time.monotonic()
        try:
            rows = function(run)
        except SideError as error:
            run.missing.append(str(error))
            say(" failed\n")
            continue
        say(f" in {time.monotonic() - start:.0f} s\n")
        foreign = [row.name for row in rows if not owns(name, row.name)]
        if foreign:
            raise ValueError(f"figure {name} returned rows of another name: {foreign}")
        report.write(out, name, rows)
        measured += rows
    return measured


def main(argv: Sequence[str] | None = None) -> int:
    """Run the bench; return the exit status."""
    options = arguments(argv)
    try:
        chosen = chosen_figures(options.figures)
        report.read(options.out)
    except ValueError as error:
        print(f"bench: {error}", file=sys.stderr)
        return 2
    if options.list:
        print("\n".join(chosen))
        return 0
    try:
        with ExitStack() as stack:
            run = open_sides(stack, options.peer_python, options.rounds, options.base_python)
            rows = measure(run, chosen, options.out)
    except KeyboardInterrupt:
        say(f"\nstopped; the figures that were finished are in {options.out}\n")
        return 130
    except SideError as error:
        print(f"bench: {error}", file=sys.stderr)
        return 1
    print()
    print(report.table(rows))
    print("\nBigger ratios are better: ours / peer for speeds, peer / ours for time and bytes.")
    for reason in run.missing:
        print(f"bench: {reason}", file=sys.stderr)
    return 1 if run.missing else 0


if __name__ == "__main__":
    sys.exit(main())
