"""The actor of a table: a task that changes it, one request at a time; stored, then shown."""

import logging
import math
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, TypeAlias

from redcathedral.server.core.api_error import ApiError
from redcathedral.server.core.feature import TableFeature
from redcathedral.server.core.game_repository import GameRepository
from redcathedral.server.core.listener import Listener
from redcathedral.server.core.request_queue import RequestQueue
from redcathedral.server.core.store.problem import Conflict, StoreError, UnknownTable
from redcathedral.server.core.store.rows import ActionRow, SeatChange
from redcathedral.server.core.stored_table import Found, standing
from redcathedral.server.core.table.actions import DecisionPlayed, Rolled, TableAction, encode
from redcathedral.server.core.table.command_result import AlreadyDone, CommandRefused
from redcathedral.server.core.table.commands import decide
from redcathedral.server.core.table.messages import TableMessages
from redcathedral.server.core.table.seated_game import Colours, SeatedGame
from redcathedral.server.core.table_timer import TableTimer
from redcathedral.server.core.token_bucket import TokenBucket
from redcathedral.server.core.visitor import Visitor
from redcathedral.server.core.wire.edition import EditionRef
from redcathedral.server.core.wire.protocol import GameCommand, Gone, GoneCode, Past, Table
from redcathedral.text import Argument, Term

LOG = logging.getLogger(__name__)
SIDE_CHANGES: Final = (200, 0.5)  # changes without a decision: at once, and then a second
PLAYING: Final = 64  # pages at one table that play seats
SPECTATORS: Final = 100  # pages that watch
BANNED: Final = "the host of this table has banned you from it"
REMOVED: Final = "the table was removed from the list of games"
NOT_YOURS: Final = "this device has no place at the table any more"

SeatDecision: TypeAlias = tuple[TableAction, *tuple[SeatChange, ...]]
FeatureFactory: TypeAlias = Callable[["Actor"], TableFeature]


