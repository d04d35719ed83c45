"""The HTTP requests and replies of the tools for the physical game."""

from msgspec import Struct, field

from redcathedral.box.options import Options
from redcathedral.box.vocabulary import Colour
from redcathedral.play.score_pad import PadSeat
from redcathedral.record.position import Position
from redcathedral.server.core.wire.edition import EditionRef
from redcathedral.server.core.wire.final_scoring import Over
from redcathedral.server.core.wire.lobby import Fault, NewSeat
from redcathedral.server.core.wire.protocol import TableSeat


class PositionWish(Struct, frozen=True, forbid_unknown_fields=True):
    """A physical game: seats in turn order, options, building plan and position.

    Without a ``position``, a random start with this ``plan`` is drawn.
    """

    seats: list[NewSeat]
    options: Options = field(default_factory=Options)
    edition: str | None = None
    plan: list[int] | None = None
    position: Position | None = None


class CheckedPosition(Struct, frozen=True):
    """A checked position, with missing parts derived from the others.

    ``record`` is the record of a game that starts there; None if there are ``faults``.
    """

    edition: EditionRef
    options: Options
    position: Position
    seats: list[TableSeat]
    tower_pay: list[dict[Colour, int]]
    faults: list[Fault]
    record: str | None


class ScorePad(Struct, frozen=True, forbid_unknown_fields=True):
    """The numbers on a score pad at the end of a game, by seat in turn order.

    ``plan`` has the height (2 to 6) of each tower of a plan for these players; the default is 6.
    """

    seats: list[NewSeat]
    pad: list[PadSeat]
    plan: list[int] | None = None
    edition: str | None = None


class PadScore(Struct, frozen=True):
    """The final scoring, or None if there are ``faults``, and the names of the seats in it."""

    over: Over | None
    faults: list[Fault]
    called: list[str]
