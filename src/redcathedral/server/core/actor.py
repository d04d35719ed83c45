"""The actor of a table: a task that runs its requests one at a time and stores each change."""

import logging
import math
import time
from collections.abc import Awaitable, Callable, Sequence
from functools import partial, reduce
from typing import Final, TypeAlias

from redcathedral.server.core.api_error import ApiError
from redcathedral.server.core.cluster import ACTIONS, EVERYTHING, PAGES, SEATS
from redcathedral.server.core.game_repository import GameRepository
from redcathedral.server.core.listener import Listener
from redcathedral.server.core.request_queue import RequestQueue
from redcathedral.server.core.store.problem import Conflict, StoreError, UnknownTable
from redcathedral.server.core.store.rows import LOCAL_ACCESS, ActionRow, SeatChange
from redcathedral.server.core.stored_table import LoadedTable, table_standing
from redcathedral.server.core.table.actions import (
    DecisionPlayed,
    Rolled,
    SeatAction,
    TableAction,
    decode,
    encode,
)
from redcathedral.server.core.table.command_result import AlreadyDone, CommandRefused
from redcathedral.server.core.table.commands import decide
from redcathedral.server.core.table.messages import TableMessages
from redcathedral.server.core.table.seated_game import Colours, SeatedGame
from redcathedral.server.core.table_feature import TableFeature
from redcathedral.server.core.table_in_cluster import TableInCluster
from redcathedral.server.core.table_timer import TableTimer
from redcathedral.server.core.token_bucket import TokenBucket
from redcathedral.server.core.visitor import Visitor
from redcathedral.server.core.wire.edition import EditionRef
from redcathedral.server.core.wire.protocol import GameCommand, Gone, GoneCode, Table
from redcathedral.text import Argument, Term

LOG = logging.getLogger(__name__)
# Burst, and rate per second, of changes without a decision; this limits the rows on disk.
SIDE_CHANGE_BURST_AND_RATE: Final = (200, 0.5)
MAX_PLAYER_PAGES: Final = 64  # pages at one table that play seats
MAX_SPECTATOR_PAGES: Final = 100  # pages that watch
BANNED_REASON: Final = "the host of this table has banned you from it"
SERVER_BANNED_REASON: Final = "this device is banned from the server"
REMOVED_REASON: Final = "the table was removed from the list of games"
NO_SEAT_REASON: Final = "this device no longer has a seat at this table"

SeatDecision: TypeAlias = tuple[TableAction, *tuple[SeatChange, ...]]
FeatureFactory: TypeAlias = Callable[["Actor"], TableFeature]


