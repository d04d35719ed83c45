"""A table in memory: a task that alone changes it, one action after the other.

An action is carried out, stored, and only then told.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
import secrets
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, TypeAlias, assert_never

from redcathedral.server.host import stored_table
from redcathedral.server.host.bot_pool import Seated
from redcathedral.server.host.listener import Listener
from redcathedral.server.http.refusals import Refusal, unknown_table
from redcathedral.server.store import Conflict, StoreError, UnknownTable
from redcathedral.server.table.actions import Action, Capped, encode
from redcathedral.server.table.commands import No, carry_out, player
from redcathedral.server.table.seated_game import seats_of
from redcathedral.server.table.views import Views
from redcathedral.server.wire.protocol import Command, Gone, GoneCode, Play, Table
from redcathedral.words import Term, Value

if TYPE_CHECKING:
    from redcathedral.server.host.stored_table import Foundation
    from redcathedral.server.host.tables import Tables
    from redcathedral.server.table.seated_game import Sitting

LOG = logging.getLogger(__name__)
QUEUE: Final = 256  # requests to one table
LISTENERS: Final = 32  # connections to one table
COMMANDS: Final = 16  # of one connection, not yet answered
RETRY: Final = 5.0  # seconds until a bot tries again when the store failed
REMOVED: Final = "the table was removed from the list of games"
PATIENCE: Final = 60.0  # seconds after which a table at which nobody looks rests


@dataclass(frozen=True)
class Join:
    """A page comes to the table."""

    listener: Listener


@dataclass(frozen=True)
class Leave:
    """A page goes."""

    listener: Listener


@dataclass(frozen=True)
class Obey:
    """A page wants something done."""

    listener: Listener
    command: Command


@dataclass(frozen=True)
class Refuse:
    """A page sent something that is no command."""

    listener: Listener
    code: str
    values: dict[str, Value]


@dataclass(frozen=True)
class Chosen:
    """A bot has decided at a number; None when it failed."""

    number: int
    decision: int | None


@dataclass(frozen=True)
class Look:
    """Somebody wants to see the table once."""

    language: str
    colours: tuple[str, ...] | None
    answer: asyncio.Future[Table] = field(default_factory=asyncio.Future)


@dataclass(frozen=True)
class Write:
    """Somebody wants the game's record."""

    names: bool
    answer: asyncio.Future[str] = field(default_factory=asyncio.Future)


@dataclass(frozen=True)
class Remove:
    """Somebody wants the table gone."""

    answer: asyncio.Future[None] = field(default_factory=asyncio.Future)


Request: TypeAlias = Join | Leave | Obey | Refuse | Chosen | Look | Write | Remove


