"""The puzzles of the package: load and select them, and choose the puzzle of the day."""

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
EASY_PART: Final = 2  # the bot `greedy` solves at most half of the puzzles


class Collection(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Puzzles of one edition, in the order of the days."""

    edition_hash: str
    puzzles: tuple[Puzzle, ...]

    def puzzle(self, id: str) -> Puzzle | None:
        """Return the puzzle with this id, or None."""
        return next((puzzle for puzzle in self.puzzles if puzzle.id == id), None)

    def of_day(self, day: date) -> Puzzle:
        """Return the puzzle of a day; after the last puzzle the first one follows."""
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
    among the selected ones; of equals the clearest.  The bot `greedy` solves at most half of them.
    """
    candidates_left = sorted(candidates, key=lambda puzzle: (-puzzle.gain, puzzle.id))
    kinds = {puzzle.id: _kinds(puzzle) for puzzle in candidates_left}
    counts: Counter[str] = Counter()
    selected: list[Puzzle] = []
    easy = 0
    while candidates_left and len(selected) < size:
        fitting = [
            puzzle
            for puzzle in candidates_left
            if "greedy" not in puzzle.found or easy < size // EASY_PART
        ]
        if not fitting:
            break
        best = max(fitting, key=lambda puzzle: _rarity(kinds[puzzle.id], counts))
        candidates_left.remove(best)
        selected.append(best)
        counts.update(kinds[best.id])
        easy += "greedy" in best.found
    Random(seed).shuffle(selected)
    return selected


def _kinds(puzzle: Puzzle) -> list[str]:
    return [f"{puzzle.players} players", f"grade {puzzle.grade}", *sorted(puzzle.actions())]


def _rarity(kinds: Sequence[str], counts: Counter[str]) -> float:
    """Return a number that is greater the fewer selected puzzles have these kinds."""
    return sum(1 / (1 + counts[kind]) ** 2 for kind in kinds)
