"""The messages over HTTP, named as in ``protocol``: set-up and list of games, and problems."""

from typing import Final, Literal, TypeAlias, get_args

from msgspec import Struct, field

from redcathedral.ai.bots.levels import Strength
from redcathedral.box.options import Options
from redcathedral.box.vocabulary import Colour
from redcathedral.record.person_name import NameFault
from redcathedral.server.core.wire.edition import EditionRef
from redcathedral.server.core.wire.final_scoring import Reason
from redcathedral.server.core.wire.play_state import ClockSettings
from redcathedral.server.core.wire.protocol import Access, SeatKind

Engine: TypeAlias = Literal["compiled", "pure"]
ProblemCode: TypeAlias = Literal[
    "asked-already", "bad-address", "bad-edition", "bad-file", "bad-game", "bad-name",
    "bad-record", "bad-request", "bad-seat", "banned", "box-code", "busy", "deal-early",
    "deal-game", "deal-link", "edition-in-use", "failed", "foreign-host", "foreign-origin",
    "has-token", "newer-format", "no-mail", "no-setup", "not-open", "not-found", "not-over",
    "not-seated", "note-changed", "note-long", "rematch-early", "rematch-setup", "not-yours",
    "own-link", "setup-edition", "setup-form", "setup-mistyped", "setup-players", "store",
    "token",
    "too-large", "too-many-addresses", "too-many-editions", "too-many-games", "too-many-seats",
    "unknown-address", "unknown-edition", "unknown-language", "unknown-link", "unknown-step",
    "unknown-table", "unreadable-edition", "unreadable-table"
]  # fmt: skip


GameKind: TypeAlias = Literal["running", "open", "over", "all"]
GAME_KINDS: Final[tuple[GameKind, ...]] = get_args(GameKind)


