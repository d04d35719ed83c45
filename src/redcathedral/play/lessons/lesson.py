"""Lessons as data: ``<name>.toml`` in this folder.

A file has the header of the game record and its steps.  A step has a position, or a position and
decisions that were played from there, as lines of the record; what is wanted: for each decision
that is asked for the patterns of those that do (``tile * up``); and the rule it is about.  What is
said of a step stands in the locales, by its name.
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
SEED: Final = 1  # of the dice: a step goes alike for everybody


class Exercise(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A prepared position (``game``) and the decisions that are asked for there, one by one."""

    name: str
    rule: str
    wanted: list[list[str]]
    game: str


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The steps of a lesson, and who plays in it: a header of the record."""

    header: str
    steps: list[Exercise]

    def index(self, name: str) -> int:
        """Where a step stands, counted from 0."""
        return [step.name for step in self.steps].index(name)

    def attempt(self, index: int) -> "Attempt":
        """A step from its beginning, counted from 0."""
        step = self.steps[index]
        return Attempt(step, Game(record=read(self.header + step.game), seed=SEED))


class Attempt:
    """Somebody at a step: the game there, and what is still wanted."""

    def __init__(self, step: Exercise, game: Game) -> None:
        self.step = step
        self.game = game
        self._given = len(game.history)

    @property
    def decisions_made(self) -> int:
        """How many decisions have been played here."""
        return len(self.game.history) - self._given

    @property
    def is_done(self) -> bool:
        """Whether all that is asked for was played."""
        return self.decisions_made >= len(self.step.wanted)

    @property
    def expected(self) -> list[int]:
        """The legal decisions that are asked for now."""
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
    """A lesson by its name, one of ``LESSONS``."""
    text = FOLDER.joinpath(f"{name}.toml").read_text(encoding="utf-8")
    return msgspec.toml.decode(text, type=Lesson)