class Actor:
    """One table in memory, which no other task changes."""

    def __init__(
        self, loaded: LoadedTable, repository: GameRepository, features: Sequence[FeatureFactory]
    ) -> None:
        self._repository = repository
        self._idle_seconds = repository.overrides.idle_seconds
        self._requests = RequestQueue()
        self.send, self.queue = self._requests.send, self._requests.queue
        self._joining: list[Listener] = []  # pages whose request to join is in the queue
        self.pages: list[Listener] = []
        self._side_changes = TokenBucket(*SIDE_CHANGE_BURST_AND_RATE)
        self._last_page_left_at = -math.inf
        self._closing_message: Gone | None = None
        self.id = loaded[0].id
        self.cluster = TableInCluster(repository.cluster, self.id)
        self._set_table(loaded)
        call = partial(self.queue, self._apply_due_changes)
        self._timer = TableTimer(repository.system_clock, self.seated.people, call)
        self._features = [make(self) for make in features]
        self._handlers: dict[type, TableFeature] = {
            command: feature for feature in self._features for command in feature.commands
        }

    def _set_table(self, loaded: LoadedTable) -> None:
        row, seated = loaded
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
        """Whether bots play here: without people, they stop soon after the last page left."""
        if self.has_ended or self._closing_message is not None or not self.cluster.is_led_here:
            return False
        is_idle = time.monotonic() - self._last_page_left_at >= self._idle_seconds
        has_pages = bool(self.pages) or any(self.cluster.elsewhere)
        return bool(self.seated.active or has_pages) or not is_idle

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
            guests=self._guest_seats(visitor),
        )

    def guests_at(self, seat: int) -> frozenset[str]:
        """Return the devices of guests at a seat; pages here show which devices are local."""
        if not self._repository.guests.are_possible or self.rights.access == LOCAL_ACCESS:
            return frozenset()
        local = {page.visitor.device for page in self.pages if page.visitor.is_local}
        return self.rights.holders.get(seat, frozenset()) - local

    def _guest_seats(self, visitor: Visitor) -> frozenset[int]:
        """Return the seats whose guests a visitor may ban from the server."""
        people = self.seated.people if visitor.is_local else ()
        return frozenset(seat for seat in people if self.guests_at(seat) - {visitor.device})

    def is_played(self, seat: int) -> bool:
        return any(seat in self.seats(page) for page in self.pages)

    # --- requests, which raise asyncio.QueueFull; `leave` and `remove` are never refused

    def join(self, page: Listener) -> None:
        self.send(partial(self._join, page))
        self._joining.append(page)

    def run_command(self, page: Listener, command: object) -> None:
        self.send(partial(self._run_command, page, command))
        page.add_command()

    def leave(self, page: Listener) -> None:
        self.queue(partial(self._leave, page))

    async def change_seat(self, decide: Callable[[], SeatDecision | None]) -> None:
        """Store the result of ``decide``; raises its errors, StoreError and Conflict."""
        await self._requests.ask(partial(self._change_seat, decide))

    async def reload(self) -> None:
        """Load the table again because its seats have changed in the store; raises StoreError."""
        await self._requests.ask(self._reload)

    def handle_news(self, news: str) -> None:
        """Follow a change by another process."""
        if self.cluster.add_news(news):
            self.queue(self._follow)

    def handle_sleep(self, at: int) -> None:
        self._timer.note_sleep(at)
        self.queue(self._wake_up)

    def close_banned_pages(self) -> None:
        """Close the pages of guests that are banned from the server."""
        for page in (*self.pages, *self._joining):
            if self._repository.guests.is_banned(page.visitor):
                page.send(Gone("banned", SERVER_BANNED_REASON))

    def remove(self) -> None:
        self.queue(partial(self._close_pages, "removed", REMOVED_REASON))

    # --- the task

    async def run(self) -> None:
        try:
            await self._claim(after_load=True)
            while self._closing_message is None:
                try:
                    request = await self._requests.next(self._idle_seconds)
                except TimeoutError:
                    is_busy = any(feature.is_busy for feature in self._features)
                    is_busy |= bool(self.pages) or self._timer.is_ticking(self.seated)
                    if self._requests.is_empty and not is_busy:
                        return
                    continue
                await request()
        except Exception:
            LOG.exception("table %s: the actor failed", self.id)
            await self._close_pages("failed", "the server failed; all changes shown are stored")
        finally:
            self._requests.close()
            self._timer.stop()
            for feature in self._features:
                feature.stop()
            await self.cluster.release()
            for page in self._joining:
                page.send(self._closing_message or Gone("removed", REMOVED_REASON))

    # --- messages

    def send_table(self, page: Listener, notice: Term | None = None) -> None:
        visitor = page.visitor
        if visitor.is_banned(self.rights):
            page.send(Gone("banned", BANNED_REASON))
            return
        if not visitor.may_see(self.rights):
            page.send(Gone("unknown-table", NO_SEAT_REASON))
            return
        page.send(self.table(page.language, visitor, page.colours, page.table_version, notice))
        for feature in self._features:
            feature.send(page)

    def send_table_to_all(self, notice: Term | None = None) -> None:
        for page in self.pages:
            self.send_table(page, notice)

    def refuse(self, page: Listener, code: str, **values: Argument) -> None:
        page.send(self.messages.refused(page.language, self.seats(page), code, **values))

    async def _close_pages(self, code: GoneCode, reason: str) -> None:
        self._closing_message = Gone(code, reason)
        for page in self.pages:
            page.send(self._closing_message)

    async def _join(self, page: Listener) -> None:
        self._joining.remove(page)
        plays = bool(self.seats(page))
        limit = MAX_PLAYER_PAGES if plays else MAX_SPECTATOR_PAGES
        if sum(bool(self.seats(other)) == plays for other in self.pages) >= limit:
            page.send(Gone("too-many", f"{limit} pages have this table open already"))
            return
        self.pages.append(page)
        await self._catch_up()
        for feature in self._features:
            await feature.prepare(page)
        if not await self._apply_due_changes():
            self.send_table(page)
        page.send(self._timer.presence(self.seated))
        for feature in self._features:
            await feature.page_joined(page)

    async def _leave(self, page: Listener) -> None:
        if page in self.pages:
            self.pages.remove(page)
        self._handle_left_page(page)
        await self._apply_due_changes()

    def _handle_left_page(self, page: Listener) -> None:
        for feature in self._features:
            feature.page_left(page)
        if not self.pages:
            self._last_page_left_at = time.monotonic()

    # --- clock and presence

    async def _wake_up(self) -> None:
        """Stop the clock at its time before a sleep; open pages must connect again."""
        await self._claim()  # another process may have led the table meanwhile
        old_pages, self.pages = self.pages, []
        for page in old_pages:
            page.drop()
            self._handle_left_page(page)
        self._last_page_left_at = time.monotonic()
        self._timer.wake_up()
        await self._apply_due_changes()

    async def _claim(self, *, after_load: bool = False) -> None:
        """Read the pages at other processes, and lead the table unless one of them does."""
        self._timer.is_leader = await self.cluster.claim()
        if after_load and self.cluster.is_led_here:
            if (result := self._timer.action_after_load(self.seated)) is not None:
                await self.change(result.action)
        await self._apply_due_changes()
        self._resume()

    async def _follow(self) -> None:
        news = self.cluster.take_news()
        if ACTIONS in news or SEATS in news:
            await self._catch_up(reloads=SEATS in news)
        if PAGES in news:
            await self._claim()
        for feature in self._features:
            if feature.news and news & {feature.news, EVERYTHING}:
                await feature.refresh()

    async def _apply_due_changes(self) -> bool:
        """Apply changes due by clock and presence; return whether all pages received the table."""
        seats = [self.seats(page) for page in self.pages]
        present = frozenset[int]().union(*seats)
        spectators = sum(not page_seats for page_seats in seats)
        self._timer.update_pages(*await self.cluster.show_pages(present, spectators))
        presence = self._timer.changed_presence(self.seated)
        has_sent = False
        while self._closing_message is None and (due := self._timer.due_change(self.seated)):
            has_sent = True
            if not await self.change(due.action, notice=due.notice):
                self._timer.retry_later()
        if presence is not None:
            for page in self.pages:
                page.send(presence)
        self._timer.set_alarm(self.seated)
        return has_sent

    # --- the store

    async def _catch_up(self, *, reloads: bool = False) -> None:
        """Follow what another process has stored; an error leaves the table as it is."""
        try:
            await (self._reload() if reloads else self._apply_stored_actions())
        except StoreError as error:
            LOG.error("table %s: %s", self.id, error)  # the table in memory can still be shown

    async def _apply_stored_actions(self) -> None:
        """Apply the actions of other processes, or notice that the table is gone."""
        thread, before = self._repository.thread, self.seated
        try:
            rows = await thread.do(thread.store.actions_after, self.id, before.version)
            actions = [(decode(data), at) for data, at in rows]
            after = reduce(lambda seated, stored: seated.after(*stored), actions, before)
        except StoreError:
            raise
        except UnknownTable:
            await self._close_pages("removed", REMOVED_REASON)
            return
        except Exception:  # noqa: BLE001 # loading finds out whether the stored table is damaged
            await self._reload()
            return
        if any(isinstance(action, SeatAction) for action, _ in actions):
            await self._reload()
        elif actions:
            self.messages.update(after)
            self._changed(before)
            self.send_table_to_all()
            self._timer.set_alarm(self.seated)
            self._resume()

    async def _reload(self) -> None:
        """Load the table again; a StoreError leaves it unchanged."""
        before = self.seated
        try:
            self._set_table(await self._repository.find(self.id))
        except ApiError as refused:
            if refused.status == 404:
                await self._close_pages("removed", REMOVED_REASON)
            else:
                await self._close_pages("unreadable-table", refused.problem.reason)
        else:
            self._changed(before)
            self.send_table_to_all()
            self._resume()

    async def _save(self, action: TableAction) -> bool:
        """Store an action and the table after it; return False if another program was faster."""
        before, at = self.seated, self._timer.now(self.seated)
        after = before.after(action, at)
        try:
            await self._append(action, after, at, effects=True)
        except Conflict:
            await self._apply_stored_actions()
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
        row_effects = [feature.effect(self.seated, after) for feature in self._features if effects]
        row = ActionRow(
            self.id,
            after.version,
            encode(action),
            table_standing(after),
            at,
            seats=tuple(seats),
            effects=tuple(effect for effect in row_effects if effect is not None),
        )
        await self._repository.thread.append(row)
        self.cluster.announce(ACTIONS)

    def _changed(self, before: SeatedGame) -> None:
        for feature in self._features:
            feature.changed(before, self.seated)

    def _resume(self) -> None:
        for feature in self._features:
            feature.resume()

    # --- changes

    async def _run_command(self, page: Listener, command: object) -> None:
        page.finish_command()
        if self._timer.has_expired(self.seated):
            await self._apply_due_changes()  # the timer is about to call
        await self._carry_out(page, command)

    async def _carry_out(self, page: Listener, command: object) -> None:
        try:
            if (feature := self._handlers.get(type(command))) is not None:
                await feature.handle(command, page)
                return
            assert isinstance(command, GameCommand)
            action, notice = decide(command, self.seated, self.seats(page), self._timer.present)
        except AlreadyDone:
            self.send_table(page)
            return
        except CommandRefused as refused:
            self.refuse(page, refused.code, **refused.values)
            if refused.code in ("stale", "question-gone"):
                self.send_table(page)
            return
        if not isinstance(action, DecisionPlayed | Rolled) and not self._side_changes.try_take():
            self.refuse(page, "too-fast")
        else:
            # Players may agree at the same time at different processes.
            await self.change(action, page, notice, partial(self._carry_out, page, command))

    async def change(
        self,
        action: TableAction,
        page: Listener | None = None,
        notice: Term | None = None,
        try_again: Callable[[], Awaitable[None]] | None = None,
    ) -> bool:
        """Store an action and its follow-ups, and send them; return whether all were stored.

        ``try_again`` is for an action before which another process has stored another one.
        """
        due: TableAction | None = action
        try:
            while due is not None:
                if not await self._save(due):
                    if due is action and page is not None and self._closing_message is None:
                        if try_again is None:
                            self.refuse(page, "stale")
                        else:
                            await try_again()
                    return False
                continues = isinstance(due, DecisionPlayed | Rolled) or self.seated.game.is_waiting
                due = self.seated.follow_up() if continues else None
        except StoreError as error:
            LOG.error("table %s: %s", self.id, error)
            if page is not None and due is action:
                self.refuse(page, "not-saved")
            self.send_table_to_all()
            return False
        for feature in self._features:
            await feature.update()
        self.send_table_to_all(notice)
        self._timer.set_alarm(self.seated)
        self._resume()
        return True

    async def _change_seat(self, decide: Callable[[], SeatDecision | None]) -> None:
        if (decision := decide()) is None:
            return
        action, *changes = decision
        at = self._timer.now(self.seated)
        await self._append(action, self.seated.after(action, at), at, changes)
        await self._reload()  # the player's name comes from the store
        for feature in self._features:
            await feature.update()
        await self._apply_due_changes()  # the clock waits for the last seat
