"""A clock that a test moves."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass

from redcathedral.server.core.system_clock import SystemClock

TIMEOUT_SECONDS = 60.0  # for the event loop of the server
BEGIN = 1_700_000_000_000  # milliseconds since 1970


@dataclass
class FakeTimer:
    """A call that is due at a time of the fake clock."""

    due: int
    call: Callable[[], None]
    loop: asyncio.AbstractEventLoop
    is_cancelled: bool = False

    def cancel(self) -> None:
        """Cancel the call."""
        self.is_cancelled = True

    def ring(self) -> None:
        """Make the call in the event loop, unless the timer is cancelled."""
        if not self.is_cancelled:
            self.call()


class FakeClock(SystemClock):
    """A clock that stands still until a test moves it, from any thread."""

    def __init__(self, at: int = BEGIN) -> None:
        self._at = at
        self._timers: list[FakeTimer] = []
        self._server: tuple[asyncio.AbstractEventLoop, Callable[[int], None]] | None = None
        self._lock = threading.Lock()

    def now(self) -> int:
        """The current time in milliseconds."""
        return self._at

    def call_in(self, milliseconds: int, call: Callable[[], None]) -> FakeTimer:
        """Schedule a call."""
        timer = FakeTimer(self._at + milliseconds, call, asyncio.get_running_loop())
        with self._lock:
            self._timers.append(timer)
        if milliseconds <= 0:
            self.move(0)
        return timer

    def start(self, on_sleep: Callable[[int], None]) -> None:
        """Call ``on_sleep`` when a test lets the server sleep."""
        self._server = (asyncio.get_running_loop(), on_sleep)

    def stop(self) -> None:
        """Stop reporting sleep."""
        self._server = None

    def notice_sleep(self) -> None:
        """Do nothing: a test calls ``sleep`` instead."""

    def sleep(self, seconds: float) -> None:
        """Let the server sleep, or change the system time, by some seconds; then make due calls.

        The server hears of it in its event loop before anything there reads the new time.
        """
        if self._server is None:
            self.move(seconds)
            return
        loop, on_sleep = self._server
        done: Future[None] = Future()

        def wake_up() -> None:
            before = self._at
            self._at += round(seconds * 1000)
            on_sleep(before)
            done.set_result(None)

        loop.call_soon_threadsafe(wake_up)
        done.result(TIMEOUT_SECONDS)
        self.move(0)

    def move(self, seconds: float) -> None:
        """Let time pass, and make the calls that are due."""
        with self._lock:
            self._at += round(seconds * 1000)
            due = [timer for timer in self._timers if timer.due <= self._at]
            self._timers = [timer for timer in self._timers if timer.due > self._at]
        for timer in due:
            if not timer.loop.is_closed():
                timer.loop.call_soon_threadsafe(timer.ring)