class Actor:
    """One table in memory."""

    def __init__(
        self, found: Found, repository: GameRepository, features: Sequence[FeatureFactory]
    ) -> None:
        self._repository = repository
        self._patience = repository.overrides.patience
        self._requests = RequestQueue()
        self.send, self.queue = self._requests.send, self._requests.queue
        self._joining: list[Listener] = []  # pages whose request to join is in the queue
        self.pages: list[Listener] = []
        self._side_changes = TokenBucket(*SIDE_CHANGES)  # or the rows would fill the disk
        self._last_left = -math.inf  # when the last page went
        self._gone: Gone | None = None
        self.id = found[0].id
        self._take(found)
        call = partial(self.queue, self._mind_time)
        self._timer = TableTimer(repository.system_clock, self.seated.people, call)
        self._features = [make(self) for make in features]
        self._handlers = {
            command: feature for feature in self._features for command in feature.commands
        }

    def _take(self, found: Found) -> None:
        row, seated = found
        self.rights = row.rights
        self.messages = TableMessages(self.id, seated, row.edition, row.rematch)

    @property
    def seated(self) -> SeatedGame:
        return self.messages.seated

    @property
    def has_ended(self) -> bool:
        return self._requests.is_closed

    @property
    def edition(self) -> EditionRef:
        return self.messages.edition

    @property
    def is_watched(self) -> bool:
        """Whether the game continues: bots alone stop a minute after the last page has gone."""
        is_late = time.monotonic() - self._last_left >= self._patience
        is_open = not self.has_ended and self._gone is None
        return is_open and (bool(self.seated.active or self.pages) or not is_late)

    def seats_of(self, visitor: Visitor, colours: Colours = None) -> frozenset[int]:
        seated = self.seated
        mine = visitor.seats(self.rights, seated.people)
        return mine & seated.seats_of(colours) - seated.open

    def seats(self, page: Listener) -> frozenset[int]:
        return self.seats_of(page.visitor, page.colours)

    def table(
        self,
        language: str,
        visitor: Visitor,
        colours: Colours,
        since: int = -1,
        notice: Term | None = None,
    ) -> Table:
        return self.messages.table(
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
        return self.messages.past(language, since, until)

    def is_played(self, seat: int) -> bool:
        return any(seat in self.seats(page) for page in self.pages)

    # --- requests, which raise asyncio.QueueFull; `leave` and `remove` are never refused

    def join(self, page: Listener) -> None:
        self.send(partial(self._join, page))
        self._joining.append(page)

    def run_command(self, page: Listener, command: object) -> None:
        self.send(partial(self._run_command, page, command))
        page.asked()

    def leave(self, page: Listener) -> None:
        self.queue(partial(self._leave, page))

    async def change_seat(self, decide: Callable[[], SeatDecision | None]) -> None:
        """Store what ``decide`` returns in its turn; raises its errors, StoreError and Conflict."""
        await self._requests.ask(partial(self._change_seat, decide))

    async def look_again(self) -> None:
        """Load the table again because its seats have changed in the store; raises StoreError."""
        await self._requests.ask(self._reload)

    def slept(self, at: int) -> None:
        self._timer.slept(at)
        self.queue(self._wake_up)

    def remove(self) -> None:
        self.queue(partial(self._go, "removed", REMOVED))

    # --- living

    async def run(self) -> None:
        try:
            await self._begin()
            while self._gone is None:
                try:
                    request = await self._requests.next(self._patience)
                except TimeoutError:
                    is_busy = any(each.is_busy for each in self._features)
                    if (
                        not (self.pages or is_busy or self._timer.is_ticking(self.seated))
                        and self._requests.is_empty
                    ):
                        return
                    continue
                await request()
        except Exception:
            LOG.exception("table %s: the actor failed", self.id)
            await self._go("failed", "the server failed at this table; what was told is stored")
        finally:
            self._requests.close()
            self._timer.stop()
            for feature in self._features:
                feature.stop()
            for page in self._joining:
                page.tell(self._gone or Gone("removed", REMOVED))

    # --- messages

    def tell(self, page: Listener, notice: Term | None = None) -> None:
        who = page.visitor
        if who.is_banned(self.rights):
            page.tell(Gone("banned", BANNED))
            return
        if not who.may_see(self.rights):
            page.tell(Gone("unknown-table", NOT_YOURS))
            return
        page.tell(self.table(page.language, who, page.colours, page.known, notice))
        for feature in self._features:
            feature.send(page)

    def tell_all(self, notice: Term | None = None) -> None:
        for page in self.pages:
            self.tell(page, notice)

    def refuse(self, page: Listener, code: str, **values: Argument) -> None:
        page.tell(self.messages.refused(page.language, self.seats(page), code, **values))

    async def _go(self, code: GoneCode, reason: str) -> None:
        self._gone = Gone(code, reason)
        for page in self.pages:
            page.tell(self._gone)

    async def _join(self, page: Listener) -> None:
        self._joining.remove(page)
        plays = bool(self.seats(page))
        places = PLAYING if plays else SPECTATORS
        if sum(bool(self.seats(other)) == plays for other in self.pages) >= places:
            page.tell(Gone("too-many", f"{places} pages look at this table already"))
            return
        self.pages.append(page)
        await self._catch_up()
        for feature in self._features:
            await feature.prepare(page)
        if not await self._mind_time():
            self.tell(page)
        page.tell(self._timer.presence(self.seated))
        for feature in self._features:
            await feature.joined(page)

    async def _leave(self, page: Listener) -> None:
        if page in self.pages:
            self.pages.remove(page)
        self._forget(page)
        await self._mind_time()

    def _forget(self, page: Listener) -> None:
        for feature in self._features:
            feature.left(page)
        if not self.pages:
            self._last_left = time.monotonic()

    # --- time: the clock, and who is here

    async def _wake_up(self) -> None:
        """Stop the clock at its time before a sleep; open pages must connect again."""
        await self._mind_time()
        dropped, self.pages = self.pages, []
        for page in dropped:
            page.drop()
            self._forget(page)
        self._last_left = time.monotonic()
        self._timer.wake_up()
        await self._mind_time()

    async def _begin(self) -> None:
        first = self._timer.first(self.seated)
        if first is not None:
            await self.change(first.action)
        await self._mind_time()
        self._resume()

    async def _mind_time(self) -> bool:
        """Do what clock and pages make due; whether all have been told of the table then."""
        seats = [self.seats(page) for page in self.pages]
        here = frozenset[int]().union(*seats)
        self._timer.note(here, sum(not some for some in seats))
        presence = self._timer.news(self.seated)
        has_told = False
        while self._gone is None and (due := self._timer.due(self.seated)) is not None:
            has_told = True
            if not await self.change(due.action, notice=due.notice):
                self._timer.failed()
        if presence is not None:
            for page in self.pages:
                page.tell(presence)
        self._timer.wind(self.seated)
        return has_told

    # --- the store

    async def _catch_up(self) -> None:
        """Another program may have continued with the table meanwhile, or removed it."""
        thread = self._repository.thread
        try:
            if await thread.do(thread.store.version, self.id) != self.seated.version:
                await self._reload()
        except UnknownTable:
            await self._go("removed", REMOVED)
        except StoreError as error:
            LOG.error("table %s: %s", self.id, error)  # the known table can still be shown

    async def _reload(self) -> None:
        """Take the table from the store again; if that raises StoreError, it stays as it is."""
        before = self.seated
        try:
            self._take(await self._repository.find(self.id))
        except ApiError as refused:
            if refused.status == 404:
                await self._go("removed", REMOVED)
            else:
                await self._go("unreadable-table", refused.problem.reason)
        else:
            self._changed(before)
            self.tell_all()
            self._resume()

    async def _save(self, action: TableAction) -> bool:
        """Store an action and the table after it; False if another program was faster."""
        before, at = self.seated, self._timer.now(self.seated)
        after = before.after(action, at)
        try:
            await self._append(action, after, at, effects=True)
        except Conflict:
            await self._reload()
            return False
        self.messages.update(after)
        self._changed(before)
        return True

    async def _append(
        self,
        action: TableAction,
        after: SeatedGame,
        at: int,
        seats: Sequence[SeatChange] = (),
        *,
        effects: bool = False,
    ) -> None:
        made = [feature.effect(self.seated, after) for feature in self._features if effects]
        row = ActionRow(
            self.id,
            after.version,
            encode(action),
            standing(after),
            at,
            seats=tuple(seats),
            effects=tuple(effect for effect in made if effect is not None),
        )
        await self._repository.thread.append(row)

    def _changed(self, before: SeatedGame) -> None:
        for feature in self._features:
            feature.changed(before, self.seated)

    def _resume(self) -> None:
        for feature in self._features:
            feature.resume()

    # --- changing

    async def _run_command(self, page: Listener, command: object) -> None:
        page.answered()
        if self._timer.is_out(self.seated):
            await self._mind_time()  # the timer is about to call
        try:
            feature = self._handlers.get(type(command))
            if feature is not None:
                await feature.handle(command, page)
                return
            assert isinstance(command, GameCommand)
            action, notice = decide(command, self.seated, self.seats(page), self._timer.present)
        except AlreadyDone:
            self.tell(page)
            return
        except CommandRefused as refused:
            self.refuse(page, refused.code, **refused.values)
            if refused.code in ("stale", "question-gone"):
                self.tell(page)
            return
        if not isinstance(action, DecisionPlayed | Rolled) and not self._side_changes.try_take():
            self.refuse(page, "too-fast")
        else:
            await self.change(action, page, notice)

    async def change(
        self, action: TableAction, page: Listener | None = None, notice: Term | None = None
    ) -> bool:
        """Carry out an action and its automatic follow-ups, and tell all; whether it is stored."""
        due: TableAction | None = action
        try:
            while due is not None:
                if not await self._save(due):
                    if page is not None and self._gone is None:
                        self.refuse(page, "stale")
                    return False
                continues = isinstance(due, DecisionPlayed | Rolled) or self.seated.game.is_waiting
                due = self.seated.follow_up() if continues else None
        except StoreError as error:
            LOG.error("table %s: %s", self.id, error)
            if page is not None:
                self.refuse(page, "not-saved")
            self.tell_all()
            return False
        for feature in self._features:
            await feature.update()
        self.tell_all(notice)
        self._timer.wind(self.seated)
        self._resume()
        return True

    async def _change_seat(self, decide: Callable[[], SeatDecision | None]) -> None:
        decision = decide()
        if decision is None:
            return
        action, *changes = decision
        at = self._timer.now(self.seated)
        await self._append(action, self.seated.after(action, at), at, changes)
        await self._reload()  # the player's name comes from the store
        for feature in self._features:
            await feature.update()
        await self._mind_time()  # the clock waits for the last seat
