"""The actor of a table: a task that changes it, one request at a time; stored, then shown."""

import asyncio
import contextlib
import logging
import math
import time
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Final, TypeAlias

from redcathedral.server.core.api_error import ApiError
from redcathedral.server.core.game_repository import GameRepository
from redcathedral.server.core.listener import Listener
from redcathedral.server.core.store.problem import Conflict, StoreError, UnknownTable
from redcathedral.server.core.store.rows import ActionRow, SeatChange
from redcathedral.server.core.stored_table import Found, standing
from redcathedral.server.core.table.actions import (
    DecisionPlayed,
    HintsTaken,
    Rolled,
    TableAction,
    encode,
)
from redcathedral.server.core.table.command_result import AlreadyDone, CommandRefused
from redcathedral.server.core.table.commands import decide
from redcathedral.server.core.table.messages import TableMessages
from redcathedral.server.core.table.names import called
from redcathedral.server.core.table.seated_game import Colours, SeatedGame
from redcathedral.server.core.table_timer import TableTimer
from redcathedral.server.core.token_bucket import TokenBucket
from redcathedral.server.core.visitor import Visitor
from redcathedral.server.core.wire.edition import EditionRef
from redcathedral.server.core.wire.protocol import Gone, GoneCode, Past, Table, TableCommand
from redcathedral.server.features.bots.bot_pool import BotPool
from redcathedral.server.features.bots.bot_turns import BotTurns
from redcathedral.server.features.chat.table_chat import ANEW, TableChat
from redcathedral.server.features.chat.wire import Say
from redcathedral.server.features.hints.hint_message import HintResult
from redcathedral.server.features.hints.hint_service import HintService
from redcathedral.server.features.hints.table_hints import SearchOutcome, TableHints
from redcathedral.server.features.notifications.turn_news import telling
from redcathedral.server.features.plans.table_plans import TablePlans
from redcathedral.server.features.plans.wire import PlanCommand, PlayPlan
from redcathedral.text import Argument, Term

LOG = logging.getLogger(__name__)
QUEUE: Final = 256  # requests to one table
ASIDE: Final = (200, 0.5)  # changes but decisions: so many at once, then so many a second
PLAYING: Final = 64  # pages at one table that play seats
ONLOOKERS: Final = 100  # pages that look on; they take no place of those
RETRY: Final = 5.0  # seconds until a bot tries again when the store failed
BANNED: Final = "the host of this table has banned you from it"
REMOVED: Final = "the table was removed from the list of games"
NOT_YOURS: Final = "this device has no place at the table any more"


SeatDecision: TypeAlias = tuple[TableAction, *tuple[SeatChange, ...]]


