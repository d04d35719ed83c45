"""All tables of the server: their actors in memory, and the requests that load or change them."""

import asyncio
from collections.abc import Callable

from redcathedral.server.core.actor import Actor, FeatureFactory
from redcathedral.server.core.api_error import ApiError
from redcathedral.server.core.cluster import ACTIONS, SEATS
from redcathedral.server.core.deadline_watcher import DeadlineWatcher
from redcathedral.server.core.game_repository import GameRepository
from redcathedral.server.core.new_game import branch_row
from redcathedral.server.core.stored_table import LoadedTable, summary
from redcathedral.server.core.visitor import Visitor
from redcathedral.server.core.wire.lobby import NewTable, Summary
from redcathedral.text.catalog import DEFAULT_LANGUAGE


class Tables:
    """Finds the actor of a table, or makes it from the store; the methods raise ApiError.

    The functions in ``features`` make the features of each table.  The functions in ``on_removed``
    are called with the id of each removed table.
    """

    def __init__(self, repository: GameRepository) -> None:
        self.repository = repository
        self.thread = repository.thread
        self._cluster = repository.cluster
        self.features: list[FeatureFactory] = []
        self.on_removed: list[Callable[[str], None]] = []
        self._deadline_watcher = DeadlineWatcher(repository, self.actor)
        self._actors: dict[str, Actor] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._loading: dict[str, asyncio.Task[Actor]] = {}

    async def actor(self, table_id: str) -> Actor:
        """Return the actor of a table, which may end at the next await unless it has a request."""
        if (loaded := self.in_memory(table_id)) is not None:
            return loaded
        loading = self._loading.get(table_id)
        if loading is None:
            loading = self._loading[table_id] = asyncio.create_task(self._load(table_id))
            loading.add_done_callback(lambda _: self._loading.pop(table_id, None))
        return await asyncio.shield(loading)

    def all_in_memory(self) -> list[Actor]:
        return [*self._actors.values()]

    def in_memory(self, table_id: str) -> Actor | None:
        actor = self._actors.get(table_id)
        return None if actor is None or actor.has_ended else actor

    async def is_played(self, table_id: str, seat: int) -> bool:
        """Return whether a page plays a seat, at this or another process."""
        actor = self.in_memory(table_id)
        if actor is not None and actor.is_played(seat):
            return True
        return seat in (await self._cluster.pages_elsewhere(table_id)).seats

    async def _load(self, table_id: str) -> Actor:
        return self._start(await self.repository.find(table_id))

    def _start(self, loaded: LoadedTable) -> Actor:
        actor = Actor(loaded, self.repository, self.features)
        task = asyncio.create_task(actor.run(), name=f"table {actor.id}")
        task.add_done_callback(lambda _: self._forget(actor))
        self._actors[actor.id] = actor
        self._tasks[actor.id] = task
        return actor

    def _forget(self, actor: Actor) -> None:
        if self._actors.get(actor.id) is actor:
            del self._actors[actor.id]
            del self._tasks[actor.id]

    async def visit(self, table_id: str, visitor: Visitor) -> Actor:
        """Return the actor of a table, if the visitor may see the table."""
        actor = await self.actor(table_id)
        if visitor.is_banned(actor.rights) or self.repository.guests.is_banned(visitor):
            raise ApiError(403, "banned")
        if not visitor.may_see(actor.rights):
            raise ApiError(404, "unknown-table")
        return actor

    async def summary(
        self, table_id: str, visitor: Visitor, language: str = DEFAULT_LANGUAGE
    ) -> Summary:
        return summary(await self.repository.row(table_id), visitor, language)

    async def reload(self, table_id: str) -> None:
        self._cluster.announce(table_id, SEATS)
        if (actor := self.in_memory(table_id)) is not None:
            await actor.reload()

    async def open(self, new_table: NewTable, visitor: Visitor) -> Summary:
        rebuild = await self.thread.do(self.repository.new, new_table, visitor)
        return await self.begin(rebuild, visitor)

    async def branch(self, table_id: str, log_length: int, visitor: Visitor) -> Summary:
        actor = await self.visit(table_id, visitor)
        other_seats = actor.rights.held_by_others(visitor.device)
        game = await asyncio.to_thread(branch_row, actor.seated, log_length, other_seats)
        rebuild = await self.thread.do(self.repository.add, *game, visitor)
        return await self.begin(rebuild, visitor)

    async def begin(self, rebuild: Callable[[], LoadedTable], visitor: Visitor) -> Summary:
        loaded = await asyncio.to_thread(rebuild)
        self._start(loaded)
        return summary(loaded[0], visitor)

    async def remove(self, table_id: str, visitor: Visitor) -> None:
        """Remove a game, even an unreadable one, unless other devices hold seats."""
        rights = await self.repository.rights(table_id)
        if not visitor.may_see(rights):
            raise ApiError(404, "unknown-table")
        if not visitor.may_remove(rights):
            fix = "leave your seat, or ask the host to remove the game after all others have left"
            raise ApiError(403, "not-yours", fix=fix)
        await self.repository.remove(table_id)
        self._cluster.announce(table_id, ACTIONS)
        for call in self.on_removed:
            call(table_id)
        if (actor := self._actors.get(table_id)) is not None:
            actor.remove()

    def close_banned_pages(self) -> None:
        """Close the pages of guests that are banned from the server."""
        for actor in self._actors.values():
            actor.close_banned_pages()

    async def start(self) -> None:
        await self._cluster.start(self._versions, self._handle_news)
        self._deadline_watcher.start()
        self.repository.system_clock.start(self._handle_sleep)

    def _versions(self) -> dict[str, int]:
        actors = self._actors.values()
        return {actor.id: actor.seated.version for actor in actors if not actor.has_ended}

    def _handle_news(self, table_id: str, news: str) -> None:
        if (actor := self.in_memory(table_id)) is not None:
            actor.handle_news(news)

    def _handle_sleep(self, at: int) -> None:
        for actor in self._actors.values():
            actor.handle_sleep(at)

    async def close(self) -> None:
        self.repository.system_clock.stop()
        await self._deadline_watcher.stop()
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._cluster.close()
