"""Begins games from uploaded records, and adds uploaded editions."""

import asyncio
from functools import partial

from redcathedral.server.core.tables import Tables
from redcathedral.server.core.visitor import Visitor
from redcathedral.server.core.wire.edition import EditionRef
from redcathedral.server.core.wire.lobby import Summary
from redcathedral.server.features.uploads.uploads import Uploads, read_edition, replayed, unpacked


class UploadService:
    """The uploads of all visitors; its methods raise ApiError."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._repository = tables.repository
        self._thread = tables.thread
        self._uploads = Uploads()

    async def load(self, data: bytes, visitor: Visitor, *, own_dice: bool) -> Summary:
        repository = self._repository
        with self._uploads.place():
            text = await asyncio.to_thread(unpacked, data)
            edition = await self._thread.do(repository.editions.of_record, text)
            seed = repository.overrides.seed
            job = partial(replayed, text, edition, repository.opponents.all, seed, own_dice)
            game = await self._uploads.read(job)
        added = await self._thread.do(repository.add, *game, visitor)
        return await self._tables.begin(added, visitor)

    async def add_edition(self, text: str) -> EditionRef:
        editions = self._repository.editions
        with self._uploads.place():
            await self._thread.do(editions.check_room, text)
            edition = await self._uploads.read(partial(read_edition, text))
        return await self._thread.do(editions.add, edition, text)

    async def close(self) -> None:
        await self._uploads.close()
