"""The messages between page and table: every type of the wire but those of ``lobby`` and positions.

Names on the wire are those here (snake_case).  Colours, dice, materials, places and component ids
are written as in the game record.  ``tools/protocol_types.py`` makes the page's TypeScript of it.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Struct

from redcathedral.box.options import BoardSide, Options
from redcathedral.box.vocabulary import Colour, Die, OrnamentKind, WorkshopSpace
from redcathedral.record.position import WHOLE, Position, Side

# --- names ---------------------------------------------------------------------------------------

Section: TypeAlias = Literal["base", "middle", "dome"]
Mark: TypeAlias = Literal["printed", "likely", "reconstructed"]
SeatKind: TypeAlias = Literal["person", "bot", "ivan"]
Guild: TypeAlias = Literal["craftsmen", "teamsters", "merchants", "clergy"]
Resource: TypeAlias = Literal[
    "wood", "brick", "stone", "gold", "green-gem", "purple-gem", "ruble", "recognition"
]
Phase: TypeAlias = Literal[
    "turn", "place-tile", "building", "market", "effect", "done", "choose-claim", "choose-ornament"
]
GoneCode: TypeAlias = Literal["unknown-table", "unreadable-table", "removed", "too-many", "failed"]
Reason: TypeAlias = Literal["finished", "agreed", "capped"]
EventKind: TypeAlias = Literal[
    "turn-began",
    "claimed",
    "tile-placed",
    "ornament-freed",
    "ornament-lost",
    "delivered",
    "completed",
    "reprimanded",
    "ornament-set",
    "closed",
    "die-moved",
    "die-blocked",
    "die-rolled",
    "gained",
    "paid",
    "prestige-gained",
    "prestige-lost",
    "tiles-swapped",
    "tile-activated",
    "tile-discarded",
    "ivan-acted",
    "ivan-stored",
    "ivan-transported",
    "ivan-dealt",
    "game-ended",
]


# --- the box: an edition as data -----------------------------------------------------------------


class BoxTrack(Struct, frozen=True):
    """The score track: its length, and the recognition of each prestige space (R1.2)."""

    lap: int
    prestige: list[int]


class BoxCard(Struct, frozen=True):
    """A cathedral card; ``cost`` is letters of materials (R5.3)."""

    section: Section
    cost: str
    recognition: int
    rubles: int
    mark: Mark
    words: str


class BoxGift(Struct, frozen=True):
    """What a workshop tile or a resource tile shows: a resource and its amount, or a die."""

    gives: Resource | Literal["die"]
    die: Die | None
    amount: int
    many: bool
    mark: Mark
    words: str


class BoxAction(Struct, frozen=True):
    """One of the two actions of an influence card (R6.7).

    ``mark`` is that of the materials shown and of lightning or infinity, ``sentence_mark`` that of
    wording, price and amount.
    """

    effect: str
    materials: str
    price: int
    amount: int
    endless: bool
    mark: Mark
    sentence_mark: Mark
    words: str


class BoxInfluence(Struct, frozen=True):
    """An influence card.

    ``mark`` is that of its pairing of actions; ``origin`` tells all its marks in words.
    """

    group: Guild
    mark: Mark
    origin: str
    actions: list[BoxAction]


Costs: TypeAlias = Annotated[dict[WorkshopSpace, int], WHOLE]
BoardCosts: TypeAlias = Annotated[dict[Colour, Costs], WHOLE]


class BoxCosts(Struct, frozen=True):
    """Rubles for a tile face up: by the board's colour and workshop space (R4.4, R4.5)."""

    basic: BoardCosts
    advanced: BoardCosts


class EditionRef(Struct, frozen=True):
    """An edition by name; ``key`` is what it is asked for with."""

    key: str
    id: str
    name: str
    hash: str


class Box(Struct, frozen=True):
    """An edition as data, for drawing and explaining what lies on the table."""

    key: str
    id: str
    name: str
    hash: str
    lang: str
    track: BoxTrack
    slots: int
    covered: int
    cards: dict[str, BoxCard]
    tiles: dict[str, BoxGift]
    resources: dict[str, BoxGift]
    influence: dict[str, BoxInfluence]
    costs: BoxCosts
    marks: Annotated[dict[Mark, str], WHOLE]  # what each mark says


# --- events --------------------------------------------------------------------------------------


