"""Analyses of games: the chances after each turn, the mistakes, and the better turns."""

import asyncio
from functools import partial
from typing import Annotated, Final

from msgspec import Meta

from redcathedral.server.core.actor import Actor
from redcathedral.server.core.api_error import ApiError
from redcathedral.server.core.attachment import attachment
from redcathedral.server.core.params import MAX_NUMBER, checked_language
from redcathedral.server.core.route import Reply, delete, get, post
from redcathedral.server.core.server_feature import ServerContext, ServerFeature
from redcathedral.server.core.table.actions import HintsTaken
from redcathedral.server.core.table.messages import narrator_for
from redcathedral.server.core.table.seated_game import SeatedGame
from redcathedral.server.core.visitor import Visitor
from redcathedral.server.features.analysis.analysis_queue import AnalysisQueue, check
from redcathedral.server.features.analysis.messages import analysis_file, analysis_message
from redcathedral.server.features.analysis.wire import Analysed
from redcathedral.text.catalog import DEFAULT_LANGUAGE

FILE_TYPES: Final = {"txt": "text/plain", "svg": "image/svg+xml", "json": "application/json"}


class AnalysisFeature(ServerFeature):
    """The analyses of all tables."""

    def __init__(self, context: ServerContext) -> None:
        super().__init__(context)
        self._queue = AnalysisQueue(context.thread, context.workers)
        self._resuming: asyncio.Task[None] | None = None
        context.tables.on_removed.append(self._queue.forget)

    async def start(self) -> None:
        await self._queue.load_requested()
        self._resuming = asyncio.create_task(self._queue.resume(self._seated))

    async def close(self) -> None:
        if self._resuming is not None:
            self._resuming.cancel()
        await self._queue.close()

    async def _seated(self, table_id: str) -> SeatedGame:
        return (await self.tables.actor(table_id)).seated

    @get("/api/tables/{table_id}/analysis")
    async def get_analysis(
        self,
        table_id: str,
        visitor: Visitor,
        lang: str = DEFAULT_LANGUAGE,
        since: Annotated[int, Meta(ge=0, le=MAX_NUMBER)] = 0,
    ) -> Analysed:
        """Return the progress of an analysis, and the analyzed turns from number ``since`` on."""
        texts = narrator_for(checked_language(lang))
        seated = (await self.tables.visit(table_id, visitor)).seated
        progress, turns, analysis = await self._queue.progress(table_id, seated)
        make = partial(analysis_message, progress=progress, turns=turns, since=since)
        return await asyncio.to_thread(make, seated, table_id, analysis, texts)

    @post("/api/tables/{table_id}/analysis", status=202)
    async def start_analysis(self, table_id: str, visitor: Visitor) -> None:
        actor = await self.tables.visit(table_id, visitor)
        seated = actor.seated
        if seated.over is None:
            _require_player_or_host(actor, visitor)
        check(seated)
        if seated.over is None and not seated.game.is_hinted:
            actor.send(partial(_mark_hinted, actor))
        await self._queue.start(table_id, seated)

    @delete("/api/tables/{table_id}/analysis")
    async def stop_analysis(self, table_id: str, visitor: Visitor) -> None:
        """Stop an analysis, but keep the analyzed turns."""
        _require_player_or_host(await self.tables.visit(table_id, visitor), visitor)
        await self._queue.stop(table_id)

    @get("/api/tables/{table_id}/analysis/{kind}")
    async def get_analysis_file(
        self, table_id: str, kind: str, visitor: Visitor, lang: str = DEFAULT_LANGUAGE
    ) -> Reply:
        """Return an analysis as a file: `txt` a report, `svg` the chances, `json` all numbers."""
        if kind not in FILE_TYPES:
            fix = f"use one of {', '.join(FILE_TYPES)}"
            raise ApiError(404, "not-found", f"there is no analysis as {kind[:20]!r}", fix)
        texts = narrator_for(checked_language(lang))
        seated = (await self.tables.visit(table_id, visitor)).seated
        _, _, analysis = await self._queue.progress(table_id, seated)
        text = await asyncio.to_thread(analysis_file, seated, table_id, analysis, texts, kind)
        return attachment(text, table_id, kind, FILE_TYPES[kind])


async def _mark_hinted(actor: Actor) -> None:
    if not actor.seated.game.is_hinted:
        await actor.change(HintsTaken())


def _require_player_or_host(actor: Actor, visitor: Visitor) -> None:
    if not actor.seats_of(visitor) and not visitor.is_host(actor.rights):
        raise ApiError(403, "not-yours")
