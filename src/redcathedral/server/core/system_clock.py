"""The current time, timers and sleeps.  Tests use a clock that they set themselves."""

import asyncio
import logging
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final, NamedTuple, Protocol

from redcathedral.server.core.store.time import now

LOG: Final = logging.getLogger(__name__)
CLOSE_SECONDS: Final = 0.5  # a check this soon does not read the processor time, which is slow
MAX_CHECK_SECONDS: Final = 5.0  # between two checks, unless the process slept
MIN_CPU_SHARE: Final = 0.1  # a process with less processor time was stopped, not busy
# The time since the machine started; on Linux, this time includes sleep.
boot_time: Final[Callable[[], float]] = (
    partial(time.clock_gettime, time.CLOCK_BOOTTIME) if sys.platform == "linux" else time.monotonic
)
SLEEP_CHECK_SECONDS: Final = 1.0  # between two checks


class Reading(NamedTuple):
    """The times of all clocks at one moment, in seconds."""

    monotonic: float
    boot: float
    wall: float
    cpu: float


@dataclass(frozen=True)
class Clocks:
    """The clocks of the machine.  On Linux, only ``boot`` continues while the machine sleeps."""

    monotonic: Callable[[], float] = time.monotonic
    boot: Callable[[], float] = boot_time
    wall: Callable[[], float] = time.time
    cpu: Callable[[], float] = time.process_time

    def read(self) -> Reading:
        return Reading(self.monotonic(), self.boot(), self.wall(), self.cpu())


class SleepDetector:
    """Compares the clocks with the previous check; call ``check`` about every second.

    A process that used almost no processor time for several seconds slept.  The system time was
    changed if it differs from the other clocks, which some virtual machines stop during a sleep.
    """

    def __init__(
        self, clocks: Clocks | None = None, max_interval: float = MAX_CHECK_SECONDS
    ) -> None:
        self._clocks = clocks or Clocks()
        self._max_interval = max_interval
        self._last_reading = self._clocks.read()

    def check(self) -> float | None:
        """Return the system time just before a sleep or a change, or None."""
        last, clocks = self._last_reading, self._clocks
        if max(clocks.boot() - last.boot, abs(clocks.wall() - last.wall)) < CLOSE_SECONDS:
            return None
        now = clocks.read()
        self._last_reading = now
        elapsed = max(now.monotonic - last.monotonic, now.boot - last.boot)
        has_slept = elapsed > self._max_interval and now.cpu - last.cpu < MIN_CPU_SHARE * elapsed
        was_clock_set = abs(now.wall - last.wall - elapsed) > self._max_interval
        return last.wall if has_slept or was_clock_set else None


class TimerHandle(Protocol):
    """A scheduled call."""

    def cancel(self) -> None:
        """Cancel the call."""


class SystemClock:
    """Time in milliseconds since 1970, and timers; after ``start`` it reports each sleep."""

    def __init__(self, detector: SleepDetector | None = None) -> None:
        self._detector = detector or SleepDetector()
        self._on_sleep: Callable[[int], None] | None = None
        self._next_check: TimerHandle | None = None

    def now(self) -> int:
        return now()

    def call_in(self, milliseconds: int, call: Callable[[], None]) -> TimerHandle:
        return asyncio.get_running_loop().call_later(max(0, milliseconds) / 1000, call)

    def start(self, on_sleep: Callable[[int], None]) -> None:
        """Call ``on_sleep`` after each sleep, with the time just before it."""
        self._detector.check()  # ignore a sleep before the start
        self._on_sleep = on_sleep
        self._check()

    def stop(self) -> None:
        self._on_sleep = None
        if self._next_check is not None:
            self._next_check.cancel()

    def notice_sleep(self) -> None:
        """Report a sleep immediately; call this in the event loop before using the time."""
        slept_at = self._detector.check()
        if slept_at is not None and self._on_sleep is not None:
            LOG.info("the server slept, or the system time was changed: clocks are stopped")
            self._on_sleep(round(slept_at * 1000))

    def _check(self) -> None:
        self.notice_sleep()
        self._next_check = asyncio.get_running_loop().call_later(SLEEP_CHECK_SECONDS, self._check)
