"""Results of the engine and of the bots that must be the same natively and in Pyodide.

``python -m tests.site.results full`` prints them as JSON; ``short`` is for an interpreted engine.
"""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path
from typing import Final, NamedTuple, TypedDict

from redcathedral.ai.bots import make
from redcathedral.ai.bots.levels import LEVELS
from redcathedral.compiled import engine_build
from redcathedral.engine import rules
from redcathedral.play.dice import Dice
from redcathedral.play.match import decide
from redcathedral.record import replay
from tests.engine.golden import GAMES, golden
from tests.perft.positions import KINDS
from tests.properties.modes import ALL, EIGHT
from tools.perft_count import perft

CONFORMANCE: Final = Path(__file__).parents[1] / "conformance"


class Extent(NamedTuple):
    """How much is calculated."""

    games: int  # of the golden hash
    depth: int  # of perft
    turns: int  # of each level
    master_turns: int


EXTENTS: Final = {"full": Extent(GAMES, 6, 20, 20), "short": Extent(len(ALL) // 2, 3, 20, 3)}


class Results(TypedDict):
    """Everything that is compared, and which engine calculated it."""

    engine: str
    games: dict[str, str]  # hashes of the conformance games, as written, or their problems
    perft: dict[str, dict[str, list[int]]]  # counts by mode and position, as in counts.json
    golden: str
    steps: dict[str, list[int]]  # decisions and outcomes by level


def results(extent: Extent) -> Results:
    """Calculate everything."""
    return {
        "engine": engine_build(),
        "games": {path.name: replayed(path) for path in sorted(CONFORMANCE.glob("*.rcg.gz"))},
        "perft": {
            mode.name: {
                kind: [perft(start(mode), depth) for depth in range(1, extent.depth + 1)]
                for kind, start in KINDS.items()
            }
            for mode in EIGHT
        },
        "golden": golden(extent.games),
        "steps": {
            level: steps(level, extent.master_turns if level == "master" else extent.turns)
            for level in LEVELS
        },
    }


def replayed(path: Path) -> str:
    """Replay a game with all its checks; return a hash of the game as written."""
    report = replay(path)
    if report.problems or report.record is None:
        return str(report.problems)
    return hashlib.sha256(report.record.text(states=True, legal=True).encode()).hexdigest()


def steps(level: str, turns: int) -> list[int]:
    """Return the steps of the first turns of a game for two between bots of a level."""
    state = EIGHT[1].start()
    dice = Dice(5)
    bots = [make(level, 5, seat) for seat in range(2)]
    played = []
    while not state.is_over and state.turn < turns:
        if state.is_chance:
            played.append(dice.draw(state))
            rules.settle(state, played[-1])
        else:
            played.append(decide(bots[state.seat], state))
            rules.play(state, played[-1])
    return played


if __name__ == "__main__":
    print(json.dumps(results(EXTENTS[sys.argv[1]])))
