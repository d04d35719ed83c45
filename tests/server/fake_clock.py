"""Time that a test moves by hand."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from dataclasses import dataclass

from redcathedral.server.core.system_clock import SystemClock

BEGIN = 1_700_000_000_000  # milliseconds since 1970


@dataclass
class FakeTimer:
    """A call that comes when the time has been moved far enough."""

    due: int
    call: Callable[[], None]
    loop: asyncio.AbstractEventLoop
    is_cancelled: bool = False

    def cancel(self) -> None:
        """Do not call."""
        self.is_cancelled = True

    def ring(self) -> None:
        """Call, in the loop, unless that is not wanted any more."""
        if not self.is_cancelled:
            self.call()


class FakeClock(SystemClock):
    """Stands until it is moved, from whatever thread."""

    def __init__(self, at: int = BEGIN) -> None:
        self._at = at
        self._alarms: list[FakeTimer] = []
        self._sleepers: list[tuple[asyncio.AbstractEventLoop, Callable[[int], None]]] = []
        self._lock = threading.Lock()

    def now(self) -> int:
        """The time as it was moved last."""
        return self._at

    def call_in(self, milliseconds: int, call: Callable[[], None]) -> FakeTimer:
        """Have something called so much later."""
        alarm = FakeTimer(self._at + milliseconds, call, asyncio.get_running_loop())
        with self._lock:
            self._alarms.append(alarm)
        if milliseconds <= 0:
            self.move(0)
        return alarm

    def start(self, on_sleep: Callable[[int], None]) -> None:
        """Have ``on_sleep`` called when a test lets the server sleep."""
        self._sleepers.append((asyncio.get_running_loop(), on_sleep))

    def stop(self) -> None:
        """Call nobody any more."""
        self._sleepers.clear()

    def notice_sleep(self) -> None:
        """A test says when there was one."""

    def sleep(self, seconds: float) -> None:
        """Let the server sleep, or set the time by so much; what is due rings then."""
        before = self._at
        self._at += round(seconds * 1000)
        for loop, on_sleep in self._sleepers:
            loop.call_soon_threadsafe(on_sleep, before)
        self.move(0)

    def move(self, seconds: float) -> None:
        """Let time pass; what is due rings."""
        with self._lock:
            self._at += round(seconds * 1000)
            due = [alarm for alarm in self._alarms if alarm.due <= self._at]
            self._alarms = [alarm for alarm in self._alarms if alarm.due > self._at]
        for alarm in due:
            if not alarm.loop.is_closed():
                alarm.loop.call_soon_threadsafe(alarm.ring)
