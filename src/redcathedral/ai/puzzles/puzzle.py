"""Puzzles: a position, its solution, and its difficulty; the puzzles of the package."""

import functools
import gzip
from collections.abc import Sequence
from datetime import date
from importlib.resources import files
from typing import Final, TypeAlias

import msgspec

from redcathedral.ai.analysis.reason import Advantage
from redcathedral.ai.analysis.value import Value
from redcathedral.ai.bots.levels import LEVELS
from redcathedral.engine import rules
from redcathedral.engine.phases import DONE, ROLL
from redcathedral.engine.state import State
from redcathedral.record.game_record import Record
from redcathedral.record.replay import read

FILE: Final = "puzzles.json.gz"
Decisions: TypeAlias = tuple[int, ...]


class OtherTurn(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A turn that is not the solution, and its value for the seat to move.

    ``less`` is its loss compared with the solution, as a share of the win, and ``error`` half of
    the 95 % interval of the loss, on the same dice.
    """

    ids: Decisions
    value: Value
    less: float
    error: float


class Puzzle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position, as a record that begins with it, and its solution.

    ``ids`` are the decisions of the solution up to the end of the turn or a re-roll, ``value`` is
    its value for the seat to move, and ``others`` are the best other turns, best first.
    ``reasons`` are the advantages over the best other turn; ``found`` has the names of the bots
    that find the solution.
    """

    players: int
    seed: int
    turn: int
    record: str
    ids: Decisions
    value: Value
    others: tuple[OtherTurn, ...]
    reasons: tuple[Advantage, ...]
    found: tuple[str, ...]

    @property
    def id(self) -> str:
        """The id: the number of human players, the seed of the game, and the turn."""
        return f"{self.players}-{self.seed}-{self.turn}"

    @property
    def grade(self) -> int:
        """The difficulty, from 0: the number of levels up to the strongest that did not find it."""
        grade = len(LEVELS)
        for level in reversed([*LEVELS]):
            if level not in self.found:
                break
            grade -= 1
        return grade

    def game(self) -> Record:
        """Return a new record that begins with the position."""
        return read(self.record)

    def state(self) -> State:
        """Return the position."""
        return self.game().first_state()


def apply_all(state: State, ids: Sequence[int]) -> State:
    """Return the position after decisions."""
    result = state.copy()
    for move in ids:
        rules.apply(result, move)
    return result


def ends_turn(before: State, after: State) -> bool:
    """Return whether a decision ended the turn, or was a re-roll or a choice for Ivan."""
    return bool(after.turn != before.turn or after.phase == ROLL or before.phase > DONE)


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