class Actor:
    """One table in memory."""

    def __init__(self, found: Foundation, sitting: Sitting, tables: Tables) -> None:
        self.id = found.id
        self._found = found
        self._tables = tables
        self._patience = tables.patience
        self._requests: asyncio.Queue[Request] = asyncio.Queue()
        self._listeners: list[Listener] = []
        self._seeds: dict[int, int] = {}  # of the bots, by seat
        self._failed_at = -1  # the number at which a bot could not decide
        self._left = -math.inf  # when the last page went
        self._thoughts: set[asyncio.Task[None]] = set()
        self._thinking_at = -1  # the number at which a bot is thinking
        self._sit(sitting)
        self._gone: Gone | None = None
        self.has_ended = False

    def _sit(self, sitting: Sitting) -> None:
        self._sitting = sitting
        self._views = Views(self.id, sitting, self._found.edition)

    def send(self, request: Request) -> None:
        """Have a request carried out; raises asyncio.QueueFull, but never where a page goes."""
        is_full = self._requests.qsize() >= QUEUE and not isinstance(request, Leave)
        if self.has_ended or is_full:
            raise asyncio.QueueFull
        self._requests.put_nowait(request)

    async def run(self) -> None:
        """Carry out requests one by one, until nobody needs the table any more."""
        try:
            self._wake_bot()
            while self._gone is None:
                try:
                    request = await asyncio.wait_for(self._requests.get(), self._patience)
                except TimeoutError:
                    if not self._listeners and not self._thoughts and self._requests.empty():
                        return
                    continue
                await self._carry_out(request)
        except Exception:
            LOG.exception("table %s: the actor failed", self.id)
            self._go("failed", "the server failed at this table; what was told is stored")
        finally:
            self.has_ended = True
            self._tables.forget(self)
            for thought in self._thoughts:
                thought.cancel()
            for seat in self._seeds:
                self._tables.thinkers.forget(self.id, seat)
            while not self._requests.empty():
                self._turn_away(self._requests.get_nowait())

    def _turn_away(self, request: Request) -> None:
        """Answer a request that came too late."""
        match request:
            case Join(listener):
                listener.tell(self._gone or Gone("removed", REMOVED))
            case Look(answer=answer) | Write(answer=answer) | Remove(answer=answer):
                is_removed = self._gone is not None and self._gone.code == "removed"
                if not answer.done():
                    answer.set_exception(
                        unknown_table(self.id) if is_removed else asyncio.QueueFull()
                    )
            case _:
                pass  # nobody waits for an answer

    async def _carry_out(self, request: Request) -> None:
        match request:
            case Join(listener):
                await self._join(listener)
            case Leave(listener):
                self._leave(listener)
            case Obey(listener, command):
                listener.waiting -= 1
                await self._obey(listener, command)
            case Refuse(listener, code, values):
                listener.waiting -= 1
                self._refuse(listener, code, **values)
            case Chosen(number, decision):
                await self._bot_chose(number, decision)
            case Look(language, colours, answer):
                if not answer.cancelled():
                    answer.set_result(self._views.table(language, self._seats(colours)))
            case Write(names, answer):
                if not answer.cancelled():
                    answer.set_result(stored_table.record_text(self._sitting, names=names))
            case Remove(answer):
                await self._remove(answer)
            case _:
                assert_never(request)

    # --- telling

    def _seats(self, colours: tuple[str, ...] | None) -> frozenset[int]:
        return seats_of(self._sitting, self._sitting.game.colours if colours is None else colours)

    def _tell(self, listener: Listener, notice: Term | None = None) -> None:
        seats = self._seats(listener.colours)
        listener.tell(self._views.table(listener.language, seats, listener.known, notice))

    def _tell_all(self, notice: Term | None = None) -> None:
        for listener in self._listeners:
            self._tell(listener, notice)

    def _refuse(self, listener: Listener, code: str, **values: Value) -> None:
        seats = self._seats(listener.colours)
        listener.tell(self._views.refused(listener.language, seats, code, **values))

    def _go(self, code: GoneCode, reason: str) -> None:
        """Say that the table is not played on, and end."""
        self._gone = Gone(code, reason)
        for listener in self._listeners:
            listener.tell(self._gone)

    async def _join(self, listener: Listener) -> None:
        if len(self._listeners) >= LISTENERS:
            listener.tell(Gone("too-many", f"{LISTENERS} pages look at this table already"))
            return
        self._listeners.append(listener)
        await self._catch_up()
        self._tell(listener)
        self._failed_at = -1
        self._wake_bot()

    def _leave(self, listener: Listener) -> None:
        with contextlib.suppress(ValueError):
            self._listeners.remove(listener)
        if not self._listeners:
            self._left = time.monotonic()

    async def _catch_up(self) -> None:
        """Another program may have gone on with the table meanwhile, or removed it."""
        keeper = self._tables.keeper
        try:
            number = await keeper.do(keeper.store.number, self.id)
        except UnknownTable:
            self._go("removed", REMOVED)
        except StoreError as error:
            LOG.error("table %s: %s", self.id, error)  # what is known can still be looked at
        else:
            if number != self._sitting.number:
                await self._reload()

    async def _reload(self) -> bool:
        """Take the table anew from the store, where another program has written.

        Whether that could be done; where the store cannot be used, what is known of it stays.
        """
        try:
            self._found, sitting = await self._tables.find(self.id)
        except Refusal as refusal:
            if refusal.status == 404:
                self._go("removed", REMOVED)
            else:
                self._go("unreadable-table", refusal.problem.reason)
            return True
        except StoreError as error:
            LOG.error("table %s: %s", self.id, error)
            return False
        self._sit(sitting)
        self._tell_all()
        self._wake_bot()
        return True

    async def _remove(self, answer: asyncio.Future[None]) -> None:
        keeper = self._tables.keeper
        try:
            await keeper.do(keeper.store.remove, self.id)
        except UnknownTable:
            if not answer.done():
                answer.set_exception(unknown_table(self.id))
        except StoreError as error:
            if not answer.done():
                answer.set_exception(error)
            return
        else:
            if not answer.done():
                answer.set_result(None)
        self._go("removed", REMOVED)

    # --- changing

    async def _obey(self, listener: Listener, command: Command) -> None:
        sitting = self._sitting
        seats = self._seats(listener.colours)
        try:
            action, notice = carry_out(command, sitting, seats)
        except No as no:
            self._refuse(listener, no.code, **no.values)
            if no.code == "stale":
                self._tell(listener)
            return
        is_saved = await self._save(action, listener)
        if is_saved and isinstance(command, Play) and sitting.ends_itself():
            is_saved = await self._save(sitting.play(sitting.legal()[0]), listener)
        if is_saved:
            self._tell_all(notice)
            self._wake_bot()

    async def _save(self, action: Action, listener: Listener | None = None) -> bool:
        """Store the action that has just changed the sitting; else take it back."""
        keeper = self._tables.keeper
        sitting = self._sitting
        data = encode(action)
        standing = stored_table.standing(sitting)
        try:
            await keeper.do(keeper.store.append, self.id, sitting.number, data, standing)
        except Conflict:
            if not await self._reload():
                await self._take_back(listener)
            elif listener is not None and self._gone is None:
                self._refuse(listener, "stale")
            return False
        except StoreError as error:
            LOG.error("table %s: %s", self.id, error)
            await self._take_back(listener)
            return False
        self._found.actions.append(action)
        return True

    async def _take_back(self, listener: Listener | None) -> None:
        """Go on as the table was before what could not be stored."""
        self._sit(await self._tables.keeper.do(self._found.sitting))
        if listener is not None:
            self._refuse(listener, "not-saved")
        self._tell_all()

    # --- bots

    def _is_watched(self) -> bool:
        """Whether the game is to go on: bots do not play on for nobody, but for a minute."""
        is_late = time.monotonic() - self._left >= self._patience
        return bool(self._sitting.people or self._listeners) or not is_late

    def _wake_bot(self) -> None:
        """Let the bot think whose decision is due, and nobody about what is past."""
        sitting = self._sitting
        number = sitting.number
        if number != self._thinking_at:
            for thought in self._thoughts:
                thought.cancel()
            self._thinking_at = -1
        if sitting.bot is None or number in (self._thinking_at, self._failed_at):
            return
        if self.has_ended or self._gone is not None or not self._is_watched():
            return
        self._thinking_at = number
        thought = asyncio.create_task(self._think(self._seated(sitting.bot), number))
        self._thoughts.add(thought)
        thought.add_done_callback(self._thoughts.discard)

    def _seated(self, spec: str) -> Seated:
        """The bot whose decision is due."""
        seat = self._sitting.game.seat
        seed = self._seeds.setdefault(seat, secrets.randbits(32))
        return Seated(self.id, seat, self._tables.opponents.allowed(spec), seed)

    async def _think(self, who: Seated, number: int) -> None:
        decision: int | None = None
        try:
            decision = await self._tables.thinkers.choose(who, self._sitting.game)
        except Exception:
            LOG.exception("table %s: %s failed at number %d", self.id, who.spec, number)
        await self._requests.put(Chosen(number, decision))

    async def _bot_chose(self, number: int, decision: int | None) -> None:
        sitting = self._sitting
        if number == self._thinking_at:
            self._thinking_at = -1
        if number != sitting.number or sitting.bot is None:
            return  # somebody has taken something back meanwhile
        if decision not in sitting.game.legal_ids or decision is None:
            self._bot_failed(sitting.bot)
            return
        action: Action = sitting.play(decision)
        is_saved = await self._save(action)
        if is_saved and sitting.must_cap():
            action = Capped()
            sitting.apply(action)
            is_saved = await self._save(action)
        if is_saved:
            self._tell_all()
            self._wake_bot()
        else:
            asyncio.get_running_loop().call_later(RETRY, self._wake_bot)

    def _bot_failed(self, name: str) -> None:
        """Say so, and wait: until something is changed, or a page comes."""
        sitting = self._sitting
        self._failed_at = sitting.number
        who = player(sitting, sitting.game.seat)
        self._tell_all(Term("table.bot-failed", {"bot": name, "who": who}))