class NewSeat(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat of a new game: a person with a name, a bot, or Ivan (second seat of two).

    A person takes an open seat (``is_open``) later, by a link or in the lobby.
    """

    colour: Colour
    kind: SeatKind = "person"
    name: str = ""
    bot: str | None = None
    is_open: bool = False


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """A game to set up: seats in turn order, or with ``lot`` from a random seat on.

    A ``setup`` code repeats the start of another game.  With ``own_dice`` players roll their own
    dice.  By default ``access`` is ``house`` for local visitors, and ``private`` for guests.
    ``stand_in`` is the bot for players who leave or run out of time on the ``clock``.  The dice of
    one person's game follow from the code of a ``deal``.
    """

    seats: list[NewSeat]
    options: Options = field(default_factory=Options)
    edition: str | None = None
    lot: bool = False
    auto_end: bool = False
    own_dice: bool = False
    setup: str | None = None
    access: Access | None = None
    clock: ClockSettings | None = None
    stand_in: str | None = None
    deal: str | None = None


class Branch(Struct, frozen=True, forbid_unknown_fields=True):
    """The moment from which a new game continues: after ``log`` entries of the log."""

    log: int


class Rematch(Struct, frozen=True, forbid_unknown_fields=True):
    """A next game of the same people; with ``setup`` it has the same set-up."""

    setup: bool = False


class SummarySeat(Struct, frozen=True):
    """A seat in the list of games; ``called`` is its name in texts, unique in the game."""

    colour: Colour
    name: str
    called: str
    kind: SeatKind
    bot: str | None


class SummaryStorey(Struct, frozen=True):
    """A cathedral card in the list of games, its owner, and whether it is completed."""

    card: str
    owner: Colour | None
    done: bool


class GameFacts(Struct, frozen=True):
    """What the list of games stores about a game, with the names of the stored format.

    ``was_loaded``: it began with a record file; ``is_hinted``: a player used hints;
    ``is_unrolled``: a roll was taken back; ``had_own_dice``: dice were rolled at the table.
    A bot has played for the people ``stood_in``, and plays now for the people ``stand_ins``; the
    people ``gave_up`` do not come back. ``needs_person`` is that of ``TablePlayState``. ``towers``
    list their storeys from the base up. ``totals`` by seat and ``winners`` exist once the game is
    over. Seats that are ``open`` wait for people.
    """

    was_loaded: bool
    is_hinted: bool
    is_unrolled: bool
    had_own_dice: bool
    options: Options
    towers: list[list[SummaryStorey]]
    totals: list[int]
    winners: list[Colour]
    open: list[Colour]
    clock: ClockSettings | None
    stood_in: list[Colour]
    stand_ins: list[Colour]
    needs_person: bool
    gave_up: list[Colour]


class Summary(GameFacts, frozen=True):
    """A game in the list of games; times are ISO 8601 in UTC.

    The client may play the seats ``yours``; ``is_host`` says whether the client is the host,
    ``may_remove`` whether it may remove the game.
    """

    id: str
    created: str
    changed: str
    number: int
    turn: int
    to_move: Colour
    seats: list[SummarySeat]
    edition: EditionRef
    over: Reason | None
    access: Access
    yours: list[Colour]
    is_host: bool
    may_remove: bool


class GamePage(Struct, frozen=True):
    """A page of the list of games, the last changed first, and the number of games of each kind.

    ``counts`` stop at 101, which means more than 100.  ``running`` games are not over and changed
    within 30 days; ``open`` games are public and have open seats; all others are the archive.
    Pass ``before`` to get the next page; it is None after the last one.
    """

    games: list[Summary]
    before: str | None
    counts: dict[GameKind, int]


class ResultRow(Struct, frozen=True):
    """The results of a player: victories alone and shared, points for them, and total prestige."""

    name: str
    games: int
    won: int
    shared: int
    points: float
    prestige: int


class Season(Struct, frozen=True):
    """The season of a game, or an empty name, and its results, the best first."""

    name: str
    rows: list[ResultRow]


class Language(Struct, frozen=True):
    """A language by its code and by its own name."""

    id: str
    name: str


class LevelInfo(Struct, frozen=True):
    """A bot for people to play against; no strengths where it has no published ratings."""

    bot: str
    strengths: list[Strength]


class Choice(Struct, frozen=True):
    """A named option and its values, the default first; ``solo``: only against Ivan."""

    name: str
    values: list[str | bool]
    solo: bool


class LessonInfo(Struct, frozen=True):
    """A lesson and how many steps it has."""

    name: str
    steps: int


class ServerInfo(Struct, frozen=True):
    """The choices for new games: ``levels`` from the weakest, and the host's ``bots``.

    ``options`` are the options of a table except workshop sides.  ``rules`` are the rule numbers by
    the kind of element.  ``engine`` is the build.  A visitor without ``is_local`` is a guest;
    in a club, guests may start games.  With ``in_browser`` there are no other devices.
    """

    version: str
    engine: Engine
    languages: list[Language]
    editions: list[EditionRef]
    edition: str  # the key of the default edition
    levels: list[LevelInfo]
    bots: list[str]
    bot: str  # the default opponent
    options: list[Choice]
    lessons: list[LessonInfo]
    rules: dict[str, str]
    is_local: bool
    is_club: bool
    in_browser: bool


class Fault(Struct, frozen=True):
    """The text of an error, and its ``place`` in the request, such as ``$.seats[0].banners``."""

    place: str
    text: str


class NameProblem(Struct, frozen=True):
    """The reason that a name cannot be used: ``character`` is its ``at``-th, ``limit`` the maximum.

    For a ``long`` name ``at`` is its number of characters.
    """

    fault: NameFault
    character: str
    at: int
    limit: int


class RequestProblem(Struct, frozen=True):
    """The reason for a refused request, and the fix, in English.

    The locales have the same texts in nine languages, by ``code``.  ``line`` is a line of a file,
    ``details`` may name more lines and valid values, ``players`` is the number of players of a
    set-up code, ``name`` describes the fault of a name.
    """

    code: ProblemCode
    reason: str
    fix: str
    details: list[str] = []
    line: int = 0
    players: int = 0
    name: NameProblem | None = None