class Actor:
    """One table in memory."""

    def __init__(
        self, found: Found, repository: GameRepository, bots: BotPool, hint_service: HintService
    ) -> None:
        self._repository = repository
        self._patience = repository.overrides.patience
        self._requests: asyncio.Queue[Callable[[], Awaitable[object]]] = asyncio.Queue()
        self._coming: list[Listener] = []  # pages whose turn in the queue is still to come
        self._listeners: list[Listener] = []
        self._aside = TokenBucket(*ASIDE)  # without end the rows would fill the disk
        self._left = -math.inf  # when the last page went
        self._gone: Gone | None = None
        self._owed: set[asyncio.Future[None]] = set()  # answers that somebody waits for
        self.has_ended = False
        self.id = found[0].id
        self._bots = BotTurns(self.id, bots, self._bot_has_decided)
        self._hints = TableHints(self.id, hint_service, self._hints_are_found)
        self._talk = TableChat(repository.thread, self.id)
        self._take(found)
        self._plans = TablePlans(self.id, repository.thread)
        self._timer = TableTimer(repository.system_clock, self.seated.people, self._look_at_time)

    def _take(self, found: Found) -> None:
        row, seated = found
        self.rights = row.rights
        self._messages = TableMessages(self.id, seated, row.edition, row.rematch)
        self._hints.forget()

    @property
    def seated(self) -> SeatedGame:
        return self._messages.seated

    @property
    def edition(self) -> EditionRef:
        return self._messages.edition

    def seats_of(self, visitor: Visitor, colours: Colours = None) -> frozenset[int]:
        seated = self.seated
        mine = visitor.seats(self.rights, seated.people)
        return mine & seated.seats_of(colours) - seated.open

    def table(
        self,
        language: str,
        visitor: Visitor,
        colours: Colours,
        since: int = -1,
        notice: Term | None = None,
    ) -> Table:
        return self._messages.table(
            language,
            self.seats_of(visitor, colours),
            since,
            notice,
            self._timer.now(self.seated),
            access=self.rights.access,
            is_host=visitor.is_host(self.rights),
            own=self.seats_of(visitor),
        )

    def past(self, language: str, since: int, until: int | None = None) -> list[Past]:
        return self._messages.past(language, since, until)

    def is_played(self, seat: int) -> bool:
        return any(seat in self._seats(one) for one in self._listeners)

    # --- requests: those that `_send` queues raise asyncio.QueueFull, the others are never refused

    def _send(self, request: Callable[[], Awaitable[None]]) -> None:
        if self.has_ended or self._requests.qsize() >= QUEUE:
            raise asyncio.QueueFull
        self._requests.put_nowait(request)

    def join(self, listener: Listener) -> None:
        self._send(partial(self._join, listener))
        self._coming.append(listener)

    def run_command(self, listener: Listener, command: TableCommand) -> None:
        self._send(partial(self._run_command, listener, command))
        listener.asked()

    def leave(self, listener: Listener) -> None:
        self._requests.put_nowait(partial(self._leave, listener))

    def take_hints(self) -> None:
        if not self.seated.game.is_hinted:
            self._send(self._mark)

    def rematch(self, id: str, by: frozenset[int]) -> None:
        self._requests.put_nowait(partial(self._offer_rematch, id, by))

    def forget_chat(self, seats: frozenset[int]) -> None:
        self._requests.put_nowait(partial(self._forget_chat, seats))

    def forget_earlier_chat(self) -> None:
        self._requests.put_nowait(self._forget_earlier_chat)

    async def change_seat(self, decide: Callable[[], SeatDecision | None]) -> None:
        """Store what ``decide`` returns in its turn; raises its errors, StoreError and Conflict."""
        await self._ask(partial(self._change_seat, decide))

    async def look_again(self) -> None:
        """Who holds the seats has changed in the store; raises StoreError."""
        await self._ask(self._reload)

    async def _ask(self, work: Callable[[], Awaitable[None]]) -> None:
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._send(partial(self._do, work, done))
        self._owed.add(done)
        done.add_done_callback(self._owed.discard)
        await done

    @staticmethod
    async def _do(work: Callable[[], Awaitable[None]], done: asyncio.Future[None]) -> None:
        try:
            await work()
        except (Conflict, StoreError, ApiError) as error:
            if not done.done():
                done.set_exception(error)
        else:
            if not done.done():
                done.set_result(None)

    def slept(self, at: int) -> None:
        self._timer.slept(at)
        self._requests.put_nowait(self._wake_up)

    def remove(self) -> None:
        self._requests.put_nowait(partial(self._go, "removed", REMOVED))

    # --- living

    async def run(self) -> None:
        try:
            await self._begin()
            while self._gone is None:
                try:
                    async with asyncio.timeout(self._patience):
                        request = await self._requests.get()
                except TimeoutError:
                    is_idle = not self._bots.is_thinking and not self._hints.is_searching
                    is_idle = is_idle and not self._timer.is_ticking(self.seated)
                    if not self._listeners and is_idle and self._requests.empty():
                        return
                    continue
                await request()
        except Exception:
            LOG.exception("table %s: the actor failed", self.id)
            await self._go("failed", "the server failed at this table; what was told is stored")
        finally:
            self.has_ended = True
            self._timer.stop()
            self._bots.stop()
            self._hints.stop()
            for listener in self._coming:
                listener.tell(self._gone or Gone("removed", REMOVED))
            for owed in [*self._owed]:
                if not owed.done():
                    owed.set_exception(asyncio.QueueFull())

    # --- telling

    def _tell(self, listener: Listener, notice: Term | None = None) -> None:
        who, colours = listener.visitor, listener.colours
        if who.is_banned(self.rights):
            listener.tell(Gone("banned", BANNED))
            return
        if not who.may_see(self.rights):
            listener.tell(Gone("unknown-table", NOT_YOURS))
            return
        listener.tell(self.table(listener.language, who, colours, listener.known, notice))
        self._tell_plan(listener)

    def _tell_all(self, notice: Term | None = None) -> None:
        for listener in self._listeners:
            self._tell(listener, notice)

    def _refuse(self, listener: Listener, code: str, **values: Argument) -> None:
        seats = self._seats(listener)
        listener.tell(self._messages.refused(listener.language, seats, code, **values))

    def _seats(self, listener: Listener) -> frozenset[int]:
        return self.seats_of(listener.visitor, listener.colours)

    async def _go(self, code: GoneCode, reason: str) -> None:
        self._gone = Gone(code, reason)
        for listener in self._listeners:
            listener.tell(self._gone)

    async def _join(self, listener: Listener) -> None:
        self._coming.remove(listener)
        plays = bool(self._seats(listener))
        places = PLAYING if plays else ONLOOKERS
        if sum(bool(self._seats(one)) == plays for one in self._listeners) >= places:
            listener.tell(Gone("too-many", f"{places} pages look at this table already"))
            return
        self._listeners.append(listener)
        await self._catch_up()
        await self._plans.load()
        if not await self._mind_time():
            self._tell(listener)
        listener.tell(self._timer.presence(self.seated))
        await self._let_hear(listener)
        self._bots.try_again()
        self._wake_bot()

    async def _leave(self, listener: Listener) -> None:
        with contextlib.suppress(ValueError):
            self._listeners.remove(listener)
        self._hints.leave(listener)
        if not self._listeners:
            self._left = time.monotonic()
        await self._mind_time()

    # --- time: the clock, and who is here

    def _look_at_time(self) -> None:
        self._requests.put_nowait(self._mind_time)

    async def _wake_up(self) -> None:
        """Stop the clock at its time before a sleep; open pages must connect again."""
        await self._mind_time()
        for listener in self._listeners:
            listener.drop()
            self._hints.leave(listener)
        self._listeners.clear()
        self._left = time.monotonic()
        self._timer.wake_up()
        await self._mind_time()

    async def _begin(self) -> None:
        first = self._timer.first(self.seated)
        if first is not None:
            await self._change(first.action)
        await self._mind_time()
        self._wake_bot()

    async def _mind_time(self) -> bool:
        """Do what clock and pages make due; whether all have been told of the table then."""
        seats = [self._seats(listener) for listener in self._listeners]
        here = frozenset[int]().union(*seats)
        self._timer.note(here, sum(not some for some in seats))
        presence = self._timer.news(self.seated)
        has_told = False
        while self._gone is None and (due := self._timer.due(self.seated)) is not None:
            has_told = True
            if not await self._change(due.action, notice=due.notice):
                self._timer.failed()
        if presence is not None:
            for listener in self._listeners:
                listener.tell(presence)
        self._timer.wind(self.seated)
        return has_told

    # --- the store

    async def _catch_up(self) -> None:
        """Another program may have gone on with the table meanwhile, or removed it."""
        thread = self._repository.thread
        try:
            if await thread.do(thread.store.version, self.id) != self.seated.version:
                await self._reload()
        except UnknownTable:
            await self._go("removed", REMOVED)
        except StoreError as error:
            LOG.error("table %s: %s", self.id, error)  # what is known can still be looked at

    async def _reload(self) -> None:
        """Take the table from the store again; if that raises StoreError, it stays as it is."""
        try:
            self._take(await self._repository.find(self.id))
        except ApiError as refused:
            if refused.status == 404:
                await self._go("removed", REMOVED)
            else:
                await self._go("unreadable-table", refused.problem.reason)
        else:
            self._tell_all()
            self._wake_bot()

    async def _save(self, action: TableAction) -> bool:
        """Store an action and the table after it; False if another program was faster."""
        thread = self._repository.thread
        at = self._timer.now(self.seated)
        after = self.seated.after(action, at)
        row = ActionRow(
            self.id,
            after.version,
            encode(action),
            standing(after),
            at,
            news=telling(self.seated, after),
        )
        try:
            await thread.append(row)
        except Conflict:
            await self._reload()
            return False
        self._messages.update(after)
        if action.changes_play:
            self._hints.forget()
        return True

    # --- changing

    async def _run_command(self, listener: Listener, command: TableCommand) -> None:
        listener.answered()
        if self._timer.is_out(self.seated):
            await self._mind_time()  # the alarm is about to come
        if isinstance(command, PlanCommand):
            await self._run_plan(listener, command)
            return
        try:
            seats = self._seats(listener)
            if isinstance(command, Say):
                await self._say(listener, command, seats)
                return
            action, notice = decide(command, self.seated, seats, self._timer.present)
        except AlreadyDone:
            self._tell(listener)
            return
        except CommandRefused as refused:
            self._refuse(listener, refused.code, **refused.values)
            if refused.code in ("stale", "question-gone"):
                self._tell(listener)
            return
        if isinstance(action, HintsTaken):
            await self._hint(listener)
        elif not isinstance(action, DecisionPlayed | Rolled) and not self._aside.take():
            self._refuse(listener, "too-fast")
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
        self._timer.wind(self.seated)
        self._wake_bot()
        return True

    async def _change_seat(self, decide: Callable[[], SeatDecision | None]) -> None:
        decision = decide()
        if decision is None:
            return
        action, *changes = decision
        before, at = self.seated, self._timer.now(self.seated)
        after = before.after(action, at)
        text, picture = encode(action), standing(after)
        row = ActionRow(self.id, after.version, text, picture, at, tuple(changes))
        await self._repository.thread.append(row)
        await self._reload()  # the name of who sits there comes from the store
        for seat in sorted(before.open ^ after.open):  # somebody else sits there from now on
            await self._plans.forget(seat)
        await self._mind_time()  # the clock waits for the last seat

    # --- beside the game

    async def _say(self, listener: Listener, command: Say, seats: frozenset[int]) -> None:
        try:
            await self._talk.say(command, self.seated, seats)
        except (StoreError, Conflict) as error:
            LOG.error("table %s: what was said is not kept: %s", self.id, error)
            self._refuse(listener, "chat-lost")
            return
        for each in self._listeners:
            each.hear(self._talk)

    async def _let_hear(self, listener: Listener) -> None:
        try:
            await self._talk.read(self.seated)
            await self._talk.read_earlier(self.seated)
        except StoreError as error:
            LOG.error("table %s: what was said cannot be read: %s", self.id, error)
        listener.hear(self._talk)

    async def _forget_chat(self, seats: frozenset[int]) -> None:
        if self._talk.forget(seats):
            self._let_hear_anew()

    async def _forget_earlier_chat(self) -> None:
        try:
            await self._talk.read_earlier(self.seated)
        except StoreError as error:
            LOG.error("table %s: what was said cannot be read: %s", self.id, error)
            return
        self._let_hear_anew()

    def _let_hear_anew(self) -> None:
        for listener in self._listeners:
            listener.said = ANEW
            listener.hear(self._talk)

    async def _offer_rematch(self, id: str, by: frozenset[int]) -> None:
        self._messages.rematch = id
        who = [called(self.seated)[seat] for seat in by]
        self._tell_all(Term("table.rematch", who=who[0]) if len(who) == 1 else None)

    # --- plans

    def _tell_plan(self, listener: Listener, *, asked: bool = False) -> None:
        seats = self._seats(listener)
        plan = self._plans.message(listener, self.seated, seats, asked=asked)
        if plan is not None:
            listener.tell(plan)

    async def _run_plan(self, listener: Listener, command: PlanCommand) -> None:
        seats = self._seats(listener)
        try:
            if isinstance(command, PlayPlan):
                await self._play_plan(listener, command, seats)
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
                if other is listener or seat in self._seats(other):
                    self._tell_plan(other, asked=other is listener)

    async def _play_plan(
        self, listener: Listener, command: PlayPlan, seats: frozenset[int]
    ) -> None:
        """Play the legal part of the plan up to a roll; raises CommandRefused if there is none."""
        if command.is_stale(self.seated.version):
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
        return bool(self.seated.active or self._listeners) or not is_late

    def _wake_bot(self) -> None:
        goes_on = not self.has_ended and self._gone is None and self._is_watched()
        self._bots.wake(self.seated, goes_on=goes_on)

    def _bot_has_decided(self, version: int, decision: int | None) -> None:
        self._requests.put_nowait(partial(self._bot_decided, version, decision))

    async def _bot_decided(self, version: int, decision: int | None) -> None:
        seated = self.seated
        if not self._bots.is_due(seated, version):
            return
        if decision not in seated.game.legal_ids or decision is None:
            self._bots.fail(version)
            who = called(seated)[seated.game.seat]
            self._tell_all(Term("table.bot-failed", who=who))
        elif not await self._change(seated.play_action(decision)):
            asyncio.get_running_loop().call_later(RETRY, self._wake_bot)

    # --- hints

    async def _hint(self, listener: Listener) -> None:
        if self._hints.advice is not None:
            await self._tell_hints([listener], self._hints.advice)
        else:
            self._hints.search(listener, self.seated)

    def _hints_are_found(self, search: object, advised: SearchOutcome) -> None:
        self._requests.put_nowait(partial(self._advise, search, advised))

    async def _advise(self, search: object, advised: SearchOutcome) -> None:
        asking = self._hints.take(search, advised)
        if isinstance(advised, HintResult):
            await self._tell_hints(asking, advised)
            return
        for listener in asking:
            if advised is None:
                self._refuse(listener, "no-hints")
            else:
                self._refuse(listener, "never-hints", why=advised.problem.reason)

    async def _mark(self) -> None:
        if not self.seated.game.is_hinted:
            await self._change(HintsTaken())

    async def _tell_hints(self, listeners: Sequence[Listener], advice: HintResult) -> None:
        seated = self.seated
        active = seated.active
        may = [one for one in listeners if seated.can_hint(self._seats(one) & active)]
        is_marked = seated.game.is_hinted or (bool(may) and await self._change(HintsTaken()))
        for listener in listeners:
            if listener not in may:
                self._refuse(listener, "hint")
            elif is_marked:
                listener.tell(self._messages.hints(listener.language, advice))
            else:
                self._refuse(listener, "no-hints")
