"""The messages between page and table; ``edition`` and ``lobby`` have the other types of the wire.

Names on the wire are those here (snake_case).  Colours, dice, materials, places and component ids
are written as in the game record.  ``tools/protocol_types.py`` makes the page's TypeScript of it.
"""

from typing import ClassVar, Literal, TypeAlias

from msgspec import Struct, field

from redcathedral.box.options import BoardSide, Options
from redcathedral.box.vocabulary import Colour, Die
from redcathedral.play.offer import Offer
from redcathedral.record.event import Event
from redcathedral.record.position import Position
from redcathedral.server.core.wire import command
from redcathedral.server.core.wire.edition import Costs, EditionRef
from redcathedral.server.core.wire.final_scoring import LastRound, Over
from redcathedral.server.core.wire.message import PageMessage
from redcathedral.server.core.wire.play_state import PlayStateCommand, TablePlayState

# --- names ---------------------------------------------------------------------------------------

SeatKind: TypeAlias = Literal["person", "bot", "ivan"]
Access: TypeAlias = Literal["house", "private", "public"]
Phase: TypeAlias = Literal[
    "roll",
    "deal",
    "turn",
    "place-tile",
    "building",
    "market",
    "effect",
    "done",
    "choose-claim",
    "choose-ornament",
]
Verb: TypeAlias = Literal[
    "claim", "tile", "deliver", "ornament", "die", "take", "influence", "activate", "sell", "buy",
    "trade", "give", "get", "swap", "discard", "pay", "ivan", "prestige", "reroll", "stop", "end"
]  # fmt: skip
GoneCode: TypeAlias = Literal[
    "unknown-table",
    "unknown-step",
    "unknown-puzzle",
    "unreadable-table",
    "removed",
    "banned",
    "too-many",
    "failed",
]


# --- messages to the page ------------------------------------------------------------------------


class TableSeat(Struct, frozen=True):
    """Who sits at the table and how they stand; ``goods``: what materials and rubles would pay now.

    ``called`` is what the texts call them: the name, or what tells them apart from the others.
    Where it ``is_open`` a person is to sit down yet; ``stand_in`` is the bot that plays for a
    person who is still called so.
    """

    colour: Colour
    name: str
    called: str
    kind: SeatKind
    bot: str | None
    is_open: bool
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
    stand_in: str | None = None


class Due(Struct, frozen=True):
    """Whose decision is due and in what. ``space``, ``die``, ``action``: of the market turn.

    ``left`` counts open deliveries, or materials still to get; with ``stays_open`` the next `end`
    closes the market only (R3.5).  In ``roll`` and ``deal`` it is the seat for which dice are
    rolled or tiles dealt, and everybody who sits at the table may say what fell.
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


class RollDue(Struct, frozen=True):
    """What falls at the table: dice on a market space, in order, or Ivan's five tiles (R8.5)."""

    dice: list[Die]
    space: int | None
    tiles: list[str]


class Legal(Struct, frozen=True):
    """A legal decision: the elements it is made on in order, what it means and would do.

    ``also`` has other orders of the elements in which it may be made as well; ``rule`` says what it
    may be; ``rubles`` are paid for it and ``prestige`` is lost; ``offer`` is what it, or a die's
    landing, offers where not all of that can be received.
    """

    id: int
    text: str
    verb: Verb
    on: list[str]
    also: list[list[str]]
    label: str
    effect: str
    rule: str
    rubles: int
    prestige: int
    gains: list[Event]
    offer: Offer | None


class Can(Struct, frozen=True):
    """What this page may do besides decisions.

    ``hint``: ask for the best turns; ``allow_hints``: agree that people here may; ``plan``: the
    seat whose next turn may be planned while somebody else decides.
    """

    undo: bool
    redo: bool
    undo_beyond: bool
    agree: bool
    hint: bool
    allow_hints: bool
    plan: Colour | None = None


class Explanation(Struct, frozen=True):
    """What something means that happens for the first time, and the rule it comes from."""

    text: str
    rule: str


class LogEntry(Struct, frozen=True):
    """A decision, or what followed it by rule, in words; ``index`` counts from 0.

    In a first game what happens for the first time is ``explained``.
    """

    index: int
    turn: int
    seat: Colour
    decision: str | None
    text: str
    events: list[Event]
    explained: list[Explanation] = []


class LessonStep(Struct, frozen=True):
    """A step of a lesson in words: what is to be done and, once it is ``done``, what it showed.

    ``wanted`` are the legal decisions that are asked for, ``rule`` is the one it is about.
    """

    lesson: str
    step: int
    of: int
    title: str
    task: str
    hint: str
    done: str | None
    rule: str
    wanted: list[int]


class PuzzleTask(Struct, frozen=True):
    """A puzzle: one turn is clearly the best, and is to be played.

    ``grade``: so many of the levels, from the weakest on, are not sure to find it.  Once a turn has
    been played to its end ``is_found`` says whether that was it, and ``told`` how it compares;
    ``tries`` counts those turns.  ``is_shown``: the solution has been asked for.
    """

    id: str
    players: int
    grade: int
    tries: int
    is_found: bool | None
    is_shown: bool
    told: str


