"""Back up the database once a day while the server runs."""

import asyncio
import logging
import sqlite3
from typing import Final

from redcathedral.server.core.store.backups import Backups
from redcathedral.server.core.store.problem import StoreError

LOG: Final = logging.getLogger(__name__)
CHECK_SECONDS: Final = 3600.0  # between two checks whether a backup is due


class BackupJob:
    """Makes backups in a separate thread; does nothing if the database supports none."""

    def __init__(self, backups: Backups | None) -> None:
        self._backups = backups
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        if self._backups is not None:
            self._task = asyncio.create_task(self._run(self._backups))

    async def _run(self, backups: Backups) -> None:
        while True:
            try:
                await asyncio.to_thread(backups.make)
            except (OSError, sqlite3.Error, StoreError) as error:
                LOG.warning("the games were not backed up: %s", error)
            await asyncio.sleep(CHECK_SECONDS)

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            if self._backups is not None:
                self._backups.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
