"""A whole training: rounds of games and examples, kept so that it can stop and go on at any time.

Its folder holds the settings, the games of the last rounds, the weights, the checkpoint, and the
curve as lines and as a picture.  The checkpoint is written last: a round that it does not know of
is done again, with the games where they are there, and comes out the same.
"""

import time
import zlib
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from pickle import UnpicklingError
from typing import Final
from zipfile import BadZipFile

import msgspec

from redcathedral.ai.weights.file import PLAYER_COUNTS, Weights, WeightsError, load, save, shape_of
from redcathedral.box import load_edition
from redcathedral.files import lock_folder, write_text
from redcathedral.lab.training.evaluation import evaluate
from redcathedral.lab.training.learner import Examples, Learner, load_examples, save_examples
from redcathedral.lab.training.learning_curve import RoundResult, curve_lines, picture, read_curve
from redcathedral.lab.training.seat_bias import GamePredictions, fit_seat_bias, make_bias_worker
from redcathedral.lab.training.self_play import GameExamples, make_self_play_worker
from redcathedral.lab.training.settings import TrainingError, TrainingSettings, save_settings
from redcathedral.play.process_pool import run_jobs

WEIGHTS: Final = "weights.bin"
CHECKPOINT: Final = "checkpoint.pt"
CURVE: Final = "curve.jsonl"
PICTURE: Final = "curve.svg"
GAMES: Final = "games-{:04}.npz"
UNREAD: Final = (
    BadZipFile,
    EOFError,
    LookupError,
    OSError,
    RuntimeError,
    TypeError,
    UnpicklingError,
    ValueError,
    zlib.error,
)
EXAMS: Final = 5  # rounds from one exam to the next
CHUNK: Final = 25  # games handed to a process at a time


