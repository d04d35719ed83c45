"""Keeps the bans from the server in memory, also those that another process has stored."""

import asyncio
import logging
from typing import Final

from redcathedral.server.core.server_feature import ServerContext
from redcathedral.server.core.store.problem import StoreError

LOG: Final = logging.getLogger(__name__)
READ_SECONDS: Final = 2.0  # between two reads, if other processes use the database


class ServerBans:
    """Reads the bans when the server starts and when they change."""

    def __init__(self, context: ServerContext) -> None:
        self._repository = context.repository
        self._tables = context.tables
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        await self.read()
        if self._repository.cluster.has_others:
            self._task = asyncio.create_task(self._read_repeatedly(), name="bans")

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()

    async def read(self) -> None:
        """Read the bans, and close the pages of the devices; raises StoreError."""
        thread, guests = self._repository.thread, self._repository.guests
        bans = await thread.do(thread.store.seats.server_bans)
        if (banned := frozenset(ban.device for ban in bans)) != guests.banned:
            guests.banned = banned
            self._tables.close_banned_pages()

    async def _read_repeatedly(self) -> None:
        while True:
            await asyncio.sleep(READ_SECONDS)
            try:
                await self.read()
            except StoreError as error:
                LOG.error("the bans cannot be read: %s", error)
