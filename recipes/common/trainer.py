"""Train the network of a recipe: command line, limits, checks, and checkpoints.

The folder of a training run has the network, the state to resume from, and the learning curve.
"""

from __future__ import annotations

import argparse
import io
import math
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import Any, Final, TypeVar

from common.learning_curve import LearningCurve, check_text
from common.network import greedy_policy
from redcathedral.ai.bots import BotSpecError
from redcathedral.box.options import SIDES, BoardSide
from redcathedral.envs.policy import duel
from redcathedral.extras import needs
from redcathedral.files import lock_folder, write_bytes
from redcathedral.record import RecordError

with needs("train"):
    import torch
    from torch import nn

Value = TypeVar("Value")

NETWORK_FILE: Final = "network.pt"
OPPONENT: Final = "greedy"
DRAWN: Final = "drawn"
_UNTRACKED_OPTIONS: Final = frozenset(
    {"recipe", "out", "minutes", "steps", "check", "check_games", "threads", "start"}
)


class TrainerError(RuntimeError):
    """A training run cannot use its folder; the message says why and what to do."""


def _parser_of(
    convert: Callable[[str], Value], is_valid: Callable[[Value], bool], expected: str
) -> Callable[[str], Value]:
    def parse(text: str) -> Value:
        error = argparse.ArgumentTypeError(f"{text!r} is not {expected}")
        try:
            value = convert(text)
        except ValueError:
            raise error from None
        if not is_valid(value):
            raise error
        return value

    return parse


_non_negative = _parser_of(
    float, lambda number: 0 <= number < math.inf, "a number that is 0 or more"
)
_positive = _parser_of(float, lambda number: 0 < number < math.inf, "a number above 0")
_count = _parser_of(int, lambda number: number >= 1, "a whole number, at least 1")
_seed = _parser_of(int, lambda number: number >= 0, "a whole number, at least 0")
_even_count = _parser_of(
    int, lambda number: number >= 2 and number % 2 == 0, "an even number, at least 2"
)
_folder = _parser_of(Path, lambda path: path.is_dir() or not path.exists(), "a folder")


def options(recipe: str, summary: str, minutes: float, steps: float) -> argparse.ArgumentParser:
    """Return a parser with the options of all recipes; ``recipe`` is also the default folder.

    The options that a recipe adds check their numbers: a float must be 0 or more, an int 1 or more.
    """
    parser = argparse.ArgumentParser(
        prog=f"{recipe}.py",
        description=summary,
        formatter_class=argparse.ArgumentDefaultsHelpFormatter,
    )
    parser.register("type", float, _non_negative)
    parser.register("type", int, _count)
    parser.set_defaults(recipe=recipe)
    add = parser.add_argument
    add(
        "--out",
        type=_folder,
        default=Path(recipe),
        help="the folder of the run; a run in it resumes",
    )
    add("--minutes", type=_positive, default=minutes, help="the minutes to learn, without checks")
    add(
        "--steps",
        type=_positive,
        default=steps,
        help="the steps to learn; the run ends at the first limit that it reaches",
    )
    add("--check", type=float, default=5.0, help="the minutes between two checks")
    add(
        "--check-games",
        type=_even_count,
        default=400,
        help=f"the games of a check against {OPPONENT}, an even number",
    )
    add(
        "--side",
        choices=(*SIDES, DRAWN),
        default=DRAWN,
        help="the side of the workshops; drawn: both, in different games",
    )
    add("--threads", type=int, default=2, help="the threads that learn, or the processes that play")
    add("--seed", type=_seed, default=1, help="the seed of all random numbers")
    return parser


def sides_of(options: argparse.Namespace) -> tuple[BoardSide, ...]:
    """Return the sides of the workshops of a run."""
    return SIDES if options.side == DRAWN else (options.side,)


def run(main: Callable[[], None]) -> None:
    """Run a recipe; errors are printed as one line, and Ctrl-C ends it without a traceback."""
    try:
        main()
    except (TrainerError, BotSpecError, RecordError) as error:
        sys.exit(str(error))
    except KeyboardInterrupt:
        sys.exit("stopped immediately: the same command resumes from the last checkpoint")


