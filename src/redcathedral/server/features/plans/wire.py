"""The messages about plans: the commands of a page, and the plan of a seat."""

from typing import ClassVar, Final, TypeAlias

from msgspec import Struct

from redcathedral.box.vocabulary import Colour
from redcathedral.record.position import Position
from redcathedral.server.core.wire import command
from redcathedral.server.core.wire.message import PageMessage
from redcathedral.server.core.wire.protocol import Due, Legal, TableSeat, Verb


class PlanTurn(command.AnyVersion, frozen=True, tag="plan"):
    """Plan the next turn of a seat: all of its decisions in order, none to drop the plan.

    Without ``decisions`` the plan stays as it is.  ``shows``: until said otherwise the page is told
    how the table would stand after them, and what could be planned next.
    """

    refused_in_practice: ClassVar[str] = "plan"

    seat: Colour
    decisions: list[int] | None = None
    shows: bool = True


class PlayPlan(command.ExactVersion, frozen=True, tag="play-plan"):
    """Play what is legal of the plan, now that its turn has come, up to a roll."""

    blocked_while_paused: ClassVar[bool] = False
    refused_in_practice: ClassVar[str] = "plan"


PlanCommand: TypeAlias = PlanTurn | PlayPlan
COMMANDS: Final = (PlanTurn, PlayPlan)


class PlannedDecision(Struct, frozen=True):
    """A decision of a plan in words; ``reason`` says why it cannot be made, where it cannot."""

    id: int
    verb: Verb
    on: list[str]
    label: str
    rule: str
    reason: str | None


class WhatIf(Struct, frozen=True):
    """How the table would stand after what is planned, and what could be decided then.

    After a roll and at the turn's end nothing is ``due`` or ``legal``: nothing more can be planned.
    """

    turn: int
    position: Position
    seats: list[TableSeat]
    tower_pay: list[dict[Colour, int]]
    due: Due | None
    legal: list[Legal]


class Plan(PageMessage, frozen=True, tag="plan"):
    """What a seat means to do in its next turn, told to the pages of that seat alone.

    With ``is_due`` its turn has come: what has no ``reason`` can be played as one, and ``playable``
    says what that is.  ``what_if`` is for a page that plans.
    """

    number: int
    seat: Colour
    decisions: list[PlannedDecision]
    is_due: bool
    playable: str
    what_if: WhatIf | None
