"""Analyses of games: the chances after each turn, the mistakes, and the better turns."""

import asyncio
from contextlib import suppress
from functools import partial
from typing import Final

from redcathedral.ai.analysis.story import story_of
from redcathedral.server.core.actor import Actor
from redcathedral.server.core.api_error import ApiError
from redcathedral.server.core.params import Number
from redcathedral.server.core.practice_socket import refuse_practice, serve_practice
from redcathedral.server.core.route import Reply, Socket, delete, get, post, websocket
from redcathedral.server.core.server_feature import ServerContext, ServerFeature
from redcathedral.server.core.table.actions import HintsTaken
from redcathedral.server.core.table.messages import narrator_for
from redcathedral.server.core.table.seated_game import SeatedGame
from redcathedral.server.core.visitor import Visitor
from redcathedral.server.core.wire.protocol import Gone
from redcathedral.server.features.analysis.analysis_queue import AnalysisQueue, check
from redcathedral.server.features.analysis.messages import analysis_file, analysis_message
from redcathedral.server.features.analysis.mistake_table import MistakeTable
from redcathedral.server.features.analysis.wire import Analysed
from redcathedral.text.catalog import DEFAULT_LANGUAGE

FILE_TYPES: Final = {"txt": "text/plain", "svg": "image/svg+xml", "json": "application/json"}


class AnalysisFeature(ServerFeature):
    """The analyses of all tables."""

    def __init__(self, context: ServerContext) -> None:
        super().__init__(context)
        self._queue = AnalysisQueue(context.thread, context.workers, context.repository.cluster)
        self._examiner = context.workers(1, "examiner")
        self._resuming: asyncio.Task[None] | None = None
        context.tables.on_removed.append(self._queue.forget)

    async def start(self) -> None:
        await self._queue.load_requested()
        self._resuming = asyncio.create_task(self._queue.resume(self._seated))

    async def stop(self) -> None:
        if self._resuming is not None:
            self._resuming.cancel()
        await self._queue.close()

    async def _seated(self, table_id: str) -> SeatedGame:
        return (await self.tables.actor(table_id)).seated

    @get("/api/tables/{table_id}/analysis")
    async def get_analysis(
        self, table_id: str, visitor: Visitor, lang: str = DEFAULT_LANGUAGE, since: Number = 0
    ) -> Analysed:
        """Return the progress of an analysis, and its results if they are newer than ``since``."""
        texts = narrator_for(lang)
        actor = await self.tables.visit(table_id, visitor)
        state = await self._queue.state(table_id, actor.seated)
        seats = actor.seats_of(visitor)
        make = partial(analysis_message, actor.seated, table_id, texts, seats, since)
        return await asyncio.to_thread(make, *state)

    @post("/api/tables/{table_id}/analysis", status=202)
    async def start_analysis(self, table_id: str, visitor: Visitor) -> None:
        """Start or continue the analysis of a game that is over, or in which hints are allowed."""
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
        texts = narrator_for(lang)
        seated = (await self.tables.visit(table_id, visitor)).seated
        _, results, _ = await self._queue.state(table_id, seated)
        analysis = await asyncio.to_thread(results.pure_analysis, seated.record())
        text = await asyncio.to_thread(analysis_file, seated, table_id, analysis, texts, kind)
        return Reply.attachment(text, table_id, kind, FILE_TYPES[kind])

    @websocket("/api/mistakes/{task}/live")
    async def serve_mistake(
        self, socket: Socket, task: str, visitor: Visitor, lang: str = DEFAULT_LANGUAGE
    ) -> None:
        """Serve the task to find a better turn."""
        table: MistakeTable | None = None
        table_id, _, decisions = task.rpartition(".")
        with suppress(ApiError, ValueError):  # a position in the middle of a turn is no task
            actor = await self.tables.visit(table_id, visitor)
            _, results, _ = await self._queue.state(table_id, actor.seated)
            story = story_of(results.turns())
            for mistake in (one for one in story.mistakes if str(one.decisions) == decisions):
                make = partial(MistakeTable, actor, story, mistake, lang)
                table = await asyncio.to_thread(make, self._examiner)
        if table is None:
            await refuse_practice(socket, Gone("unknown-puzzle", "there is no such mistake"))
        else:
            await serve_practice(socket, table, self.context)


async def _mark_hinted(actor: Actor) -> None:
    if not actor.seated.game.is_hinted:
        await actor.change(HintsTaken())


def _require_player_or_host(actor: Actor, visitor: Visitor) -> None:
    if not actor.seats_of(visitor) and not visitor.is_host(actor.rights):
        raise ApiError(403, "not-yours")
