"""Uploads: records of games to continue, and editions."""

import asyncio
from functools import partial

from redcathedral.box.entered_box import EnteredBox
from redcathedral.server.core.api_error import ApiError
from redcathedral.server.core.route import BodyReader, Client, post
from redcathedral.server.core.server_feature import ServerContext, ServerFeature
from redcathedral.server.core.visitor import Visitor
from redcathedral.server.core.wire.edition import EditionRef
from redcathedral.server.core.wire.lobby import Summary
from redcathedral.server.features.uploads import uploads


class UploadsFeature(ServerFeature):
    """The uploads of all visitors, which a worker process reads."""

    def __init__(self, context: ServerContext) -> None:
        super().__init__(context)
        self._reader = uploads.FileReader(context.workers)

    @post("/api/editions", max_bytes=uploads.MAX_EDITION_BYTES)
    async def post_edition(self, body: BodyReader) -> EditionRef:
        """Add an edition; the body is the text of its file, or its sections as JSON."""
        text = uploads.edition_file_text(await body())
        editions = self.repository.editions
        with self._reader.place():
            await self.thread.do(editions.check_capacity, text)
            edition = await self._reader.read(partial(uploads.read_edition, text))
        return await self.thread.do(editions.add, edition, text)

    @post("/api/box/file", status=200, max_bytes=uploads.MAX_EDITION_BYTES)
    async def post_box_file(self, body: BodyReader) -> EnteredBox:
        """Return the components that the edition file in the body has read from the cardboard."""
        text = uploads.edition_file_text(await body())
        with self._reader.place():
            return await self._reader.read(partial(uploads.read_box, text))

    @post("/api/tables/load", max_bytes=uploads.MAX_RECORD_BYTES)
    async def post_record(
        self,
        body: BodyReader,
        visitor: Visitor,
        client: Client,
        own_dice: bool = False,
        edition: str | None = None,
    ) -> Summary:
        """Continue the recorded game in the body; with ``own_dice`` the players roll real dice.

        ``edition`` is the key or share code of its edition, if the server does not store that.
        """
        await self.context.game_quota.check(client.network)  # before the file is read
        data = await body()
        repository = self.repository
        editions = repository.editions
        with self._reader.place():
            text = await asyncio.to_thread(uploads.unpacked, data)
            if edition is None:
                row, known = None, await self.thread.do(editions.of_record, text)
            else:
                row, known = await self.thread.do(editions.find, edition)
            seed = repository.overrides.seed
            job = partial(uploads.replayed, text, known, repository.opponents.all, seed, own_dice)
            game, played = await self._reader.read(job)
        if row is not None and row.head.id != played.id:
            reason = f"the record is a game with the edition {played.id}, not {row.head.id}"
            fix = "leave out `edition`, or send the key of the edition that the record names"
            raise ApiError(400, "bad-record", reason, fix)
        added = await self.thread.do(repository.add, game, played, visitor, row)
        return await self.tables.begin(added, visitor)
