"""Plans for a player's next turn, made while others play, and sent only to pages of its seat."""

import logging
from typing import ClassVar, Final
from weakref import WeakSet

import msgspec
from msgspec import Struct

from redcathedral.engine.decisions import DECISION_COUNT
from redcathedral.server.core.actor import Actor
from redcathedral.server.core.listener import Listener
from redcathedral.server.core.server_feature import ServerFeature
from redcathedral.server.core.store.problem import Conflict, StoreError
from redcathedral.server.core.store_thread import StoreThread
from redcathedral.server.core.table.command_result import CommandRefused
from redcathedral.server.core.table.messages import narrator_for
from redcathedral.server.core.table.names import table_seat_names
from redcathedral.server.core.table.planning import is_due, planning_seat
from redcathedral.server.core.table.seated_game import SeatedGame
from redcathedral.server.core.table_feature import TableFeature
from redcathedral.server.features.plans import plan as plans
from redcathedral.server.features.plans.messages import plan_message
from redcathedral.server.features.plans.store import PlanStore
from redcathedral.server.features.plans.wire import Plan, PlanTurn, PlayPlan

LOG: Final = logging.getLogger(__name__)


class TablePlans(TableFeature):
    """The plans of the seats of one table."""

    commands: ClassVar[tuple[type[Struct], ...]] = (PlanTurn, PlayPlan)
    news: ClassVar[str] = "plan"

    def __init__(self, table: Actor, thread: StoreThread, store: PlanStore) -> None:
        self._table = table
        self._thread = thread
        self._store = store
        self._is_read = False  # what other processes store later comes as news
        self._by_seat: dict[int, plans.TurnPlan] = {}
        self._outdated: set[int] = set()  # seats with a new holder
        self._previewing: WeakSet[Listener] = WeakSet()  # pages that show the table after the plan
        self._pages_with_plan: WeakSet[Listener] = WeakSet()

    async def prepare(self, page: Listener) -> None:  # noqa: ARG002
        if not self._is_read:
            await self._read()

    async def refresh(self) -> None:
        await self._read()
        for page in self._table.pages:
            self.send(page)

    async def _read(self) -> None:
        try:
            stored = await self._thread.do(self._store.plans_of, self._table.id)
            self._by_seat = {
                seat: msgspec.json.decode(data, type=plans.TurnPlan)
                for seat, data in stored.items()
            }
            self._is_read = True
        except (StoreError, msgspec.DecodeError) as error:
            LOG.error("table %s: its plans: %s", self._table.id, error)

    def changed(self, before: SeatedGame, after: SeatedGame) -> None:
        self._outdated |= before.open ^ after.open

    async def update(self) -> None:
        """Remove the plans of past turns and of former players."""
        seated = self._table.seated
        for seat, plan in [*self._by_seat.items()]:
            if plan.is_past(seated.game.state) or seated.game.is_over:
                self._outdated.add(seat)
        outdated, self._outdated = self._outdated, set()
        for seat in sorted(outdated):
            await self._remove(seat)

    def send(self, page: Listener, *, is_requested: bool = False) -> None:
        if (plan := self._message(page, is_requested=is_requested)) is not None:
            page.send(plan)

    async def handle(self, command: object, page: Listener) -> None:
        seats = self._table.seats(page)
        if isinstance(command, PlayPlan):
            await self._play(page, command, seats)
            return
        assert isinstance(command, PlanTurn)
        seat = self._table.seated.seat_of(command.seat)
        if seat not in seats:
            raise CommandRefused("plan")
        try:
            if command.decisions is not None:
                await self._replace_plan(seat, command.decisions, self._table.seated)
        except StoreError as error:
            LOG.error("table %s: %s", self._table.id, error)
            self._table.refuse(page, "not-saved")
            return
        if command.shows:
            self._previewing.add(page)
        else:
            self._previewing.discard(page)
        for listener in self._table.pages:
            if listener is page or seat in self._table.seats(listener):
                self.send(listener, is_requested=listener is page)

    async def _play(self, page: Listener, command: PlayPlan, seats: frozenset[int]) -> None:
        """Play the legal part of the plan up to a roll; raises CommandRefused if there is none."""
        table = self._table
        if command.is_stale(table.seated.version):
            raise CommandRefused("stale")
        seat, turn = table.seated.game.seat, table.seated.game.state.turn
        decisions = self._playable(table.seated) if seat in seats else []
        if not decisions:
            raise CommandRefused("no-plan")
        for decision in decisions:
            state = table.seated.game.state
            if state.turn != turn or decision not in table.seated.legal_ids():
                break  # the turn ended by itself
            if not await table.change(table.seated.play_action(decision), page):
                return
        await self._remove(seat)
        for listener in table.pages:
            self.send(listener)

    async def _replace_plan(self, seat: int, decisions: list[int], seated: SeatedGame) -> None:
        if len(decisions) > plans.MAX_PLAN_DECISIONS:
            raise CommandRefused("plan-long", n=plans.MAX_PLAN_DECISIONS)
        if not all(0 <= decision < DECISION_COUNT for decision in decisions):
            raise CommandRefused("illegal")
        plan = plans.make_plan(seated, seat, decisions, self._current_plan(seat, seated))
        if plan is None:
            raise CommandRefused("plan")
        await self._store_plan(seat, plan if decisions else None)

    async def _store_plan(self, seat: int, plan: plans.TurnPlan | None) -> None:
        data = None if plan is None else msgspec.json.encode(plan).decode()
        try:
            await self._thread.do(self._store.write, self._table.id, seat, data)
        except Conflict as conflict:  # the table was removed
            raise CommandRefused("plan") from conflict
        self._table.cluster.announce(self.news)
        if plan is None:
            self._by_seat.pop(seat, None)
        else:
            self._by_seat[seat] = plan
            self._outdated.discard(seat)

    def _current_plan(self, seat: int, seated: SeatedGame) -> plans.TurnPlan | None:
        plan = self._by_seat.get(seat)
        return None if plan is None or plan.is_past(seated.game.state) else plan

    async def _remove(self, seat: int) -> None:
        self._by_seat.pop(seat, None)
        try:
            await self._store_plan(seat, None)
        except (StoreError, CommandRefused) as error:
            LOG.error("table %s: a plan that is past: %s", self._table.id, error)

    def _playable(self, seated: SeatedGame) -> list[int]:
        seat = seated.game.seat
        plan = self._current_plan(seat, seated)
        if plan is None or not is_due(seated, seat):
            return []
        checked = plans.remaining_plan(seated, seat, plan)
        return checked.legal if checked else []

    def _message(self, page: Listener, *, is_requested: bool) -> Plan | None:
        """Return the plan for a page, or an empty plan if its plan has ended; None for no news."""
        has_plan = page in self._pages_with_plan or page in self._previewing
        if not (is_requested or has_plan or self._by_seat):
            return None
        seated, seats = self._table.seated, self._table.seats(page)
        seat = planning_seat(seated, seats)
        if seat is None:
            seat = min(seats, default=None)
        if seat is None:
            return None
        plan = self._current_plan(seat, seated)
        if seat == seated.game.seat:
            self._previewing.discard(page)
        shows = page in self._previewing
        if plan is None and shows:
            plan = plans.make_plan(seated, seat, [], None)
        names = table_seat_names(seated)
        checked = None if plan is None else plans.remaining_plan(seated, seat, plan, names)
        if checked is None and not (is_requested or page in self._pages_with_plan):
            return None
        if checked is None:
            self._pages_with_plan.discard(page)
        else:
            self._pages_with_plan.add(page)
        words = narrator_for(page.language)
        return plan_message(seated, seat, checked, words, names, shows=shows)


class PlansFeature(ServerFeature):
    """The plans at all tables."""

    table_feature = TablePlans

    def at_table(self, table: Actor) -> TablePlans:
        return TablePlans(table, self.thread, self.thread.store.part(PlanStore))