class Trainer:
    """A training run of a network; it resumes from the checkpoint in its folder.

    The recipe counts ``steps``, adds ``notes`` to the checks, and stores other state in ``extra``.
    """

    def __init__(self, options: argparse.Namespace, network: nn.Module, optimizer: Any) -> None:
        """Start or resume a run; raises TrainerError."""
        torch.set_num_threads(options.threads)
        self.network = network
        self.optimizer = optimizer
        self.steps = 0
        self.minutes = 0.0
        self.notes: dict[str, float] = {}
        self.extra: dict[str, Any] = {}
        self._options = options
        self._folder: Path = options.out
        self._curve = LearningCurve(options.out)
        self._last_check = 0.0
        if self._path.exists():
            self._resume()
        torch.manual_seed(options.seed + self.steps)
        self._curve.drop_after(self.steps)

    @property
    def _path(self) -> Path:
        return self._folder / NETWORK_FILE

    def _resume(self) -> None:
        try:
            checkpoint = torch.load(self._path, weights_only=True)
            recipe, old_options = checkpoint["recipe"], checkpoint["options"]
            if recipe == self._options.recipe:
                self.network.load_state_dict(checkpoint["network"])
                self.optimizer.load_state_dict(checkpoint["optimiser"])
        except Exception as error:
            reason = " ".join(str(error).split())[:200]
            fix = "it belongs to another recipe, or is damaged; name another folder with --out"
            raise TrainerError(f"{self._path} cannot be read ({reason}): {fix}") from error
        if recipe != self._options.recipe:
            fix = "name another folder with --out"
            raise TrainerError(f"{self._path} belongs to {recipe}.py: {fix}")
        self.steps, self.minutes = checkpoint["steps"], checkpoint["minutes"]
        self.extra = checkpoint["extra"]
        self._last_check = self.minutes
        print(f"{self._path} resumes after {self.steps:,} steps and {self.minutes:.1f} minutes")
        for name, value in _tracked_options(self._options).items():
            if value != old_options.get(name, value):
                print(f"from now on --{name.replace('_', '-')} {value}; it was {old_options[name]}")
        if not self._remaining():
            print("its --minutes or --steps are used up: use a larger number to continue")

    def rounds(self) -> Iterator[float]:
        """Yield the remaining share of the run, from 1 to 0; the recipe learns in the loop.

        The first Ctrl-C ends the run after the current round, a second one immediately.
        Raises TrainerError if another process uses the folder.
        """
        lock_error = TrainerError(
            f"{self._folder} is in use by another training run; name another folder with --out"
        )
        stopped: list[int] = []

        def stop(number: int, frame: FrameType | None) -> None:
            del frame
            stopped.append(number)
            signal.signal(signal.SIGINT, old_handler)

        with lock_folder(self._folder, lock_error):
            old_handler = signal.signal(signal.SIGINT, stop)
            if self._remaining() > 0:
                interval = f"every {self._options.check:g} minutes"
                print(f"learning in {self._folder}, checked {interval}; Ctrl-C saves", flush=True)
            try:
                while self._remaining() > 0 and not stopped:
                    start = time.perf_counter()
                    yield self._remaining()
                    self.minutes += (time.perf_counter() - start) / 60
                    is_due = self.minutes - self._last_check >= self._options.check
                    if (is_due or self._remaining() == 0) and not stopped:
                        self._check()
                        self._save()
            finally:
                signal.signal(signal.SIGINT, old_handler)
            if stopped:
                self._save()
                print(f"stopped; saved in {self._path}: the same command resumes", flush=True)

    def _remaining(self) -> float:
        share: float = max(self.minutes / self._options.minutes, self.steps / self._options.steps)
        return max(1 - share, 0.0)

    def _check(self) -> None:
        self._last_check = self.minutes
        games, side = self._options.check_games, self._options.side
        result = duel(greedy_policy(self.network), OPPONENT, games, side=side)
        check = self._curve.add(self.steps, self.minutes, OPPONENT, result, **self.notes)
        print(check_text(check), flush=True)

    def _save(self) -> None:
        buffer = io.BytesIO()
        checkpoint = {
            "network": self.network.state_dict(),
            "optimiser": self.optimizer.state_dict(),
            "steps": self.steps,
            "minutes": self.minutes,
            "extra": self.extra,
            "recipe": self._options.recipe,
            "options": _tracked_options(self._options),
        }
        torch.save(checkpoint, buffer)
        write_bytes(self._path, buffer.getvalue())


def _tracked_options(options: argparse.Namespace) -> dict[str, str]:
    """Return the options that affect learning, as text."""
    return {
        name: str(value) for name, value in vars(options).items() if name not in _UNTRACKED_OPTIONS
    }
