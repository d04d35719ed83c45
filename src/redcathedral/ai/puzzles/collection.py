"""Load the puzzles of the package, choose the puzzle of the day, and select new puzzles."""

import functools
import gzip
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import date
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Final

import msgspec

from redcathedral.ai.puzzles.puzzle import Puzzle
from redcathedral.files import write_bytes

FILE: Final = "puzzles.json.gz"
EASY_DIVISOR: Final = 2  # the bot `greedy` solves at most 1/2 of the selected puzzles


class Collection(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Puzzles of one edition, in the order in which they are the puzzle of the day."""

    edition_hash: str
    puzzles: tuple[Puzzle, ...]

    def puzzle(self, id: str) -> Puzzle | None:
        """Return the puzzle with this id, or None."""
        return next((puzzle for puzzle in self.puzzles if puzzle.id == id), None)

    def of_day(self, day: date) -> Puzzle:
        """Return the puzzle of a day; the puzzles repeat after the last one."""
        return self.puzzles[day.toordinal() % len(self.puzzles)]

    def save(self, path: Path) -> None:
        """Write the puzzles to a file; the same puzzles give the same bytes."""
        write_bytes(path, gzip.compress(msgspec.json.encode(self), 9, mtime=0))


@functools.cache
def load() -> Collection:
    """Load the puzzles of the package."""
    data = files("redcathedral.ai.puzzles").joinpath(FILE).read_bytes()
    return msgspec.json.decode(gzip.decompress(data), type=Collection)


def select(candidates: Iterable[Puzzle], size: int, seed: int) -> list[Puzzle]:
    """Select ``size`` puzzles of as many kinds as possible, in a random order.

    The next puzzle is always the one whose number of players, grade and actions are the rarest
    among the selected puzzles; among equals, the clearest one.  The bot `greedy` solves at most
    half of the puzzles.
    """
    remaining = sorted(candidates, key=lambda puzzle: (-puzzle.gain, puzzle.id))
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
    return [f"{puzzle.players} players", f"grade {puzzle.grade}", *sorted(puzzle.actions())]


def _rarity(kinds: Sequence[str], counts: Counter[str]) -> float:
    """Return a number that decreases with the number of selected puzzles of these kinds."""
    return sum(1 / (1 + counts[kind]) ** 2 for kind in kinds)
