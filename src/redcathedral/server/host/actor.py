"""The actor of a table: a task that alone changes it, one request after the other.

What is decided is applied to a copy, the action is stored, and then the copy is shown.
"""

import asyncio
import contextlib
import logging
import math
import secrets
import time
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Final

from redcathedral.server.host.adviser import Adviser
from redcathedral.server.host.bot_pool import BotPool, SeatedBot
from redcathedral.server.host.library import Library
from redcathedral.server.host.listener import Listener
from redcathedral.server.host.plans import Plans
from redcathedral.server.host.refusal import RequestRefused
from redcathedral.server.host.stored_table import Found, standing
from redcathedral.server.store.problem import Conflict, StoreError, UnknownTable
from redcathedral.server.table.actions import (
    DecisionPlayed,
    HintsTaken,
    Rolled,
    TableAction,
    encode,
)
from redcathedral.server.table.commands import CommandRefused, decide
from redcathedral.server.table.hint_message import Advice
from redcathedral.server.table.names import called
from redcathedral.server.table.seated_game import STANDING, Colours, SeatedGame
from redcathedral.server.table.table_message import TableMessages
from redcathedral.server.wire.edition import EditionRef
from redcathedral.server.wire.plan import PlanTurn, PlayPlan
from redcathedral.server.wire.protocol import Command, Gone, GoneCode, Past, Table
from redcathedral.words import Argument, Term

LOG = logging.getLogger(__name__)
QUEUE: Final = 256  # requests to one table
LISTENERS: Final = 32  # connections to one table
COMMANDS: Final = 16  # of one connection, not yet answered
RETRY: Final = 5.0  # seconds until a bot tries again when the store failed
REMOVED: Final = "the table was removed from the list of games"
PATIENCE: Final = 60.0  # seconds after which a table at which nobody looks rests


