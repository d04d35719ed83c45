"""What a page says of a plan; what it is told is ``Plan`` in ``protocol``."""

from typing import ClassVar, Final, TypeAlias

from redcathedral.box.vocabulary import Colour
from redcathedral.server.core.wire import command


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
