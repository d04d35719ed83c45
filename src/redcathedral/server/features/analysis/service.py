"""Starts and stops the analyses of games, and returns their progress."""

import asyncio
from functools import partial

from redcathedral.server.core.actor import Actor
from redcathedral.server.core.api_error import ApiError
from redcathedral.server.core.table.actions import HintsTaken
from redcathedral.server.core.table.messages import narrator_for
from redcathedral.server.core.table.seated_game import SeatedGame
from redcathedral.server.core.tables import Tables
from redcathedral.server.core.visitor import Visitor
from redcathedral.server.features.analysis.analysis_queue import AnalysisQueue, check
from redcathedral.server.features.analysis.messages import analysis_file, analysis_message
from redcathedral.server.features.analysis.wire import Analysed


class AnalysisService:
    """The analyses of all tables; its methods raise ApiError."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._queue = AnalysisQueue(tables.thread)
        self._resuming: asyncio.Task[None] | None = None
        tables.on_removed.append(self._queue.forget)

    async def start(self) -> None:
        await self._queue.read_wanted()
        self._resuming = asyncio.create_task(self._queue.resume(self._seated))

    async def close(self) -> None:
        if self._resuming is not None:
            self._resuming.cancel()
        await self._queue.close()

    async def _seated(self, id: str) -> SeatedGame:
        return (await self._tables.actor(id)).seated

    async def analyse(self, id: str, visitor: Visitor) -> None:
        actor = await self._tables.visit(id, visitor)
        seated = actor.seated
        if seated.over is None:
            _check_may_stop(actor, visitor)
        check(seated)
        if seated.over is None and not seated.game.is_hinted:
            actor.send(partial(_mark_hinted, actor))
        await self._queue.start(id, seated)

    async def stop(self, id: str, visitor: Visitor) -> None:
        _check_may_stop(await self._tables.visit(id, visitor), visitor)
        await self._queue.stop(id)

    async def known(self, id: str, visitor: Visitor, language: str, since: int) -> Analysed:
        seated = (await self._tables.visit(id, visitor)).seated
        progress, turns, analysis = await self._queue.progress(id, seated)
        make = partial(
            analysis_message, seated, id, analysis, progress=progress, turns=turns, since=since
        )
        return await asyncio.to_thread(make, narrator_for(language))

    async def file(self, id: str, visitor: Visitor, language: str, kind: str) -> str:
        seated = (await self._tables.visit(id, visitor)).seated
        _, _, analysis = await self._queue.progress(id, seated)
        return await asyncio.to_thread(
            analysis_file, seated, id, analysis, narrator_for(language), kind
        )


async def _mark_hinted(actor: Actor) -> None:
    if not actor.seated.game.is_hinted:
        await actor.change(HintsTaken())


def _check_may_stop(actor: Actor, visitor: Visitor) -> None:
    if not actor.seats_of(visitor) and not visitor.is_host(actor.rights):
        raise ApiError(403, "not-yours")
