"""What lies on a real table: laid out for the page, checked, and scored."""

from msgspec import Struct, field

from redcathedral.box.options import Options
from redcathedral.box.vocabulary import Colour
from redcathedral.play.score_pad import PadSeat
from redcathedral.record.position import Position
from redcathedral.server.core.wire.edition import EditionRef
from redcathedral.server.core.wire.final_scoring import Over
from redcathedral.server.core.wire.lobby import NewSeat
from redcathedral.server.core.wire.protocol import TableSeat


class PositionWish(Struct, frozen=True, forbid_unknown_fields=True):
    """Who sits at a table in turn order, the options, the building plan and what lies there.

    Without a ``position`` one is drawn, as a game begins; ``plan`` is then kept to.
    """

    seats: list[NewSeat]
    options: Options = field(default_factory=Options)
    edition: str | None = None
    plan: list[int] | None = None
    position: Position | None = None


class Fault(Struct, frozen=True):
    """Something that cannot be, in words; ``place`` is a path such as ``$.seats[0].banners``."""

    place: str
    text: str


class CheckedPosition(Struct, frozen=True):
    """A table as it was laid out, with what follows from the rest.

    ``record`` is the game that goes on from there; None where there are ``faults``.
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

    ``plan`` has the sections of each tower, 2 to 6, of any building plan for that number of
    players.  Without one each tower may have up to 6.
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
