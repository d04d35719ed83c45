"""A whole training: rounds of games and lessons, kept so that it can stop and go on at any time."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Final

from redcathedral.bots.weights import Weights, save, shape_of
from redcathedral.box import load_edition
from redcathedral.play.crew import work
from redcathedral.training.exam import exam
from redcathedral.training.learner import Examples, Learner
from redcathedral.training.selfplay import Lessons, Practice, pupil

WEIGHTS: Final = "weights.bin"
CHECKPOINT: Final = "checkpoint.pt"
CURVE: Final = "curve.jsonl"
PLAN: Final = "plan.json"
EXAMS: Final = 5  # rounds from one exam to the next
CHUNK: Final = 25  # games handed to a process at a time


class CourseError(RuntimeError):
    """A training that cannot go on here: why, and the way out."""


@dataclass(frozen=True)
class Plan:
    """What is done: rounds, games in each, and how they are played and learned from."""

    rounds: int = 60
    games: int = 1000
    batches: int = 250
    nodes: int = 300
    seed: int = 1
    window: int = 8  # rounds whose games are learned from
    explore: float = 0.05
    warm: int = 2  # rounds played by the opinion of `greedy`
    rate: float = 2e-3
    last_rate: float = 1e-4


@dataclass(frozen=True)
class Round:
    """What a round came to: losses, examples, seconds, and the exam where there was one.

    ``won`` is the share of games won against ``greedy``, of ``exam_games``.
    """

    number: int
    games: int
    examples: int
    share_loss: float
    margin_loss: float
    seconds_playing: float
    seconds_learning: float
    won: float
    exam_games: int


class Course:
    """A training in a folder: the plan, the weights, all that is needed to go on, and the curve."""

    def __init__(self, plan: Plan, folder: Path, edition: str | None = None) -> None:
        self.plan = plan
        self.folder = folder
        self.edition_path = edition
        self.edition = load_edition(edition)
        self.learner = Learner(plan.seed)
        folder.mkdir(parents=True, exist_ok=True)
        asked = {"edition_hash": self.edition.hash, **asdict(plan)}
        if (folder / PLAN).exists():
            kept = json.loads((folder / PLAN).read_text())
            if {**kept, "rounds": 0} != {**asked, "rounds": 0}:
                raise CourseError(
                    f"{folder} holds another training ({kept}); go on with the same options, or "
                    "name another folder"
                )
        (folder / PLAN).write_text(json.dumps(asked, indent=1) + "\n")
        self.done = 0
        if (folder / CHECKPOINT).exists():
            self.done = self.learner.load(folder / CHECKPOINT)
            curve = (folder / CURVE).read_text().splitlines()[: self.done]
            (folder / CURVE).write_text("".join(f"{line}\n" for line in curve))

    def rounds(self, jobs: int) -> Iterator[Round]:
        """The rounds that are left; each comes when it is done and kept."""
        window: list[list[Lessons]] = []
        for number in range(self.done, self.plan.rounds):
            began = time.perf_counter()
            lessons = self._play(number, jobs)
            window = [*window, lessons][-self.plan.window :]
            played = time.perf_counter() - began
            began = time.perf_counter()
            share, margin = self._learn(number, window)
            learned = time.perf_counter() - began
            self._keep(number + 1)
            has_exam = (number + 1) % EXAMS == 0 or number + 1 == self.plan.rounds
            won, games = 0.0, 0
            if has_exam:
                won, games = exam(self.folder / WEIGHTS, self.edition_path, self.plan.nodes, jobs)
            result = Round(
                number + 1,
                len(lessons),
                sum(len(lesson.shares) for lesson in lessons),
                round(share, 5),
                round(margin, 5),
                round(played, 1),
                round(learned, 1),
                won,
                games,
            )
            with (self.folder / CURVE).open("a") as curve:
                curve.write(json.dumps(asdict(result)) + "\n")
            yield result

    def _play(self, number: int, jobs: int) -> list[Lessons]:
        plan = self.plan
        weights = str(self.folder / WEIGHTS) if number >= plan.warm else ""
        practice = Practice(plan.nodes, plan.explore)
        first = plan.seed * 10_000_000 + number * plan.games
        pieces = [
            range(start, min(start + CHUNK, first + plan.games))
            for start in range(first, first + plan.games, CHUNK)
        ]
        hire = partial(pupil, self.edition_path, weights, practice)
        with closing(work(hire, pieces, jobs)) as done:
            parts = dict(done)
        return [lesson for start in sorted(parts) for lesson in parts[start]]

    def _learn(self, number: int, window: list[list[Lessons]]) -> tuple[float, float]:
        lessons = [lesson for games in window for lesson in games if lesson.shares]
        examples = [
            Examples.of([lesson for lesson in lessons if lesson.seats == seats])
            for seats in sorted({lesson.seats for lesson in lessons})
        ]
        plan = self.plan
        progress = number / max(1, plan.rounds - 1)
        rate = plan.rate * (plan.last_rate / plan.rate) ** progress
        return self.learner.learn(examples, plan.batches, rate)

    def _keep(self, done: int) -> None:
        made = {**asdict(self.plan), "rounds": done}
        edition = self.edition
        numbers = self.learner.numbers()
        weights = Weights(edition.id, edition.hash, shape_of(edition), made, numbers)
        save(weights, self.folder / WEIGHTS)
        self.learner.save(self.folder / CHECKPOINT, done)
