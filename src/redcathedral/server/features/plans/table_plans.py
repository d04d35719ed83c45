"""The plans of one table: stored, and sent only to the pages of their seats."""

import logging
from typing import Final

import msgspec

from redcathedral.engine.decisions import DECISION_COUNT
from redcathedral.server.core.listener import Listener
from redcathedral.server.core.store.problem import Conflict, StoreError
from redcathedral.server.core.store_thread import StoreThread
from redcathedral.server.core.table.command_result import CommandRefused
from redcathedral.server.core.table.messages import words_in
from redcathedral.server.core.table.names import called
from redcathedral.server.core.table.seated_game import SeatedGame
from redcathedral.server.core.wire.protocol import Plan
from redcathedral.server.features.plans.messages import plan_message
from redcathedral.server.features.plans.plan import (
    LONGEST,
    TurnPlan,
    decode_plan,
    drawn_up,
    encode_plan,
    is_due,
    planner,
    standing_plan,
)
from redcathedral.server.features.plans.wire import PlanTurn

LOG: Final = logging.getLogger(__name__)


class TablePlans:
    """What the seats of a table plan."""

    def __init__(self, id: str, thread: StoreThread) -> None:
        self._id = id
        self._thread = thread
        self._by_seat: dict[int, TurnPlan] = {}

    async def load(self) -> None:
        try:
            kept = await self._thread.do(self._thread.store.plans.of, self._id)
            self._by_seat = {seat: decode_plan(data) for seat, data in kept.items()}
        except (StoreError, msgspec.DecodeError) as error:
            LOG.error("table %s: its plans: %s", self._id, error)

    async def change(
        self, command: PlanTurn, listener: Listener, seated: SeatedGame, seats: frozenset[int]
    ) -> int:
        """Return the seat whose plan changes; raises CommandRefused and StoreError."""
        seat = seated.seat_of(command.seat)
        if seat not in seats:
            raise CommandRefused("plan")
        if command.decisions is not None:
            await self._draw_up(seat, command.decisions, seated)
        listener.plans = command.shows
        return seat

    async def _draw_up(self, seat: int, decisions: list[int], seated: SeatedGame) -> None:
        if len(decisions) > LONGEST:
            raise CommandRefused("plan-long", n=LONGEST)
        if not all(0 <= decision < DECISION_COUNT for decision in decisions):
            raise CommandRefused("illegal")
        plan = drawn_up(seated, seat, decisions, self._of(seat, seated))
        if plan is None:
            raise CommandRefused("plan")
        await self._keep(seat, plan if decisions else None)

    async def _keep(self, seat: int, plan: TurnPlan | None) -> None:
        data = None if plan is None else encode_plan(plan)
        try:
            await self._thread.do(self._thread.store.plans.write, self._id, seat, data)
        except Conflict as conflict:  # the table was removed
            raise CommandRefused("plan") from conflict
        if plan is None:
            self._by_seat.pop(seat, None)
        else:
            self._by_seat[seat] = plan

    def _of(self, seat: int, seated: SeatedGame) -> TurnPlan | None:
        plan = self._by_seat.get(seat)
        return None if plan is None or plan.is_past(seated.game.state) else plan

    async def forget_past(self, seated: SeatedGame) -> None:
        for seat, plan in [*self._by_seat.items()]:
            if plan.is_past(seated.game.state) or seated.game.is_over:
                await self.forget(seat)

    async def forget(self, seat: int) -> None:
        self._by_seat.pop(seat, None)
        try:
            await self._keep(seat, None)
        except (StoreError, CommandRefused) as error:
            LOG.error("table %s: a plan that is past: %s", self._id, error)

    def playable(self, seated: SeatedGame) -> list[int]:
        seat = seated.game.seat
        plan = self._of(seat, seated)
        if plan is None or not is_due(seated, seat):
            return []
        checked = standing_plan(seated, seat, plan)
        return checked.legal if checked else []

    def message(
        self, listener: Listener, seated: SeatedGame, seats: frozenset[int], *, asked: bool
    ) -> Plan | None:
        """What a page is to be told: of a plan, of its end, or how the table would stand."""
        seat = planner(seated, seats)
        if seat is None:
            seat = min(seats, default=None)
        if seat is None:
            return None
        plan = self._of(seat, seated)
        shows = listener.plans and seat != seated.game.seat
        listener.plans = shows
        if plan is None and shows:
            plan = drawn_up(seated, seat, [], None)
        names = called(seated)
        checked = None if plan is None else standing_plan(seated, seat, plan, names)
        if checked is None and not (asked or listener.has_plan):
            return None
        listener.has_plan = checked is not None
        words = words_in(listener.language)
        return plan_message(seated, seat, checked, words, names, shows=shows)