class Actor:
    """One table in memory."""

    def __init__(
        self,
        found: Found,
        library: Library,
        bots: BotPool,
        adviser: Adviser,
        *,
        patience: float = PATIENCE,
    ) -> None:
        self._library = library
        self._bots = bots
        self._adviser = adviser
        self._patience = patience
        self._requests: asyncio.Queue[Callable[[], Awaitable[None]]] = asyncio.Queue()
        self._coming: list[Listener] = []  # pages whose turn in the queue is still to come
        self._listeners: list[Listener] = []
        self._seeds: dict[int, int] = {}  # of the bots, by seat
        self._failed_at = -1  # the version at which a bot could not decide
        self._left = -math.inf  # when the last page went
        self._thoughts: set[asyncio.Task[None]] = set()
        self._thinking_at = -1  # the version at which a bot is thinking
        self._advice: Advice | None = None  # the hints as the table stands
        self._asking: list[Listener] = []  # who waits for them
        self._advising: asyncio.Task[None] | None = None
        self._gone: Gone | None = None
        self.has_ended = False
        self._take(found)
        self._plans = Plans(self.id, library.thread)

    def _take(self, found: Found) -> None:
        """Stand as the store has the table."""
        row, seated = found
        self.id = row.id
        self._messages = TableMessages(self.id, seated, row.edition)
        self._forget_hints()

    @property
    def seated(self) -> SeatedGame:
        """The table as it stands: all of it is stored."""
        return self._messages.seated

    @property
    def edition(self) -> EditionRef:
        """What it is played with."""
        return self._messages.edition

    def table(self, language: str, colours: Colours) -> Table:
        """The table for a page that plays these colours."""
        return self._messages.table(language, colours)

    def past(self, language: str, since: int, until: int | None = None) -> list[Past]:
        """How the table stood before each decision from entry ``since`` of the log on."""
        return self._messages.past(language, since, until)

    # --- what can be asked; where there is too much of it, asyncio.QueueFull is raised

    def _send(self, request: Callable[[], Awaitable[None]]) -> None:
        if self.has_ended or self._requests.qsize() >= QUEUE:
            raise asyncio.QueueFull
        self._requests.put_nowait(request)

    def join(self, listener: Listener) -> None:
        """A page comes to the table."""
        self._send(partial(self._join, listener))
        self._coming.append(listener)

    def run_command(self, listener: Listener, command: Command) -> None:
        """A page wants something done."""
        self._send(partial(self._run_command, listener, command))
        listener.waiting += 1

    def refuse(self, listener: Listener, code: str, **values: Argument) -> None:
        """A page sent something that is no command: its turn comes like that of one."""
        self._send(partial(self._refuse_message, listener, code, **values))
        listener.waiting += 1

    def leave(self, listener: Listener) -> None:
        """A page goes; that is always heard."""
        self._requests.put_nowait(partial(self._leave, listener))

    def take_hints(self) -> None:
        """Somebody looks at what the turns were worth, while the game goes on."""
        if not self.seated.game.is_hinted:
            self._send(self._mark)

    def remove(self) -> None:
        """The store does not have the table any more; that is always heard."""
        self._requests.put_nowait(partial(self._go, "removed", REMOVED))

    # --- living

    async def run(self) -> None:
        """Carry out requests one by one, until nobody needs the table any more."""
        try:
            self._wake_bot()
            while self._gone is None:
                try:
                    async with asyncio.timeout(self._patience):
                        request = await self._requests.get()
                except TimeoutError:
                    is_idle = not self._thoughts and self._advising is None
                    if not self._listeners and is_idle and self._requests.empty():
                        return
                    continue
                await request()
        except Exception:
            LOG.exception("table %s: the actor failed", self.id)
            await self._go("failed", "the server failed at this table; what was told is stored")
        finally:
            self.has_ended = True
            for thought in self._thoughts:
                thought.cancel()
            self._forget_hints()
            self._adviser.forget(self.id)
            for seat in self._seeds:
                self._bots.forget(self.id, seat)
            for listener in self._coming:
                listener.tell(self._gone or Gone("removed", REMOVED))

    # --- telling

    def _tell(self, listener: Listener, notice: Term | None = None) -> None:
        language, colours = listener.language, listener.colours
        listener.tell(self._messages.table(language, colours, listener.known, notice))
        self._tell_plan(listener)

    def _tell_all(self, notice: Term | None = None) -> None:
        for listener in self._listeners:
            self._tell(listener, notice)

    def _refuse(self, listener: Listener, code: str, **values: Argument) -> None:
        language, colours = listener.language, listener.colours
        listener.tell(self._messages.refused(language, colours, code, **values))

    async def _go(self, code: GoneCode, reason: str) -> None:
        """Say that the table is not played on, and end."""
        self._gone = Gone(code, reason)
        for listener in self._listeners:
            listener.tell(self._gone)

    async def _join(self, listener: Listener) -> None:
        self._coming.remove(listener)
        if len(self._listeners) >= LISTENERS:
            listener.tell(Gone("too-many", f"{LISTENERS} pages look at this table already"))
            return
        self._listeners.append(listener)
        await self._catch_up()
        await self._plans.load()
        self._tell(listener)
        self._failed_at = -1
        self._wake_bot()

    async def _leave(self, listener: Listener) -> None:
        with contextlib.suppress(ValueError):
            self._listeners.remove(listener)
        with contextlib.suppress(ValueError):
            self._asking.remove(listener)
        if not self._listeners:
            self._left = time.monotonic()

    # --- the store

    async def _catch_up(self) -> None:
        """Another program may have gone on with the table meanwhile, or removed it."""
        thread = self._library.thread
        try:
            if await thread.do(thread.store.version, self.id) != self.seated.version:
                await self._reload()
        except UnknownTable:
            await self._go("removed", REMOVED)
        except StoreError as error:
            LOG.error("table %s: %s", self.id, error)  # what is known can still be looked at

    async def _reload(self) -> None:
        """Take the table anew from the store, where another program has written.

        Raises StoreError; what is known of the table stays then.
        """
        try:
            self._take(await self._library.find(self.id))
        except RequestRefused as refused:
            if refused.status == 404:
                await self._go("removed", REMOVED)
            else:
                await self._go("unreadable-table", refused.problem.reason)
        else:
            self._tell_all()
            self._wake_bot()

    async def _save(self, action: TableAction) -> bool:
        """Apply an action to a copy, store it, stand as the copy; False if another wrote before.

        Raises StoreError; nothing has changed then.
        """
        thread = self._library.thread
        after = self.seated.after(action)
        data = encode(action)
        try:
            await thread.do(thread.store.append, self.id, after.version, data, standing(after))
        except Conflict:
            await self._reload()
            return False
        self._messages.update(after)
        if not isinstance(action, STANDING):
            self._forget_hints()
        return True

    # --- changing

    async def _refuse_message(self, listener: Listener, code: str, **values: Argument) -> None:
        listener.waiting -= 1
        self._refuse(listener, code, **values)

    async def _run_command(self, listener: Listener, command: Command) -> None:
        listener.waiting -= 1
        if isinstance(command, PlanTurn | PlayPlan):
            await self._run_plan(listener, command)
            return
        try:
            action, notice = decide(command, self.seated, self.seated.seats_of(listener.colours))
        except CommandRefused as refused:
            self._refuse(listener, refused.code, **refused.values)
            if refused.code == "stale":
                self._tell(listener)
            return
        if isinstance(action, HintsTaken):
            await self._hint(listener)
        else:
            await self._change(action, listener, notice)

    async def _change(
        self, action: TableAction, listener: Listener | None = None, notice: Term | None = None
    ) -> bool:
        """Carry out an action and what follows it by itself, and tell all; whether it is stored."""
        due: TableAction | None = action
        try:
            while due is not None:
                if not await self._save(due):
                    if listener is not None and self._gone is None:
                        self._refuse(listener, "stale")
                    return False
                goes_on = isinstance(due, DecisionPlayed | Rolled) or self.seated.game.is_waiting
                due = self.seated.follow_up() if goes_on else None
        except StoreError as error:
            LOG.error("table %s: %s", self.id, error)
            if listener is not None:
                self._refuse(listener, "not-saved")
            self._tell_all()
            return False
        await self._plans.forget_past(self.seated)
        self._tell_all(notice)
        self._wake_bot()
        return True

    # --- plans

    def _tell_plan(self, listener: Listener, *, asked: bool = False) -> None:
        seats = self.seated.seats_of(listener.colours)
        plan = self._plans.message(listener, self.seated, seats, asked=asked)
        if plan is not None:
            listener.tell(plan)

    async def _run_plan(self, listener: Listener, command: PlanTurn | PlayPlan) -> None:
        seats = self.seated.seats_of(listener.colours)
        try:
            if isinstance(command, PlayPlan):
                await self._play_plan(listener, command.number, seats)
                return
            seat = await self._plans.change(command, listener, self.seated, seats)
        except CommandRefused as refused:
            self._refuse(listener, refused.code, **refused.values)
            if refused.code == "stale":
                self._tell(listener)
        except StoreError as error:
            LOG.error("table %s: %s", self.id, error)
            self._refuse(listener, "not-saved")
        else:
            for other in self._listeners:
                if other is listener or seat in self.seated.seats_of(other.colours):
                    self._tell_plan(other, asked=other is listener)

    async def _play_plan(self, listener: Listener, number: int, seats: frozenset[int]) -> None:
        """Play what is legal of the plan, one decision after the other, up to a roll.

        Raises CommandRefused where nothing can be played.
        """
        if number != self.seated.version:
            raise CommandRefused("stale")
        seat, turn = self.seated.game.seat, self.seated.game.state.turn
        decisions = self._plans.playable(self.seated) if seat in seats else []
        if not decisions:
            raise CommandRefused("no-plan")
        for decision in decisions:
            state = self.seated.game.state
            if state.turn != turn or decision not in self.seated.legal_ids():
                break  # the turn ended by itself
            if not await self._change(self.seated.play_action(decision), listener):
                return
        await self._plans.forget(seat)
        for one in self._listeners:
            self._tell_plan(one)

    # --- bots

    def _is_watched(self) -> bool:
        """Whether the game is to go on: bots do not play on for nobody, but for a minute."""
        is_late = time.monotonic() - self._left >= self._patience
        return bool(self.seated.people or self._listeners) or not is_late

    def _wake_bot(self) -> None:
        """Let the bot think whose decision is due, and nobody about what is past."""
        seated = self.seated
        version = seated.version
        if version != self._thinking_at:
            for thought in self._thoughts:
                thought.cancel()
            self._thinking_at = -1
        if seated.bot is None or version in (self._thinking_at, self._failed_at):
            return
        if self.has_ended or self._gone is not None or not self._is_watched():
            return
        self._thinking_at = version
        seat = seated.game.seat
        seed = self._seeds.setdefault(seat, secrets.randbits(32))
        who = SeatedBot(self.id, seat, self._library.opponents.allowed(seated.bot), seed)
        thought = asyncio.create_task(self._think(who, version))
        self._thoughts.add(thought)
        thought.add_done_callback(self._thoughts.discard)

    async def _think(self, who: SeatedBot, version: int) -> None:
        decision: int | None = None
        try:
            decision = await self._bots.choose(who, self.seated.game)
        except Exception:
            LOG.exception("table %s: %s failed at version %d", self.id, who.spec, version)
        self._requests.put_nowait(partial(self._bot_decided, version, decision))

    async def _bot_decided(self, version: int, decision: int | None) -> None:
        seated = self.seated
        if version == self._thinking_at:
            self._thinking_at = -1
        if version != seated.version or seated.bot is None:
            return  # somebody has taken something back meanwhile
        if decision not in seated.game.legal_ids or decision is None:
            self._failed_at = version  # it waits: until something is changed, or a page comes
            who = called(seated)[seated.game.seat]
            self._tell_all(Term("table.bot-failed", who=who))
        elif not await self._change(seated.play_action(decision)):
            asyncio.get_running_loop().call_later(RETRY, self._wake_bot)

    # --- hints

    async def _hint(self, listener: Listener) -> None:
        """Look for the best turns where they are not known already."""
        if self._advice is not None:
            await self._tell_hints([listener], self._advice)
            return
        if listener not in self._asking:
            self._asking.append(listener)
        if self._advising is None:
            self._advising = asyncio.create_task(self._advise())

    async def _advise(self) -> None:
        thought = asyncio.current_task()
        advice: Advice | RequestRefused | None = None
        try:
            advice = await self._adviser.advise(self.id, self.seated.game)
        except RequestRefused as refused:
            advice = refused
        except Exception:
            LOG.exception("table %s: no hints at version %d", self.id, self.seated.version)
        self._requests.put_nowait(partial(self._advised, thought, advice))

    async def _advised(
        self, thought: asyncio.Task[None] | None, advice: Advice | RequestRefused | None
    ) -> None:
        if thought is not self._advising:
            return  # the game has gone on
        asking, self._asking, self._advising = self._asking, [], None
        if isinstance(advice, Advice):
            self._advice = advice
            await self._tell_hints(asking, advice)
            return
        for listener in asking:
            if advice is None:
                self._refuse(listener, "no-hints")
            else:
                self._refuse(listener, "never-hints", why=advice.problem.reason)

    async def _mark(self) -> None:
        """The game is one with hints from now on."""
        if not self.seated.game.is_hinted:
            await self._change(HintsTaken())

    async def _tell_hints(self, listeners: Sequence[Listener], advice: Advice) -> None:
        """Mark the game, and tell who may still hear of it."""
        seated = self.seated
        may = [one for one in listeners if seated.can_hint(seated.seats_of(one.colours))]
        is_marked = seated.game.is_hinted or (bool(may) and await self._change(HintsTaken()))
        for listener in listeners:
            if listener not in may:
                self._refuse(listener, "hint")
            elif is_marked:
                listener.tell(self._messages.hints(listener.language, advice))
            else:
                self._refuse(listener, "no-hints")

    def _forget_hints(self) -> None:
        """They were about what is past."""
        if self._advising is not None:
            self._advising.cancel()
        self._advice, self._asking, self._advising = None, [], None
