"""Select the puzzles of the package from those that a search found, and write them to a file."""

import gzip
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from random import Random
from typing import Final

import msgspec

from redcathedral.ai.puzzles.puzzle import Collection, Puzzle
from redcathedral.files import write_bytes
from tools.puzzles.solution import actions_of, lead

EASY_DIVISOR: Final = 2  # the bot `greedy` solves at most 1/2 of the selected puzzles


def select(candidates: Iterable[Puzzle], size: int, seed: int) -> list[Puzzle]:
    """Select ``size`` puzzles of as many kinds as possible, in a random order.

    The next puzzle is always the one whose number of players, grade and actions are the rarest
    among the selected puzzles; among equals, the clearest one.  The bot `greedy` solves at most
    half of the puzzles.
    """
    remaining = sorted(candidates, key=lambda puzzle: (-lead(puzzle), puzzle.id))
    kinds = {puzzle.id: _kinds(puzzle) for puzzle in remaining}
    counts: Counter[str] = Counter()
    selected: list[Puzzle] = []
    easy = 0
    while remaining and len(selected) < size:
        allowed = [
            puzzle
            for puzzle in remaining
            if "greedy" not in puzzle.found or easy < size // EASY_DIVISOR
        ]
        if not allowed:
            break
        best = max(allowed, key=lambda puzzle: _rarity(kinds[puzzle.id], counts))
        remaining.remove(best)
        selected.append(best)
        counts.update(kinds[best.id])
        easy += "greedy" in best.found
    Random(seed).shuffle(selected)
    return selected


def _kinds(puzzle: Puzzle) -> list[str]:
    return [f"{puzzle.players} players", f"grade {puzzle.grade}", *sorted(actions_of(puzzle))]


def _rarity(kinds: Sequence[str], counts: Counter[str]) -> float:
    """Return a number that decreases with the number of selected puzzles of these kinds."""
    return sum(1 / (1 + counts[kind]) ** 2 for kind in kinds)


def save(collection: Collection, path: Path) -> None:
    """Write puzzles to a file; the same puzzles give the same bytes."""
    write_bytes(path, gzip.compress(msgspec.json.encode(collection), 9, mtime=0))
