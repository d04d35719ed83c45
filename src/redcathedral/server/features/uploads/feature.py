"""Uploads: records of games to continue, and editions."""

import asyncio
from functools import partial

from redcathedral.server.core.api_error import ApiError
from redcathedral.server.core.route import Client, post
from redcathedral.server.core.server_feature import ServerContext, ServerFeature
from redcathedral.server.core.visitor import Visitor
from redcathedral.server.core.wire.edition import EditionRef
from redcathedral.server.core.wire.lobby import Summary
from redcathedral.server.features.uploads.uploads import (
    MAX_EDITION_BYTES,
    MAX_RECORD_BYTES,
    FileReader,
    read_edition,
    replayed,
    unpacked,
)


class UploadsFeature(ServerFeature):
    """The uploads of all visitors, which a worker process reads."""

    def __init__(self, context: ServerContext) -> None:
        super().__init__(context)
        self._reader = FileReader(context.workers)

    async def close(self) -> None:
        await self._reader.close()

    @post("/api/editions", max_bytes=MAX_EDITION_BYTES)
    async def post_edition(self, body: bytes) -> EditionRef:
        """Add an edition; the body is the text of its file."""
        try:
            text = body.decode("utf-8-sig")
        except UnicodeDecodeError:
            fix = "save the file as UTF-8"
            raise ApiError(400, "bad-edition", "the file is not UTF-8 text", fix) from None
        editions = self.repository.editions
        with self._reader.place():
            await self.thread.do(editions.check_capacity, text)
            edition = await self._reader.read(partial(read_edition, text))
        return await self.thread.do(editions.add, edition, text)

    @post("/api/tables/load", max_bytes=MAX_RECORD_BYTES)
    async def post_record(
        self, body: bytes, visitor: Visitor, client: Client, own_dice: bool = False
    ) -> Summary:
        """Continue the recorded game in the body; with ``own_dice`` the players roll real dice."""
        self.context.game_quota.check(client.network)
        repository = self.repository
        with self._reader.place():
            text = await asyncio.to_thread(unpacked, body)
            edition = await self.thread.do(repository.editions.of_record, text)
            seed = repository.overrides.seed
            job = partial(replayed, text, edition, repository.opponents.all, seed, own_dice)
            game = await self._reader.read(job)
        added = await self.thread.do(repository.add, *game, visitor)
        return await self.tables.begin(added, visitor)
