"""Tables at rest whose clock of days runs out: they are looked for, and woken."""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from redcathedral.server.core.api_error import ApiError
from redcathedral.server.core.game_repository import GameRepository
from redcathedral.server.core.store.problem import StoreError
from redcathedral.server.core.system_clock import TimerHandle

LOG: Final = logging.getLogger(__name__)
EVERY: Final = 60_000  # milliseconds
MOST: Final = 50  # tables that are woken at a time: after a long night the others come later


class DeadlineWatcher:
    """Wakes tables whose time is up when the server starts, and every minute from then on."""

    def __init__(
        self, repository: GameRepository, wake: Callable[[str], Awaitable[object]]
    ) -> None:
        self._repository = repository
        self._wake = wake
        self._alarm: TimerHandle | None = None
        self._task: asyncio.Task[None] | None = None
        self._broken: set[str] = set()  # tables that cannot be woken

    def start(self) -> None:
        self._task = asyncio.create_task(self._watch())

    async def stop(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def _watch(self) -> None:
        thread, system_clock = self._repository.thread, self._repository.system_clock
        try:
            limit = MOST + len(self._broken)
            found = await thread.do(thread.store.flagged, system_clock.now(), limit)
        except StoreError as error:
            LOG.error("the clocks of tables cannot be read: %s", error)
            found = []
        for table in found:
            if table not in self._broken:
                try:
                    await self._wake(table)
                except (ApiError, StoreError) as error:
                    LOG.warning("table %s: its time is up, but: %s", table, error)
                    self._broken.add(table)
        self._alarm = system_clock.call_in(EVERY, self.start)
