"""Load the puzzles of the package, and choose the puzzle of the day."""

import functools
import gzip
from datetime import date
from importlib.resources import files
from typing import Final

import msgspec

from redcathedral.ai.puzzles.puzzle import Puzzle

FILE: Final = "puzzles.json.gz"


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


@functools.cache
def load() -> Collection:
    """Load the puzzles of the package."""
    data = files("redcathedral.ai.puzzles").joinpath(FILE).read_bytes()
    return msgspec.json.decode(gzip.decompress(data), type=Collection)
