"""The messages between page and table; ``edition`` and ``lobby`` have the other types of the wire.

Names on the wire are those here (snake_case).  Colours, dice, materials, places and component ids
are written as in the game record.  ``tools/protocol_types.py`` generates TypeScript types from it.
"""

from typing import ClassVar, Final, Literal, TypeAlias

from msgspec import Struct, field

from redcathedral.box.options import BoardSide, Options
from redcathedral.box.vocabulary import Colour, Die
from redcathedral.play.offer import Offer
from redcathedral.record.event import Event
from redcathedral.record.position import Position
from redcathedral.server.core.wire import command
from redcathedral.server.core.wire.changes import Changes, changes, shared_changes
from redcathedral.server.core.wire.edition import Costs, EditionRef
from redcathedral.server.core.wire.final_scoring import LastRound, Over
from redcathedral.server.core.wire.message import PageMessage
from redcathedral.server.core.wire.play_state import PlayStateCommand, TablePlayState

# --- names ---------------------------------------------------------------------------------------

SeatKind: TypeAlias = Literal["person", "bot", "ivan"]
Access: TypeAlias = Literal["house", "private", "public"]
Phase: TypeAlias = Literal[
    "roll", "deal", "turn", "place-tile", "building", "market", "effect", "done", "choose-claim",
    "choose-ornament"
]  # fmt: skip
Verb: TypeAlias = Literal[
    "claim", "tile", "deliver", "ornament", "die", "take", "influence", "activate", "sell", "buy",
    "trade", "give", "get", "swap", "discard", "pay", "ivan", "prestige", "reroll", "stop", "end"
]  # fmt: skip
GoneCode: TypeAlias = Literal[
    "unknown-table", "unknown-step", "unknown-puzzle", "unreadable-table", "removed", "banned",
    "too-many", "failed"
]  # fmt: skip


# --- messages to the page ------------------------------------------------------------------------


class TableSeat(Struct, frozen=True):
    """A seat, its player and its score; ``goods`` is what materials and rubles would pay now.

    ``called`` is a unique name for texts.  An open seat (``is_open``) waits for a person.
    ``stand_in`` is the bot that substitutes for the person at the seat.
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
    """The seat that must decide, and the phase; the market has ``space``, ``die`` and ``action``.

    ``left`` counts open deliveries, or materials still to get; with ``stays_open`` the next `end`
    closes only the market (R3.5).  In ``roll`` and ``deal``, ``seat`` is the seat that the roll is
    for, and every player may enter the roll.
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
    """The roll to enter: dice on a market space, in order, or Ivan's five tiles (R8.5)."""

    dice: list[Die]
    space: int | None
    tiles: list[str]


class Legal(Struct, frozen=True):
    """A legal decision: the elements to select in order, its meaning and its effect.

    ``also`` has other orders of the elements.  ``rule`` is the number of the rule.  The decision
    costs ``rubles`` and ``prestige``.  ``offer`` is set if not all of an offer can be received.
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
    """The commands open to this page besides decisions.

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
    """An explanation of an event that happens for the first time, and its rule."""

    text: str
    rule: str


class LogEntry(Struct, frozen=True):
    """A decision, or what followed it by rule, in words; ``index`` counts from 0.

    In a first game, events that happen for the first time are ``explained``.
    """

    index: int
    turn: int
    seat: Colour
    decision: str | None
    text: str
    events: list[Event]
    explained: list[Explanation] = []


class LessonStep(Struct, frozen=True):
    """A step of a lesson: its task, and once solved, the text ``done``.

    ``wanted`` are the decisions that solve the task; ``rule`` is the number of its rule.
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
    """A puzzle: the player must find the one turn that is clearly the best.

    ``grade`` is the number of levels, from the weakest, that may miss the solution.  After a
    complete turn ``is_found`` says whether it was the best, and ``verdict`` compares them.
    ``tries`` counts these turns.  ``is_shown`` says whether the player has seen the solution.
    A mistake of a game is a task too, with a ``title`` and a description ``about``; ``next`` is
    the id of the next one.
    """

    id: str
    players: int
    grade: int
    tries: int
    is_found: bool | None
    is_shown: bool
    verdict: str
    title: str = ""
    about: str = ""
    next: str | None = None


class Table(PageMessage, frozen=True, tag="table"):
    """Everything about a table for one page; sent after every change, or as ``TableChanges``.

    ``number`` is its version: it grows with every change.  The page keeps the first ``log_from``
    entries of its log and puts ``log`` behind them.  ``yours`` are the seats that this page plays,
    of its ``own`` seats.  ``legal`` is empty if another seat must decide.  ``is_hinted`` says
    whether a player has seen hints, and ``counts`` whether the first hints would take the game out
    of the statistics.  With ``own_dice`` players roll their own dice, and the game
    waits for ``roll``.  ``access`` is ``house`` if all local visitors may play any person's seat,
    ``private`` if a link is needed, and ``public`` if anyone may watch.  A page with ``is_host``
    may change the seats.  ``blocked`` says why elements cannot be selected.  ``rematch`` is the
    id of the next game.  ``deal`` is the code of the deal whose dice the game has.  ``guests`` are
    the seats of guests, whom a local visitor may ban from the server; other pages receive none.
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
    counts: bool
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
    deal: str | None = None
    blocked: dict[str, str] = field(default_factory=dict)
    guests: list[Colour] = field(default_factory=list)

    def changes_since(self, sent: PageMessage | None) -> PageMessage:
        """Return only the differences from the table that the page has."""
        if not isinstance(sent, Table):
            return self
        values: Changes = {}
        for name in PARTED_FIELDS:
            find = shared_changes if name in SHARED_FIELDS else changes
            values.update(find(getattr(sent, name), getattr(self, name), f"/{name}"))
        for name in REPLACED_FIELDS:
            old, new = getattr(sent, name), getattr(self, name)
            if new is not old and new != old:
                values[f"/{name}"] = new
        return TableChanges(sent.number, self.number, values)


