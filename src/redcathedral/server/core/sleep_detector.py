"""Detection of a paused process and of changes of the system time."""

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final, NamedTuple

LONGEST: Final = 5.0  # seconds that an awake process may take between two checks
IDLE: Final = 0.1  # a smaller share of processor time means that it was stopped, not busy
# The time since the machine started; on Linux it includes sleep.
BOOT: Final[Callable[[], float]] = (
    partial(time.clock_gettime, time.CLOCK_BOOTTIME) if sys.platform == "linux" else time.monotonic
)


class Reading(NamedTuple):
    """The times of the clocks at one moment, in seconds."""

    monotonic: float
    boot: float
    wall: float
    cpu: float


@dataclass(frozen=True)
class Clocks:
    """The clocks of the machine: on Linux only ``boot`` counts while the machine sleeps."""

    monotonic: Callable[[], float] = time.monotonic
    boot: Callable[[], float] = BOOT
    wall: Callable[[], float] = time.time
    cpu: Callable[[], float] = time.process_time

    def read(self) -> Reading:
        return Reading(self.monotonic(), self.boot(), self.wall(), self.cpu())


class SleepDetector:
    """Compares the clocks with the previous check; call ``check`` about every second.

    The process slept if it used almost no processor time for long, or if the system time moved
    against the other clocks, which some virtual machines stop.
    """

    def __init__(self, clocks: Clocks | None = None, longest: float = LONGEST) -> None:
        self._clocks = clocks or Clocks()
        self._longest = longest
        self._last = self._clocks.read()

    def check(self) -> float | None:
        last, now = self._last, self._clocks.read()
        self._last = now
        passed = max(now.monotonic - last.monotonic, now.boot - last.boot)
        has_slept = passed > self._longest and now.cpu - last.cpu < IDLE * passed
        was_set = abs(now.wall - last.wall - passed) > self._longest
        return last.wall if has_slept or was_set else None
