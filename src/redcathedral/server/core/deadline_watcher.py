"""Load tables whose correspondence clock expires while no page has them open."""

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
CHECK_MILLISECONDS: Final = 60_000
MAX_TABLES_PER_CHECK: Final = 50  # after a long stop, many clocks may have expired


class DeadlineWatcher:
    """Wakes the tables with an expired clock: when the server starts, then every minute."""

    def __init__(
        self, repository: GameRepository, wake: Callable[[str], Awaitable[object]]
    ) -> None:
        self._repository = repository
        self._wake = wake
        self._timer: TimerHandle | None = None
        self._task: asyncio.Task[None] | None = None
        self._failed: set[str] = set()  # tables that could not be woken

    def start(self) -> None:
        self._task = asyncio.create_task(self._check())

    async def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def _check(self) -> None:
        thread, system_clock = self._repository.thread, self._repository.system_clock
        try:
            limit = MAX_TABLES_PER_CHECK + len(self._failed)
            tables = await thread.do(thread.store.expired, system_clock.now(), limit)
        except StoreError as error:
            LOG.error("the clocks of tables cannot be read: %s", error)
            tables = []
        for table in tables:
            if table not in self._failed:
                try:
                    await self._wake(table)
                except (ApiError, StoreError) as error:
                    LOG.warning("table %s has an expired clock: %s", table, error)
                    if isinstance(error, ApiError):
                        self._failed.add(table)
        self._timer = system_clock.call_in(CHECK_MILLISECONDS, self.start)