class Table(PageMessage, frozen=True, tag="table"):
    """Everything about a table for one page; sent again after every change.

    ``number`` is its version: it grows with every change.  The page keeps the first ``log_from``
    entries of its log and puts ``log`` behind them.  ``yours`` are the seats that this page plays,
    of those that are its ``own``; ``legal`` is empty where the decision is not theirs.
    ``is_hinted``: somebody has looked at the best turns.  With ``own_dice`` dice are rolled at the
    table; the game waits while ``roll`` says which.  In the ``house`` everybody who is let in plays
    any person's seat; to a ``private`` table comes who has a link; a ``public`` one all may watch.
    ``is_host``: this page may say who sits at the table.  ``rematch`` is the game that was begun
    after this one.
    """

    id: str
    number: int
    lang: str
    edition: EditionRef
    options: Options
    turn: int
    position: Position
    seats: list[TableSeat]
    yours: list[Colour]
    tower_pay: list[dict[Colour, int]]
    due: Due | None
    roll: RollDue | None
    prompt: str
    legal: list[Legal]
    can: Can
    agreed: list[Colour]
    hints_allowed: list[Colour]
    is_hinted: bool
    auto_end: bool
    own_dice: bool
    log_from: int
    log: list[LogEntry]
    notice: str | None
    last_round: LastRound | None
    over: Over | None
    play_state: TablePlayState | None = None
    lesson: LessonStep | None = None
    puzzle: PuzzleTask | None = None
    access: Access = "house"
    is_host: bool = False
    rematch: str | None = None
    own: list[Colour] = field(default_factory=list)


class Past(Struct, frozen=True):
    """How the table stood before a decision, when ``log`` entries of its log had been told."""

    log: int
    position: Position
    seats: list[TableSeat]
    tower_pay: list[dict[Colour, int]]


class HintedTurn(Struct, frozen=True):
    """One of the best turns in words; ``begins`` is its first decision.

    ``worth`` is the chance to win, ``less`` how much less than the first it is worth, empty for the
    first itself; ``gains`` is what all of it would do, up to the next chance outcome.
    """

    text: str
    worth: str
    less: str
    begins: int
    gains: list[Event]


class Hints(PageMessage, frozen=True, tag="hints"):
    """The best turns of the table at version ``number``, the best first.

    ``reasons`` say what comes of the first more than of the second; ``why`` is the sentence before
    them, or that nothing tells the two apart, and empty where there is one turn alone.
    """

    is_answer: ClassVar[bool] = True
    follows_table: ClassVar[bool] = True

    number: int
    seat: Colour
    turns: list[HintedTurn]
    why: str
    reasons: list[str]


class Refused(PageMessage, frozen=True, tag="refused"):
    """A command that was not carried out: why, the way out, and what is legal, once more."""

    is_answer: ClassVar[bool] = True

    code: str
    reason: str
    fix: str
    number: int
    legal: list[Legal]


class Gone(PageMessage, frozen=True, tag="gone"):
    """The table is not, or no longer, there for this page; the connection closes."""

    is_answer: ClassVar[bool] = True

    code: GoneCode
    reason: str


class Heartbeat(PageMessage, frozen=True, tag="heartbeat", forbid_unknown_fields=True):
    """A message without content; the server sends it regularly, and answers each with another."""


# --- commands from the page ----------------------------------------------------------------------


class PlayDecision(command.ExactVersion, frozen=True, tag="play"):
    """Play a legal decision; ``number`` is the table's version that the page saw."""

    decision: int


class TellRoll(command.ExactVersion, frozen=True, tag="roll"):
    """What fell at the table: the faces of all dice, or Ivan's tiles from the left.

    With neither the server rolls or deals.
    """

    faces: list[int] = field(default_factory=list)
    tiles: list[str] = field(default_factory=list)


class Undo(command.ExactVersion, frozen=True, tag="undo"):
    """Take the last decision back; ``beyond``: over rolls and bots' turns to the last own one.

    What was told last of a roll at the table is taken back before that.
    """

    beyond: bool = False


class Redo(command.ExactVersion, frozen=True, tag="redo"):
    """Play again what was taken back last."""


class Agree(command.SeenVersion, frozen=True, tag="agree"):
    """The page's seats agree to end the game here, or (``agreed`` false) no longer do."""

    agreed: bool = True


class AskHints(command.AnyVersion, frozen=True, tag="hints"):
    """Look for the best turns; when they are told, the game is marked as one with hints."""


class AllowHints(command.SeenVersion, frozen=True, tag="allow-hints"):
    """The page's seats agree that people here look at hints; or want none, then nobody may."""

    allowed: bool = True


class ChangeSettings(command.AnyVersion, frozen=True, tag="settings"):
    """``auto_end``: a turn ends by itself where only prestige could still be lost in it.

    ``own_dice``: dice are rolled at the table; it stays as it is where nothing is said of it.
    """

    auto_end: bool
    own_dice: bool | None = None


GameCommand: TypeAlias = (
    PlayDecision
    | TellRoll
    | Undo
    | Redo
    | Agree
    | AskHints
    | AllowHints
    | ChangeSettings
    | PlayStateCommand
)
