"""The tables: an actor each, found in memory or made from the store."""

import asyncio
from collections.abc import Callable, Sequence
from functools import partial

from redcathedral.ai.bots import levels
from redcathedral.server.core.actor import Actor
from redcathedral.server.core.api_error import ApiError
from redcathedral.server.core.deadline_watcher import DeadlineWatcher
from redcathedral.server.core.game_repository import GameRepository
from redcathedral.server.core.new_game import branch_row
from redcathedral.server.core.store.problem import Conflict
from redcathedral.server.core.store.rematch import PreviousGame
from redcathedral.server.core.stored_table import Found, summary
from redcathedral.server.core.table.messages import words_in
from redcathedral.server.core.table.seated_game import Colours, SeatedGame
from redcathedral.server.core.visitor import Visitor
from redcathedral.server.core.wire.edition import EditionRef
from redcathedral.server.core.wire.lobby import NewTable, Summary
from redcathedral.server.features.analysis.analysis_queue import AnalysisQueue, check
from redcathedral.server.features.analysis.messages import analysis_file, analysis_message
from redcathedral.server.features.analysis.wire import Analysed
from redcathedral.server.features.bots.bot_pool import BotPool
from redcathedral.server.features.chat.store import GAMES
from redcathedral.server.features.chat.text import NOTE, plain_note
from redcathedral.server.features.chat.wire import NewSeatNote, SeatNote
from redcathedral.server.features.hints.hint_service import HintService
from redcathedral.server.features.my_games.my_games import PersonGame, archive, written_by
from redcathedral.server.features.rematch.rematch import rematch_of, seats_after
from redcathedral.server.features.uploads.uploads import Uploads, read_edition, unpacked
from redcathedral.text.catalog import DEFAULT_LANGUAGE


