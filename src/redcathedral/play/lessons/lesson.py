"""Load the lessons, ``<name>.toml`` in this folder, and follow a learner's attempt at a step.

A file has the header of a game record, and the steps of the lesson.  A step names the rule that it
teaches, and has lines of a record (``game``), which continue the game of the step before, or of the
step ``after``, or begin with a new position.  For each decision that the learner must make,
``wanted`` lists patterns of the accepted decisions, such as ``tile * up``.  The texts of a step are
in the locales, under its name.
"""

from fnmatch import fnmatchcase
from functools import cache
from importlib.resources import files
from typing import Final

import msgspec

from redcathedral.play.game import Game
from redcathedral.record.notation import decision_text
from redcathedral.record.replay import read

LESSONS: Final = ("first", "solo", "advanced")
FOLDER: Final = files("redcathedral.play.lessons")
DICE_SEED: Final = 1  # all learners get the same dice


class Exercise(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A step of a lesson: the lines that lead to it (``game``), and the decisions to make in it."""

    name: str
    rule: str
    wanted: list[list[str]]
    game: str
    after: str | None = None


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The steps of a lesson, and the header of their record, with the players."""

    header: str
    steps: list[Exercise]

    def index(self, name: str) -> int:
        """Return the number of a step by its name, counted from 0."""
        return [step.name for step in self.steps].index(name)

    def attempt(self, index: int) -> "Attempt":
        """Start a step, counted from 0."""
        record = read(self.header + self._lines(index))
        return Attempt(self.steps[index], Game(record=record, seed=DICE_SEED))

    def _lines(self, index: int) -> str:
        step = self.steps[index]
        if step.game.startswith("start "):
            return step.game
        return self._lines(self.index(step.after) if step.after else index - 1) + step.game

    def change(self, index: int) -> tuple[str, int] | None:
        """Return why the table differs from the end of the step before: a text, and its number."""
        step = self.steps[index]
        if step.after:
            return "since.back", 0
        if step.game.startswith("start "):
            return ("since.new", 0) if index else None
        turns = f"\n{step.game}".count("\nturn ") - 1
        return ("since.turns", turns) if turns > 0 else None


class Attempt:
    """A learner's attempt at a step: its game, and the decisions still to be made."""

    def __init__(self, step: Exercise, game: Game) -> None:
        self.step = step
        self.game = game
        self._prepared_moves = len(game.history)

    @property
    def decisions_made(self) -> int:
        """The number of decisions that the learner has played."""
        return len(self.game.history) - self._prepared_moves

    @property
    def is_done(self) -> bool:
        """Whether all wanted decisions have been played."""
        return self.decisions_made >= len(self.step.wanted)

    @property
    def expected(self) -> list[int]:
        """The legal decisions that are accepted now."""
        if self.is_done:
            return []
        patterns = self.step.wanted[self.decisions_made]
        return [
            decision
            for decision in self.game.legal_ids
            if any(fnmatchcase(decision_text(decision), pattern) for pattern in patterns)
        ]


@cache
def load_lesson(name: str) -> Lesson:
    """Load a lesson by its name, one of ``LESSONS``."""
    text = FOLDER.joinpath(f"{name}.toml").read_text(encoding="utf-8")
    return msgspec.toml.decode(text, type=Lesson)
