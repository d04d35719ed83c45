"""The tables: an actor each, found in memory or made from the store."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
from typing import TYPE_CHECKING, Final

from redcathedral.record.header import HeaderError
from redcathedral.server.host.actor import PATIENCE, Actor, Remove
from redcathedral.server.host.bot_pool import SECONDS, Thinkers
from redcathedral.server.host.stored_table import Foundation, summary
from redcathedral.server.host.uploads import EditionFile, Uploads, unpacked
from redcathedral.server.http.refusals import Refusal, unknown_table
from redcathedral.server.store import StoreError, UnknownTable

if TYPE_CHECKING:
    from redcathedral.server.host.library import Keeper
    from redcathedral.server.table.seated_game import Sitting
    from redcathedral.server.wire.lobby import NewTable, Summary
    from redcathedral.server.wire.protocol import EditionRef

LOG: Final = logging.getLogger(__name__)
ANSWER: Final = 30.0  # seconds for a table to answer
ID: Final = re.compile(r"[A-Za-z0-9_-]{1,32}")


class Tables:
    """All tables: finds an actor, or makes one from the store."""

    def __init__(
        self, keeper: Keeper, *, patience: float = PATIENCE, seconds: float = SECONDS
    ) -> None:
        """``patience`` is that of the actors, ``seconds`` what a bot has for a decision."""
        self.keeper = keeper
        self.patience = patience
        self.opponents = keeper.opponents
        self.thinkers = Thinkers(seconds)
        self.uploads = Uploads()
        self._actors: dict[str, Actor] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._coming: dict[str, asyncio.Task[Actor]] = {}

    async def actor(self, id: str) -> Actor:  # noqa: A002
        """The actor of a table; send to it before anything is awaited.  Raises Refusal."""
        found = self._actors.get(id)
        if found is not None and not found.has_ended:
            return found
        coming = self._coming.get(id)
        if coming is None:
            coming = asyncio.create_task(self._bring(id))
            self._coming[id] = coming
            coming.add_done_callback(lambda _: self._coming.pop(id, None))
        return await asyncio.shield(coming)

    async def _bring(self, id: str) -> Actor:  # noqa: A002
        return self._start(*await self.find(id))

    def _start(self, found: Foundation, sitting: Sitting) -> Actor:
        actor = Actor(found, sitting, self)
        self._actors[actor.id] = actor
        self._tasks[actor.id] = asyncio.create_task(actor.run(), name=f"table {actor.id}")
        return actor

    async def find(self, id: str) -> tuple[Foundation, Sitting]:  # noqa: A002
        """A table as the store has it, rebuilt; raises Refusal."""
        if not ID.fullmatch(id):
            raise unknown_table(id)
        try:
            found = await self.keeper.do(self.keeper.load, id)
            return found, await asyncio.to_thread(found.sitting)
        except UnknownTable:
            raise unknown_table(id) from None
        except (StoreError, Refusal):
            raise
        except Exception as error:
            LOG.exception("table %s cannot be rebuilt", id)
            fix = "start a newer version of redcathedral; the table itself is left as it is"
            raise Refusal(
                409, "unreadable-table", f"this table is not understood: {error}", fix
            ) from None

    def forget(self, actor: Actor) -> None:
        """An actor has ended."""
        if self._actors.get(actor.id) is actor:
            del self._actors[actor.id]
            del self._tasks[actor.id]

    async def open(self, wish: NewTable) -> Summary:
        """A new game; raises Refusal."""
        try:
            found = await self.keeper.do(self.keeper.new, wish)
        except HeaderError as error:
            raise Refusal(400, "bad-game", error.reason, error.fix) from None
        self._start(found, await asyncio.to_thread(found.sitting))
        return summary(found.row)

    async def load(self, data: bytes) -> Summary:
        """A game of an uploaded record; raises Refusal."""
        with self.uploads.place():
            file = await self.keeper.do(self.keeper.file, await unpacked(data))
            begun = await self.uploads.look(file)
        found = await self.keeper.do(self.keeper.add, begun)
        self._start(found, await asyncio.to_thread(found.sitting))
        return summary(found.row)

    async def add_edition(self, text: str) -> EditionRef:
        """An uploaded edition; raises Refusal."""
        editions = self.keeper.editions
        with self.uploads.place():
            await self.keeper.do(editions.make_room, text)
            edition = await self.uploads.look(EditionFile(text))
        return await self.keeper.do(editions.add, edition, text)

    async def remove(self, id: str) -> None:  # noqa: A002
        """Forget a game, also one that is not understood here; raises Refusal."""
        try:
            actor = await self.actor(id)
        except Refusal as refusal:
            if refusal.status != 409:
                raise
            with contextlib.suppress(UnknownTable):
                await self.keeper.do(self.keeper.store.remove, id)
            return
        request = Remove()
        actor.send(request)
        await asyncio.wait_for(request.answer, ANSWER)

    async def close(self) -> None:
        """End all actors; everything told is stored already."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.thinkers.close()
        await self.uploads.close()