class Tables:
    """All tables: finds an actor, or makes one from the store; its methods raise ApiError."""

    def __init__(self, repository: GameRepository) -> None:
        self._repository = repository
        self._thread = repository.thread
        self._bots = BotPool(repository.overrides.bot_limits)
        self._hint_service = HintService()
        self._analysis_queue = AnalysisQueue(repository.thread)
        self._uploads = Uploads()
        self._resuming: asyncio.Task[None] | None = None
        self._deadline_watcher = DeadlineWatcher(repository, self.actor)
        self._actors: dict[str, Actor] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._coming: dict[str, asyncio.Task[Actor]] = {}

    async def actor(self, id: str) -> Actor:
        """The actor of a table; send to it before anything is awaited.  Raises ApiError."""
        found = self._actors.get(id)
        if found is not None and not found.has_ended:
            return found
        coming = self._coming.get(id)
        if coming is None:
            coming = asyncio.create_task(self._bring(id))
            self._coming[id] = coming
            coming.add_done_callback(lambda _: self._coming.pop(id, None))
        return await asyncio.shield(coming)

    def is_played(self, id: str, seat: int) -> bool:
        actor = self._actors.get(id)
        return actor is not None and not actor.has_ended and actor.is_played(seat)

    async def _bring(self, id: str) -> Actor:
        return self._start(await self._repository.find(id))

    def _start(self, found: Found) -> Actor:
        actor = Actor(found, self._repository, self._bots, self._hint_service)
        task = asyncio.create_task(actor.run(), name=f"table {actor.id}")
        task.add_done_callback(lambda _: self._forget(actor))
        self._actors[actor.id] = actor
        self._tasks[actor.id] = task
        return actor

    def _forget(self, actor: Actor) -> None:
        if self._actors.get(actor.id) is actor:
            del self._actors[actor.id]
            del self._tasks[actor.id]

    async def visit(self, id: str, visitor: Visitor) -> Actor:
        """Return the actor of a table that the visitor may see; others seem not to exist."""
        actor = await self.actor(id)
        if visitor.is_banned(actor.rights):
            raise ApiError(403, "banned")
        if not visitor.may_see(actor.rights):
            raise ApiError(404, "unknown-table")
        return actor

    async def summary(self, id: str, visitor: Visitor, language: str = DEFAULT_LANGUAGE) -> Summary:
        row = await self._repository.row(id)
        return summary(row, visitor, language)

    async def look_again(self, id: str) -> None:
        actor = self._actors.get(id)
        if actor is not None and not actor.has_ended:
            await actor.look_again()

    async def open(self, wish: NewTable, visitor: Visitor) -> Summary:
        return await self._begin(
            await self._thread.do(self._repository.new, wish, visitor), visitor
        )

    async def branch(self, id: str, told: int, visitor: Visitor) -> Summary:
        actor = await self.visit(id, visitor)
        others = actor.rights.held_by_others(visitor.device)
        game = await asyncio.to_thread(branch_row, actor.seated, told, others)
        added = await self._thread.do(self._repository.add, *game, visitor)
        return await self._begin(added, visitor)

    async def load(self, data: bytes, visitor: Visitor, *, own_dice: bool) -> Summary:
        with self._uploads.place():
            text = await asyncio.to_thread(unpacked, data)
            job = await self._thread.do(self._repository.replaying, text, own_dice)
            game = await self._uploads.look(job)
        added = await self._thread.do(self._repository.add, *game, visitor)
        return await self._begin(added, visitor)

    async def _begin(self, rebuild: Callable[[], Found], visitor: Visitor) -> Summary:
        found = await asyncio.to_thread(rebuild)
        self._start(found)
        return summary(found[0], visitor)

    async def add_edition(self, text: str) -> EditionRef:
        editions = self._repository.editions
        with self._uploads.place():
            await self._thread.do(editions.check_room, text)
            edition = await self._uploads.look(partial(read_edition, text))
        return await self._thread.do(editions.add, edition, text)

    async def export(self, played: Sequence[PersonGame]) -> bytes:
        """The games of a person as a zip file; what cannot be rebuilt stands in the list alone."""
        found: list[Found] = []
        for one in played:
            try:
                found.append(await self._repository.find(one.game.id))
            except ApiError:
                continue  # the list has it
        known = levels.ratings()
        packaged = self._repository.editions.packaged
        written = await self._thread.do(written_by, self._thread.store.talk, played)
        return await asyncio.to_thread(archive, played, found, packaged, known, written)

    # --- what people write, and their next game

    async def rematch(self, id: str, visitor: Visitor, colours: Colours, *, setup: bool) -> Summary:
        """Return the next game, one for all who ask; a bots-only game only for the host."""
        actor = await self.visit(id, visitor)
        seated = actor.seated
        is_seated = bool(actor.seats_of(visitor, colours))
        if not (is_seated if seated.people else visitor.is_host(actor.rights)):
            raise ApiError(403, "not-seated")
        known = await self._thread.do(self._thread.store.rematch, id)
        if known is None:
            wish = rematch_of(seated, actor.edition.key, setup=setup)
            before = PreviousGame(id, seats_after(seated))
            new = partial(self._repository.rematch, wish, before, actor.rights.access)
            try:
                begun = await self._begin(await self._thread.do(new), visitor)
            except Conflict:  # somebody else was faster
                known = await self._thread.do(self._thread.store.rematch, id)
                if known is None:
                    raise ApiError(404, "unknown-table") from None
            else:
                (await self.actor(id)).rematch(begun.id, actor.seats_of(visitor, colours))
                return begun
        return await self.summary(known, visitor)

    async def note(self, id: str, visitor: Visitor, colour: str) -> SeatNote:
        seat = await self._own_seat(id, visitor, colour)
        noted = await self._thread.do(self._thread.store.talk.note, id, seat)
        return SeatNote(noted.number, noted.text)

    async def write_note(
        self,
        id: str,
        visitor: Visitor,
        colour: str,
        note: NewSeatNote,
    ) -> SeatNote:
        seat = await self._own_seat(id, visitor, colour)
        text = plain_note(note.text)
        if len(text) > NOTE:
            raise ApiError(400, "note-long")
        talk = self._thread.store.talk
        try:
            number = await self._thread.do(talk.write_note, id, seat, note.number, text)
        except Conflict:
            raise ApiError(409, "note-changed") from None
        return SeatNote(number, text)

    async def _own_seat(self, id: str, visitor: Visitor, colour: str) -> int:
        seats = (await self.visit(id, visitor)).seats_of(visitor, (colour,))
        if not seats:
            raise ApiError(403, "not-seated")
        return min(seats)

    async def forget_talk(self, id: str, seats: frozenset[int]) -> None:
        talk = self._thread.store.talk
        await self._thread.do(talk.forget_chat, id, seats)
        await self._thread.do(talk.forget_notes, id, seats)
        actor = self._actors.get(id)
        if actor is not None:
            actor.forget_chat(seats)
        game = id
        for _ in range(GAMES):  # the chats of later games include this one
            after = await self._thread.do(self._thread.store.rematch, game)
            if after is None:
                break
            game = after
            actor = self._actors.get(game)
            if actor is not None:
                actor.forget_earlier_chat()

    # --- analyses

    async def resume(self) -> None:
        await self._analysis_queue.read_wanted()
        self._resuming = asyncio.create_task(self._analysis_queue.resume(self._seated))
        self._deadline_watcher.start()
        self._repository.system_clock.start(self._slept)

    def _slept(self, at: int) -> None:
        for actor in self._actors.values():
            actor.slept(at)

    async def _seated(self, id: str) -> SeatedGame:
        return (await self.actor(id)).seated

    async def analyse(self, id: str, visitor: Visitor) -> None:
        actor = await self.visit(id, visitor)
        seated = actor.seated
        if seated.over is None:
            _must_sit(actor, visitor)
        check(seated)
        if seated.over is None:
            actor.take_hints()
        await self._analysis_queue.start(id, seated)

    async def stop_analysis(self, id: str, visitor: Visitor) -> None:
        _must_sit(await self.visit(id, visitor), visitor)
        await self._analysis_queue.stop(id)

    async def analysis(self, id: str, visitor: Visitor, language: str, since: int) -> Analysed:
        seated = (await self.visit(id, visitor)).seated
        progress, turns, analysis = await self._analysis_queue.known(id, seated)
        told = partial(
            analysis_message, seated, id, analysis, progress=progress, turns=turns, since=since
        )
        return await asyncio.to_thread(told, words_in(language))

    async def analysis_file(self, id: str, visitor: Visitor, language: str, kind: str) -> str:
        seated = (await self.visit(id, visitor)).seated
        _, _, analysis = await self._analysis_queue.known(id, seated)
        return await asyncio.to_thread(
            analysis_file, seated, id, analysis, words_in(language), kind
        )

    async def remove(self, id: str, visitor: Visitor) -> None:
        """Remove a game, even an unreadable one, unless other devices hold seats."""
        rights = await self._repository.rights(id)
        if not visitor.may_see(rights):
            raise ApiError(404, "unknown-table")
        if not visitor.may_remove(rights):
            fix = "leave your seat instead, or ask who set it up when nobody else sits there"
            raise ApiError(403, "not-yours", fix=fix)
        await self._repository.remove(id)
        self._analysis_queue.forget(id)
        actor = self._actors.get(id)
        if actor is not None:
            actor.remove()

    async def close(self) -> None:
        self._repository.system_clock.stop()
        await self._deadline_watcher.stop()
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._bots.close()
        await self._hint_service.close()
        if self._resuming is not None:
            self._resuming.cancel()
        await self._analysis_queue.close()
        await self._uploads.close()


def _must_sit(actor: Actor, visitor: Visitor) -> None:
    if not actor.seats_of(visitor) and not visitor.is_host(actor.rights):
        raise ApiError(403, "not-yours")
