"""The trainer of a recipe: what is used up and left, checks, and how a training goes on.

Its folder holds the network with all that is needed to go on, and the learning curve.
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

from redcathedral.ai.bots import BotSpecError
from redcathedral.envs.learning_curve import LearningCurve, told
from redcathedral.envs.network import best_of
from redcathedral.envs.policy import duel
from redcathedral.extras import needs
from redcathedral.files import lock_folder, write_bytes
from redcathedral.record import RecordError

with needs("train"):
    import torch
    from torch import nn

Value = TypeVar("Value")

NETWORK: Final = "network.pt"
RIVAL: Final = "greedy"
_APART: Final = ("recipe", "out", "minutes", "steps", "check", "check_games", "threads", "start")


class TrainerError(RuntimeError):
    """A training that cannot go on in this folder: why, and the way out."""


def _kind(
    read: Callable[[str], Value], holds: Callable[[Value], bool], wanted: str
) -> Callable[[str], Value]:

    def checked(text: str) -> Value:
        refusal = argparse.ArgumentTypeError(f"{text!r} is not {wanted}")
        try:
            value = read(text)
        except ValueError:
            raise refusal from None
        if not holds(value):
            raise refusal
        return value

    return checked


_number = _kind(float, lambda number: 0 <= number < math.inf, "a number from 0 on")
_amount = _kind(float, lambda number: 0 < number < math.inf, "a number above 0")
_count = _kind(int, lambda number: number >= 1, "a whole number from 1 on")
_seed = _kind(int, lambda number: number >= 0, "a whole number from 0 on")
_pairs = _kind(int, lambda number: number >= 2 and number % 2 == 0, "an even number from 2 on")
_folder = _kind(Path, lambda path: path.is_dir() or not path.exists(), "a folder")


def options(recipe: str, about: str, minutes: float, steps: float) -> argparse.ArgumentParser:
    """The command line that all recipes have; ``recipe`` is also where it is kept.

    What a recipe adds as float is a number from 0 on, as int a whole one from 1 on; anything else
    ends the program in a line.
    """
    form = argparse.ArgumentDefaultsHelpFormatter
    parser = argparse.ArgumentParser(prog=f"{recipe}.py", description=about, formatter_class=form)
    parser.register("type", float, _number)
    parser.register("type", int, _count)
    parser.set_defaults(recipe=recipe)
    add = parser.add_argument
    add("--out", type=_folder, default=Path(recipe), help="folder; a training there goes on")
    add("--minutes", type=_amount, default=minutes, help="of learning, checks not counted")
    add("--steps", type=_amount, default=steps, help="of it; what is used up first ends it")
    add("--check", type=float, default=5.0, help="minutes from check to check")
    add("--check-games", type=_pairs, default=400, help=f"against {RIVAL} in a check, even")
    add("--threads", type=int, default=2, help="that learn, or processes that play")
    add("--seed", type=_seed, default=1, help="of all that is drawn by lot")
    return parser


def run(main: Callable[[], None]) -> None:
    """Run a recipe: what is wrong is told in a line, and Ctrl-C ends it quietly."""
    try:
        main()
    except (TrainerError, BotSpecError, RecordError) as error:
        sys.exit(str(error))
    except KeyboardInterrupt:
        sys.exit("stopped at once: the same command goes on from what was kept last")


class Trainer:
    """A training of a network by a recipe, from where it stopped.

    ``steps`` is for the recipe to count, ``notes`` for it to tell with the checks, ``extra`` for
    what else it needs to go on.
    """

    def __init__(self, o: argparse.Namespace, network: nn.Module, optimiser: Any) -> None:
        """Begin or go on; raises TrainerError."""
        torch.set_num_threads(o.threads)
        self.network = network
        self.optimiser = optimiser
        self.steps = 0
        self.minutes = 0.0
        self.notes: dict[str, float] = {}
        self.extra: dict[str, Any] = {}
        self._options = o
        self._folder: Path = o.out
        self._curve = LearningCurve(o.out)
        self._checked = 0.0
        if self._path.exists():
            self._go_on()
        torch.manual_seed(o.seed + self.steps)
        self._curve.forget_after(self.steps)

    @property
    def _path(self) -> Path:
        return self._folder / NETWORK

    def _go_on(self) -> None:
        try:
            kept = torch.load(self._path, weights_only=True)
            recipe, before = kept["recipe"], kept["options"]
            if recipe == self._options.recipe:
                self.network.load_state_dict(kept["network"])
                self.optimiser.load_state_dict(kept["optimiser"])
        except Exception as error:
            reason = " ".join(str(error).split())[:200]
            fix = "it is not of this recipe, or damaged; name another folder with --out"
            raise TrainerError(f"{self._path} cannot be read ({reason}): {fix}") from error
        if recipe != self._options.recipe:
            fix = "name another folder with --out"
            raise TrainerError(f"{self._path} is a training of {recipe}.py: {fix}")
        self.steps, self.minutes, self.extra = kept["steps"], kept["minutes"], kept["extra"]
        self._checked = self.minutes
        print(f"{self._path} goes on after {self.steps:,} steps and {self.minutes:.1f} minutes")
        for name, value in _settings(self._options).items():
            if value != before.get(name, value):
                print(f"from here on --{name.replace('_', '-')} {value}; it was {before[name]}")
        if not self._left():
            print("all its --minutes or --steps are used up: give a larger number to go further")

    def rounds(self) -> Iterator[float]:
        """What is left, from 1 down to 0, again and again until it is used up, or Ctrl-C.

        Whoever asks learns for a while each time.  Ctrl-C is heard when that is over, a second
        one at once.  Raises TrainerError where another process has the folder.
        """
        refusal = TrainerError(f"{self._folder} has a training running; name another with --out")
        stopped: list[int] = []

        def stop(number: int, frame: FrameType | None) -> None:
            del frame
            stopped.append(number)
            signal.signal(signal.SIGINT, before)

        with lock_folder(self._folder, refusal):
            before = signal.signal(signal.SIGINT, stop)
            if self._left() > 0:
                every = f"every {self._options.check:g} minutes"
                print(f"learns in {self._folder}, checked {every}; Ctrl-C keeps it", flush=True)
            try:
                while self._left() > 0 and not stopped:
                    began = time.perf_counter()
                    yield self._left()
                    self.minutes += (time.perf_counter() - began) / 60
                    is_due = self.minutes - self._checked >= self._options.check
                    if (is_due or self._left() == 0) and not stopped:
                        self._check()
                        self._keep()
            finally:
                signal.signal(signal.SIGINT, before)
            if stopped:
                self._keep()
                print(f"stopped; kept in {self._path}: the same command goes on", flush=True)

    def _left(self) -> float:
        used: float = max(self.minutes / self._options.minutes, self.steps / self._options.steps)
        return max(1 - used, 0.0)

    def _check(self) -> None:
        self._checked = self.minutes
        result = duel(best_of(self.network), RIVAL, self._options.check_games)
        check = self._curve.add(self.steps, self.minutes, RIVAL, result, **self.notes)
        print(told(check), flush=True)

    def _keep(self) -> None:
        buffer = io.BytesIO()
        kept = {
            "network": self.network.state_dict(),
            "optimiser": self.optimiser.state_dict(),
            "steps": self.steps,
            "minutes": self.minutes,
            "extra": self.extra,
            "recipe": self._options.recipe,
            "options": _settings(self._options),
        }
        torch.save(kept, buffer)
        write_bytes(self._path, buffer.getvalue())


def _settings(o: argparse.Namespace) -> dict[str, str]:
    """What decides how a recipe learns, as text."""
    return {name: str(value) for name, value in vars(o).items() if name not in _APART}
