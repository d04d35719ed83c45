"""Tables at rest whose clock of days runs out: they are looked for, and woken."""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from redcathedral.server.host.library import Library
from redcathedral.server.host.refusal import RequestRefused
from redcathedral.server.host.timekeeper import Alarm
from redcathedral.server.store.problem import StoreError

LOG: Final = logging.getLogger(__name__)
EVERY: Final = 60_000  # milliseconds
MOST: Final = 50  # tables that are woken at a time: after a long night the others come later


class Sweep:
    """Wakes tables whose time is up when the server starts, and every minute from then on."""

    def __init__(self, library: Library, wake: Callable[[str], Awaitable[object]]) -> None:
        self._library = library
        self._wake = wake
        self._alarm: Alarm | None = None
        self._task: asyncio.Task[None] | None = None
        self._broken: set[str] = set()  # tables that cannot be woken

    def start(self) -> None:
        self._task = asyncio.create_task(self._sweep())

    async def stop(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def _sweep(self) -> None:
        thread, watch = self._library.thread, self._library.watch
        try:
            limit = MOST + len(self._broken)
            found = await thread.do(thread.store.flagged, watch.now(), limit)
        except StoreError as error:
            LOG.error("the clocks of tables cannot be read: %s", error)
            found = []
        for table in found:
            if table not in self._broken:
                try:
                    await self._wake(table)
                except (RequestRefused, StoreError) as error:
                    LOG.warning("table %s: its time is up, but: %s", table, error)
                    self._broken.add(table)
        self._alarm = watch.call_in(EVERY, self.start)