class TrainingRun:
    """A training in a folder, from where it stopped; ``done`` rounds are."""

    def __init__(
        self, settings: TrainingSettings, folder: Path, edition: str | None = None
    ) -> None:
        """Begin or go on; raises TrainingError where that cannot be, EditionError, OSError."""
        self.settings = settings
        self.folder = folder
        self.weights_path = folder / WEIGHTS  # as they are after the last round done
        self.picture_path = folder / PICTURE  # the learning curve so far
        self.edition_path = edition
        self.edition = load_edition(edition)
        folder.mkdir(parents=True, exist_ok=True)
        self.learner = Learner(settings.seed, settings.hidden)
        self.done = 0
        with _locked(folder):
            save_settings(folder, settings, self.edition.hash, shape_of(self.edition))
            if (folder / CHECKPOINT).exists():
                try:
                    self.done = self.learner.load(folder / CHECKPOINT)
                except UNREAD as error:
                    raise TrainingError(_unread(folder / CHECKPOINT, error)) from None
            try:
                self.curve = read_curve(folder / CURVE)[: self.done]
            except (msgspec.DecodeError, UnicodeDecodeError) as error:
                raise TrainingError(_unread(folder / CURVE, error)) from None
        self._window: dict[int, list[Examples]] = {}

    @property
    def steps_left(self) -> int:
        left = range(self.done, self.settings.rounds)
        pieces = sum(
            len(self._pieces(number)) for number in left if not self._games(number).exists()
        )
        return len(left) + pieces + (self._leaning_games if left else 0)

    def steps(self, jobs: int) -> Iterator[RoundResult | None]:
        """All that is left to do: a round when it is done and kept, None for some games of it.

        Raises TrainingError where another process trains in this folder.
        """
        settings = self.settings
        with _locked(self.folder):
            if self.done > 0 and not self._has_weights():
                self._save_weights(self.done)  # those of a later round may have been written
            for number in range(self.done, settings.rounds):
                began = time.perf_counter()
                if not self._games(number).exists():
                    yield from self._play(number, jobs)
                examples = self._look_back(number)
                played = time.perf_counter() - began
                began = time.perf_counter()
                share, margin = self._learn(number, examples)
                learned = time.perf_counter() - began
                self._save_weights(number + 1)
                won, games = 0.0, 0
                is_last = number + 1 == settings.rounds
                if (number + 1) % EXAMS == 0 or is_last:
                    won, games = evaluate(
                        self.weights_path, self.edition_path, settings.nodes, jobs
                    )
                result = RoundResult(
                    number + 1,
                    self._size(number),
                    examples,
                    round(share, 5),
                    round(margin, 5),
                    round(played, 1),
                    round(learned, 1),
                    won,
                    games,
                )
                self.curve.append(result)
                write_text(self.folder / CURVE, curve_lines(self.curve))
                write_text(self.picture_path, picture(self.curve))
                if is_last:
                    yield from self._lean(jobs)
                self.done = number + 1
                self.learner.save(self.folder / CHECKPOINT, self.done)
                yield result

    @property
    def _first_seed(self) -> int:
        return self.settings.seed * 10_000_000

    @property
    def _leaning_games(self) -> int:
        return self.settings.leaning * len(PLAYER_COUNTS)

    def _games(self, number: int) -> Path:
        return self.folder / GAMES.format(number + 1)

    def _size(self, number: int) -> int:
        return self.settings.games if number > 0 else self.settings.warm

    def _pieces(self, number: int) -> list[range]:
        before = self.settings.warm + (number - 1) * self.settings.games if number > 0 else 0
        first = self._first_seed + before
        last = first + self._size(number)
        return [range(start, min(start + CHUNK, last)) for start in range(first, last, CHUNK)]

    def _play(self, number: int, jobs: int) -> Iterator[None]:
        settings = self.settings
        if number < settings.first_rounds:
            settings = replace(settings, trace=settings.first_trace)
        weights = str(self.weights_path) if number > 0 else ""
        hire = partial(make_self_play_worker, self.edition_path, weights, settings)
        parts: dict[int, list[GameExamples]] = {}
        with closing(run_jobs(hire, self._pieces(number), jobs)) as played:
            for start, examples in played:
                parts[start] = examples
                yield None
        examples = [game for start in sorted(parts) for game in parts[start]]
        save_examples(self._games(number), Examples.of(examples))

    def _look_back(self, number: int) -> int:
        """Have the games of the last rounds at hand, older ones no more; the newest examples."""
        first = max(0, number + 1 - self.settings.window)
        for old in range(first):
            self._window.pop(old, None)
            self._games(old).unlink(missing_ok=True)
        for wanted in range(first, number + 1):
            if wanted not in self._window:
                path = self._games(wanted)
                try:
                    self._window[wanted] = load_examples(path)
                except UNREAD as error:
                    raise TrainingError(_unread(path, error)) from None
        return sum(len(examples.targets) for examples in self._window[number])

    def _learn(self, number: int, examples: int) -> tuple[float, float]:
        settings = self.settings
        window = [part for round_ in sorted(self._window) for part in self._window[round_]]
        progress = number / max(1, settings.rounds - 1)
        rate = settings.rate * (settings.last_rate / settings.rate) ** progress
        return self.learner.learn(Examples.by_seats(window), settings.passes * examples, rate)

    def _lean(self, jobs: int) -> Iterator[None]:
        hire = partial(
            make_bias_worker, self.edition_path, str(self.weights_path), self._first_seed
        )
        found: dict[int, GamePredictions] = {}
        with closing(run_jobs(hire, range(self._leaning_games), jobs)) as played:
            for number, course in played:
                found[number] = course
                yield None
        leanings = fit_seat_bias([found[number] for number in sorted(found)])
        save(replace(load(self.weights_path), seat_biases=leanings), self.weights_path)

    def _has_weights(self) -> bool:
        try:
            return load(self.weights_path).numbers == self.learner.numbers()
        except WeightsError:
            return False

    def _save_weights(self, done: int) -> None:
        made = {**asdict(self.settings), "rounds": done}
        edition = self.edition
        numbers = self.learner.numbers()
        weights = Weights(edition.id, edition.hash, shape_of(edition), made, numbers)
        save(weights, self.weights_path)


def _locked(folder: Path) -> AbstractContextManager[object]:
    refusal = TrainingError(f"{folder} has a training running; name another folder")
    return lock_folder(folder, refusal)


def _unread(path: Path, error: Exception) -> str:
    reason = " ".join(str(error).split())  # PyTorch tells in several lines
    return f"{path} cannot be read ({reason}): begin a training in another folder"
