"""What is done by itself while the server runs: once a day a copy of the games."""

import asyncio
import logging
import sqlite3
from typing import Final

from redcathedral.server.core.store.backups import Backups
from redcathedral.server.core.store.problem import StoreError

LOG: Final = logging.getLogger(__name__)
HOUR: Final = 3600.0  # seconds after which it is looked whether a copy is due


class BackupJob:
    """Has copies made, in a thread of their own; a database that has none needs no keeper."""

    def __init__(self, copies: Backups | None) -> None:
        self._copies = copies
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        if self._copies is not None:
            self._task = asyncio.create_task(self._run(self._copies))

    async def _run(self, copies: Backups) -> None:
        while True:
            try:
                await asyncio.to_thread(copies.make)
            except (OSError, sqlite3.Error, StoreError) as error:
                LOG.warning("no copy of the games was made: %s", error)
            await asyncio.sleep(HOUR)

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            if self._copies is not None:
                self._copies.break_off()
            await asyncio.gather(self._task, return_exceptions=True)
