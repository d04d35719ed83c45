"""Run a training in a folder: rounds of self-play and learning, which can stop and resume.

The folder has the settings, the games of the latest rounds, the weights, a checkpoint, and the
learning curve.  Each round writes the checkpoint last.  An interrupted round is repeated, with its
games if they were stored, and gives the same result.
"""

import hashlib
import time
import zlib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, closing
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from pickle import UnpicklingError
from typing import Final
from zipfile import BadZipFile

import msgspec

from redcathedral.ai.weights.file import PLAYER_COUNTS, SHAPE, Weights, WeightsError, load, save
from redcathedral.box import load_edition
from redcathedral.files import lock_folder, write_bytes, write_text
from redcathedral.play.process_pool import run_jobs
from tools.training.evaluation import evaluate
from tools.training.examples import Examples, load_examples, save_examples
from tools.training.learner import Learner, hidden_units
from tools.training.learning_curve import RoundResult, curve_lines, curve_svg, read_curve
from tools.training.seat_bias import GamePredictions, fit_seat_bias, make_bias_worker
from tools.training.self_play import make_self_play_worker
from tools.training.settings import TrainingError, TrainingSettings, save_settings

WEIGHTS_FILE: Final = "weights.bin"
START_FILE: Final = "start.bin"
CHECKPOINT_FILE: Final = "checkpoint.pt"
CURVE_FILE: Final = "curve.jsonl"
CURVE_PICTURE: Final = "curve.svg"
GAMES_FILE: Final = "games-{:04}.npz"
READ_ERRORS: Final = (
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
EVALUATION_INTERVAL: Final = 8  # rounds
GAMES_PER_JOB: Final = 25  # played by a process before it reports


class TrainingRun:
    """A training in a folder; ``done`` is the number of completed rounds."""

    def __init__(
        self,
        settings: TrainingSettings,
        folder: Path,
        edition: str | None = None,
        start: Path | None = None,
    ) -> None:
        """Start a training or resume it; ``start`` is a file of weights to begin with.

        Raises TrainingError, WeightsError, EditionError or OSError.
        """
        if start is not None:
            settings = replace(settings, hidden=hidden_units(load(start)), start=_digest(start))
        self.settings = settings
        self.folder = folder
        self.weights_path = folder / WEIGHTS_FILE
        self.picture_path = folder / CURVE_PICTURE
        self.edition_path = edition
        folder.mkdir(parents=True, exist_ok=True)
        self.learner = Learner(settings.seed, settings.hidden)
        self.done = 0
        with _locked(folder):
            save_settings(folder, settings, load_edition(edition).hash, SHAPE)
            if settings.start:
                self._start_from(start)
            if (folder / CHECKPOINT_FILE).exists():
                try:
                    self.done = self.learner.load(folder / CHECKPOINT_FILE)
                except READ_ERRORS as error:
                    raise TrainingError(_read_error_text(folder / CHECKPOINT_FILE, error)) from None
            try:
                self.curve = read_curve(folder / CURVE_FILE)[: self.done]
            except (msgspec.DecodeError, UnicodeDecodeError) as error:
                raise TrainingError(_read_error_text(folder / CURVE_FILE, error)) from None
        self._window: dict[int, list[Examples]] = {}

    def _start_from(self, start: Path | None) -> None:
        """Begin with weights, of which the folder keeps a copy."""
        copy = self.folder / START_FILE
        if start is not None and not copy.exists():
            write_bytes(copy, start.read_bytes())
        self.learner.start_from(load(copy))

    @property
    def steps_left(self) -> int:
        rounds = range(self.done, self.settings.rounds)
        jobs = sum(
            len(self._seed_ranges(number))
            for number in rounds
            if not self._games_path(number).exists()
        )
        return len(rounds) + jobs + (self._bias_games if rounds else 0)

    def steps(self, jobs: int) -> Iterator[RoundResult | None]:
        """Train to the end; yield the result of each round, and None for each job of games.

        While the network learns from a round, the games of the next round are played with the
        network before it, so that no processor waits; only the first two rounds wait.
        Raises TrainingError if another process trains in this folder.
        """
        with _locked(self.folder), ThreadPoolExecutor(1) as thread:
            try:
                if (self.done > 0 or self.settings.start) and not self._has_weights():
                    self._save_weights(self.done)  # it may be from a later, interrupted round
                for number in range(self.done, self.settings.rounds):
                    yield from self._round(number, jobs, thread)
            finally:
                self.learner.stopped = True

    def _round(
        self, number: int, jobs: int, thread: ThreadPoolExecutor
    ) -> Iterator[RoundResult | None]:
        start = time.perf_counter()
        yield from self._play(number, jobs)
        examples = self._load_window(number)
        learning = thread.submit(self._learn, number, examples)
        is_last = number + 1 == self.settings.rounds
        if (number > 0 or self.settings.start) and not is_last:
            yield from self._play(number + 1, jobs)
        share, margin, seconds_learning = learning.result()
        self._save_weights(number + 1)
        won, games = 0.0, 0
        if (number + 1) % EVALUATION_INTERVAL == 0 or is_last:
            won, games = evaluate(self.weights_path, self.edition_path, self.settings.nodes, jobs)
        result = RoundResult(
            number + 1,
            self._game_count(number),
            examples,
            round(share, 5),
            round(margin, 5),
            round(time.perf_counter() - start, 1),
            round(seconds_learning, 1),
            won,
            games,
        )
        self.curve.append(result)
        write_text(self.folder / CURVE_FILE, curve_lines(self.curve))
        write_text(self.picture_path, curve_svg(self.curve))
        if is_last:
            yield from self._fit_seat_bias(jobs)
        self.done = number + 1
        self.learner.save(self.folder / CHECKPOINT_FILE, self.done)
        yield result

    @property
    def _first_seed(self) -> int:
        return self.settings.seed * 10_000_000

    @property
    def _bias_games(self) -> int:
        return self.settings.leaning * len(PLAYER_COUNTS)

    def _games_path(self, number: int) -> Path:
        return self.folder / GAMES_FILE.format(number + 1)

    def _game_count(self, number: int) -> int:
        return self.settings.warm if self._is_warming_up(number) else self.settings.games

    def _is_warming_up(self, number: int) -> bool:
        """Whether `greedy` plays the games of a round, because there are no weights yet."""
        return number == 0 and not self.settings.start

    def _seed_ranges(self, number: int) -> list[range]:
        first = self._first_seed + sum(map(self._game_count, range(number)))
        last = first + self._game_count(number)
        return [
            range(start, min(start + GAMES_PER_JOB, last))
            for start in range(first, last, GAMES_PER_JOB)
        ]

    def _play(self, number: int, jobs: int) -> Iterator[None]:
        """Play the games of a round, unless they are stored."""
        if self._games_path(number).exists():
            return
        settings = self.settings
        if number < settings.first_rounds and not settings.start:
            settings = replace(settings, trace=settings.first_trace)
        weights = "" if self._is_warming_up(number) else str(self.weights_path)
        make_worker = partial(make_self_play_worker, self.edition_path, weights, settings)
        packs: dict[int, bytes] = {}
        with closing(run_jobs(make_worker, self._seed_ranges(number), jobs)) as results:
            for first_seed, examples in results:
                packs[first_seed] = examples
                yield None
        save_examples(self._games_path(number), [packs[seed] for seed in sorted(packs)])

    def _load_window(self, number: int) -> int:
        """Load the latest games, delete older ones; return the number of new examples."""
        first = max(0, number + 1 - self.settings.window)
        for old in range(first):
            self._window.pop(old, None)
            self._games_path(old).unlink(missing_ok=True)
        for recent in range(first, number + 1):
            if recent not in self._window:
                path = self._games_path(recent)
                try:
                    self._window[recent] = load_examples(path)
                except READ_ERRORS as error:
                    raise TrainingError(_read_error_text(path, error)) from None
        return sum(len(examples.targets) for examples in self._window[number])

    def _learn(self, number: int, examples: int) -> tuple[float, float, float]:
        """Learn from the window; return the mean losses of share and margin, and the seconds."""
        start = time.perf_counter()
        settings = self.settings
        window = [part for round_ in sorted(self._window) for part in self._window[round_]]
        progress = number / max(1, settings.rounds - 1)
        rate = settings.rate * (settings.last_rate / settings.rate) ** progress
        count = settings.passes * examples
        share, margin = self.learner.learn(Examples.by_seats(window), count, rate)
        return share, margin, time.perf_counter() - start

    def _fit_seat_bias(self, jobs: int) -> Iterator[None]:
        make_worker = partial(
            make_bias_worker, self.edition_path, str(self.weights_path), self._first_seed
        )
        predictions: dict[int, GamePredictions] = {}
        with closing(run_jobs(make_worker, range(self._bias_games), jobs)) as results:
            for number, game in results:
                predictions[number] = game
                yield None
        biases = fit_seat_bias([predictions[number] for number in sorted(predictions)])
        save(replace(load(self.weights_path), seat_biases=biases), self.weights_path)

    def _has_weights(self) -> bool:
        try:
            return load(self.weights_path).numbers == self.learner.numbers()
        except WeightsError:
            return False

    def _save_weights(self, done: int) -> None:
        origin = {**asdict(self.settings), "rounds": done}
        save(Weights(SHAPE, origin, self.learner.numbers()), self.weights_path)


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:12]


def _locked(folder: Path) -> AbstractContextManager[object]:
    lock_error = TrainingError(f"{folder} has a training running; name another folder")
    return lock_folder(folder, lock_error)


def _read_error_text(path: Path, error: Exception) -> str:
    reason = " ".join(str(error).split())  # messages of PyTorch have several lines
    return f"{path} cannot be read ({reason}): start a training in another folder"
