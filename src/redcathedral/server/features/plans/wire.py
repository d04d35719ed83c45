"""The messages about plans: the commands of a page, and the plan of a seat."""

from typing import ClassVar

from msgspec import Struct

from redcathedral.box.vocabulary import Colour
from redcathedral.record.position import Position
from redcathedral.server.core.wire import command
from redcathedral.server.core.wire.message import PageMessage
from redcathedral.server.core.wire.protocol import Due, Legal, TableSeat, Verb


class PlanTurn(command.AnyVersion, frozen=True, tag="plan"):
    """Plan the next turn of a seat: all of its decisions in order, none to drop the plan.

    Without ``decisions`` the plan stays as it is.  With ``shows`` the page also receives
    the table after the plan, and the decisions that can be planned next.
    """

    refused_in_practice: ClassVar[str] = "plan"

    seat: Colour
    decisions: list[int] | None = None
    shows: bool = True


class PlayPlan(command.ExactVersion, frozen=True, tag="play-plan"):
    """Play the legal decisions of the plan, up to a roll."""

    blocked_while_paused: ClassVar[bool] = False
    refused_in_practice: ClassVar[str] = "plan"


class PlannedDecision(Struct, frozen=True):
    """A decision of a plan in words; ``reason`` is set if it is impossible."""

    id: int
    verb: Verb
    on: list[str]
    label: str
    rule: str
    reason: str | None


class WhatIf(Struct, frozen=True):
    """The table after the plan, and the decisions that could follow.

    After a roll and at the turn's end nothing is ``due`` or ``legal``: nothing more can be planned.
    """

    turn: int
    position: Position
    seats: list[TableSeat]
    tower_pay: list[dict[Colour, int]]
    due: Due | None
    legal: list[Legal]


class Plan(PageMessage, frozen=True, tag="plan"):
    """The plan of a seat's next turn, sent only to the pages of that seat.

    With ``is_due`` it is the seat's turn: one command plays all decisions without ``reason``, and
    ``playable`` describes them.  ``what_if`` is for a page that shows the plan.
    """

    number: int
    seat: Colour
    decisions: list[PlannedDecision]
    is_due: bool
    playable: str
    what_if: WhatIf | None
