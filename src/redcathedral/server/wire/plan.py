"""What a page says of a plan; what it is told is ``Plan`` in ``protocol``."""

from msgspec import Struct

from redcathedral.box.vocabulary import Colour


class PlanTurn(Struct, frozen=True, tag="plan", forbid_unknown_fields=True):
    """Plan the next turn of a seat: all of its decisions in order, none to drop the plan.

    Without ``decisions`` the plan stays as it is.  ``shows``: until said otherwise the page is told
    how the table would stand after them, and what could be planned next.
    """

    seat: Colour
    decisions: list[int] | None = None
    shows: bool = True


class PlayPlan(Struct, frozen=True, tag="play-plan", forbid_unknown_fields=True):
    """Play what is legal of the plan, now that its turn has come, up to a roll."""

    number: int