SHARED_FIELDS: Final = ("position", "seats", "due")  # the same objects for several pages
PARTED_FIELDS: Final = (*SHARED_FIELDS, "can", "play_state")
# The other fields change as a whole.
REPLACED_FIELDS: Final = tuple(
    name for name in Table.__struct_fields__ if name not in ("number", *PARTED_FIELDS)
)


class TableChanges(PageMessage, frozen=True, tag="changes"):
    """The differences between two versions of a table, ``base`` and ``number``.

    ``values`` has the new values by JSON pointer (RFC 6901).  A page that does not have ``base``
    connects again.
    """

    base: int
    number: int
    values: dict[str, object]


class Past(Struct, frozen=True):
    """The table before a decision, when its log had ``log`` entries."""

    log: int
    position: Position
    seats: list[TableSeat]
    tower_pay: list[dict[Colour, int]]


class HintedTurn(Struct, frozen=True):
    """One of the best turns in words, with its ``decisions``.

    ``word`` says how good it is: the first turn against the others, another against the first; it
    is empty for an only turn.  ``share`` is the chance to win, and ``figures`` has it in words,
    with its error and the difference to the first turn.  ``gains`` are all effects of the turn up
    to the next roll.
    """

    text: str
    word: str
    share: float
    figures: str
    decisions: list[int]
    gains: list[Event]


class Hints(PageMessage, frozen=True, tag="hints"):
    """The best turns of the table at version ``number``, the best first.

    ``reasons`` say why the first beats the second; ``why`` introduces them or says that none does.
    """

    is_answer: ClassVar[bool] = True
    follows_table: ClassVar[bool] = True

    number: int
    seat: Colour
    turns: list[HintedTurn]
    why: str
    reasons: list[str]


class Refused(PageMessage, frozen=True, tag="refused"):
    """A refused command: the reason, the fix, and the legal decisions again."""

    is_answer: ClassVar[bool] = True

    code: str
    reason: str
    fix: str
    number: int
    legal: list[Legal]


class Gone(PageMessage, frozen=True, tag="gone"):
    """The table does not exist for this page; the connection closes."""

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
    """Enter the faces of all dice, or Ivan's tiles from the left; else the server draws them."""

    faces: list[int] = field(default_factory=list)
    tiles: list[str] = field(default_factory=list)


class Undo(command.ExactVersion, frozen=True, tag="undo"):
    """Undo the last decision, or the last entered roll.

    With ``beyond`` undo to the player's own last decision, across rolls and turns of bots.
    """

    beyond: bool = False


class Redo(command.ExactVersion, frozen=True, tag="redo"):
    """Play the last undone decision again."""


class Agree(command.SeenVersion, frozen=True, tag="agree"):
    """Agree to end the game now for the page's seats, or withdraw the agreement."""

    agreed: bool = True


class AskHints(command.AnyVersion, frozen=True, tag="hints"):
    """Ask for the best turns; the game is then marked as played with hints."""


class AllowHints(command.SeenVersion, frozen=True, tag="allow-hints"):
    """Agree to hints for the page's seats, or forbid hints to everyone."""

    allowed: bool = True


class ChangeSettings(command.AnyVersion, frozen=True, tag="settings"):
    """Change settings; with ``auto_end`` a turn ends if only losing prestige is left.

    With ``own_dice`` players roll their own dice; None keeps the setting.
    """

    auto_end: bool
    own_dice: bool | None = None


GameCommand: TypeAlias = (
    PlayDecision | TellRoll | Undo | Redo | Agree | AskHints | AllowHints | ChangeSettings
    | PlayStateCommand
)  # fmt: skip
