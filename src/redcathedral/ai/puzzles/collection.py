"""The puzzles that come with the package: which there are, and which one is that of a day."""

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
HALF: Final = 2  # of all puzzles no more than one in so many is found by the bot `greedy`


class Collection(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Puzzles of one edition, in the order of the days."""

    edition_hash: str
    puzzles: tuple[Puzzle, ...]

    def puzzle(self, id: str) -> Puzzle | None:
        """The puzzle of this name."""
        return next((puzzle for puzzle in self.puzzles if puzzle.id == id), None)

    def of_day(self, day: date) -> Puzzle:
        """That of a day, the same for everybody; after the last one the first comes again."""
        return self.puzzles[day.toordinal() % len(self.puzzles)]

    def save(self, path: Path) -> None:
        """Write them to a file, which is the same for the same puzzles."""
        write_bytes(path, gzip.compress(msgspec.json.encode(self), 9, mtime=0))


@functools.cache
def load() -> Collection:
    """The puzzles that come with the package."""
    data = files("redcathedral.ai.puzzles").joinpath(FILE).read_bytes()
    return msgspec.json.decode(gzip.decompress(data), type=Collection)


def select(found: Iterable[Puzzle], size: int, seed: int) -> list[Puzzle]:
    """So many of the puzzles found, of all kinds as many as can be, in an order by lot.

    One after the other that is taken whose number of players, grade and actions are the rarest
    among those taken before; of alike ones the clearer.  In half of them `greedy` is wrong.
    """
    rest = sorted(found, key=lambda puzzle: (-puzzle.gain, puzzle.id))
    kinds = {puzzle.id: _kinds(puzzle) for puzzle in rest}
    counts: Counter[str] = Counter()
    taken: list[Puzzle] = []
    easy = 0
    while rest and len(taken) < size:
        fitting = [one for one in rest if "greedy" not in one.found or easy < size // HALF]
        if not fitting:
            break
        best = max(fitting, key=lambda one: _rarity(kinds[one.id], counts))
        rest.remove(best)
        taken.append(best)
        counts.update(kinds[best.id])
        easy += "greedy" in best.found
    Random(seed).shuffle(taken)
    return taken


def _kinds(puzzle: Puzzle) -> list[str]:
    return [f"{puzzle.players} players", f"grade {puzzle.grade}", *sorted(puzzle.actions())]


def _rarity(kinds: Sequence[str], counts: Counter[str]) -> float:
    """How much is gained by one more of these kinds."""
    return sum(1 / (1 + counts[kind]) ** 2 for kind in kinds)
