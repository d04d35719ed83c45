"""The current time and timers.  Tests use a clock that they set themselves."""

import asyncio
import logging
from collections.abc import Callable
from typing import Final, Protocol

from redcathedral.server.core.sleep_detector import SleepDetector
from redcathedral.server.core.store.transaction import now

LOG: Final = logging.getLogger(__name__)
SLEEP_CHECK_SECONDS: Final = 1.0  # between two checks


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