class Event(Struct, frozen=True, omit_defaults=True, rename={"from_": "from"}):
    """Something that happened or would happen; which fields there are depends on the kind.

    ``place`` is a cathedral card; ``cause`` of ``reprimanded`` the card completed; ``from`` and
    ``to`` market spaces; ``space`` a workshop space, of ``die-blocked`` a market space; ``steps``
    how far the score marker went; ``number`` the position in Ivan's row.
    """

    kind: EventKind
    seat: Colour | None = None
    place: str | None = None
    cause: str | None = None
    resource: Resource | None = None
    amount: int | None = None
    steps: int | None = None
    die: Die | None = None
    from_: int | None = None
    to: int | None = None
    face: int | None = None
    space: str | None = None
    source: str | None = None
    tile: str | None = None
    side: Side | None = None
    ornament: OrnamentKind | None = None
    gems: str | None = None
    card: str | None = None
    number: int | None = None


# --- messages to the page ------------------------------------------------------------------------


class Seat(Struct, frozen=True):
    """Who sits at the table and how they stand; ``goods`` is what goods left would pay now."""

    colour: Colour
    name: str
    kind: SeatKind
    bot: str | None
    side: BoardSide
    prestige: int
    to_next: int
    towers: int
    goods: int
    total: int
    cards: int
    ornaments: int
    free: int
    costs: Costs | None


class Due(Struct, frozen=True):
    """Whose decision is due and in what. ``space``, ``die``, ``action``: of the market turn.

    ``left`` counts deliveries, or materials still to get; with ``stays_open`` the next `end` closes
    the market only (R3.5).
    """

    seat: Colour
    kind: SeatKind
    yours: bool
    phase: Phase
    space: int | None
    die: Die | None
    action: str | None
    claim: str | None
    left: int | None
    stays_open: bool


class Legal(Struct, frozen=True):
    """A legal decision: the elements it is made on in order, what it means and would do.

    ``also`` has other orders of the elements in which it may be made as well.
    """

    id: int
    text: str
    on: list[str]
    also: list[list[str]]
    label: str
    effect: str
    gains: list[Event]


class Can(Struct, frozen=True):
    """What this page may do besides decisions."""

    undo: bool
    redo: bool
    undo_beyond: bool
    agree: bool


class LogEntry(Struct, frozen=True):
    """A decision, or what followed it by rule, in words; ``index`` counts from 0."""

    index: int
    turn: int
    seat: Colour
    decision: str | None
    text: str
    events: list[Event]


class SeatScore(Struct, frozen=True):
    """A seat's prestige by source (R7.2-R7.5)."""

    colour: Colour
    track: int
    goods: int
    towers: list[int]
    total: int
    cards: int
    ornaments: int


class Over(Struct, frozen=True):
    """How the game ended; a capped one has no winners."""

    reason: Reason
    winners: list[Colour]
    text: str
    scores: list[SeatScore]


class Table(Struct, frozen=True, tag="table"):
    """Everything about a table for one page; sent again after every change.

    ``number`` grows with every change.  The page keeps the first ``log_from`` entries of its log
    and puts ``log`` behind them.  ``legal`` is empty where the decision is not this page's.
    """

    id: str
    number: int
    lang: str
    edition: EditionRef
    options: Options
    turn: int
    position: Position
    seats: list[Seat]
    tower_pay: list[dict[Colour, int]]
    due: Due | None
    prompt: str
    legal: list[Legal]
    can: Can
    agreed: list[Colour]
    auto_end: bool
    log_from: int
    log: list[LogEntry]
    notice: str | None
    over: Over | None


class Refused(Struct, frozen=True, tag="refused"):
    """A command that was not carried out: why, the way out, and what is legal, once more."""

    code: str
    reason: str
    fix: str
    number: int
    legal: list[Legal]


class Gone(Struct, frozen=True, tag="gone"):
    """The table is not, or no longer, there for this page; the connection closes."""

    code: GoneCode
    reason: str


Message: TypeAlias = Table | Refused | Gone


# --- commands from the page ----------------------------------------------------------------------


class Play(Struct, frozen=True, tag="play", forbid_unknown_fields=True):
    """Play a legal decision; ``number`` is the table's number that the page saw."""

    number: int
    decision: int


class Undo(Struct, frozen=True, tag="undo", forbid_unknown_fields=True):
    """Take the last decision back; ``beyond``: over rolls and bots' turns to the last own one."""

    number: int
    beyond: bool = False


class Redo(Struct, frozen=True, tag="redo", forbid_unknown_fields=True):
    """Play again what was taken back last."""

    number: int


class Agree(Struct, frozen=True, tag="agree", forbid_unknown_fields=True):
    """The page's seats agree to end the game here, or (``agreed`` false) no longer do."""

    number: int
    agreed: bool = True


class Settings(Struct, frozen=True, tag="settings", forbid_unknown_fields=True):
    """``auto_end``: a turn in which only its end is left ends by itself."""

    auto_end: bool


Command: TypeAlias = Play | Undo | Redo | Agree | Settings
