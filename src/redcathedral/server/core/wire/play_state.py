"""Messages and commands about clock, pause, substitutes and proposals; part of ``protocol``."""

from typing import Literal, TypeAlias

from msgspec import Struct

from redcathedral.box.vocabulary import Colour
from redcathedral.server.core.wire import command
from redcathedral.server.core.wire.message import PageMessage

ClockKind: TypeAlias = Literal["turn", "bank", "days"]
QuestionKind: TypeAlias = Literal["takeback", "pause", "stand-in"]
SubstituteReason: TypeAlias = Literal["time", "gave-up", "voted"]


class ClockWish(Struct, frozen=True, forbid_unknown_fields=True):
    """The time that people may use: per turn, or for the whole game with an increment.

    ``time`` is in seconds for ``turn`` and ``bank``, in days for ``days``; ``increment`` is in
    seconds, given to a bank after each turn.
    """

    kind: ClockKind
    time: int
    increment: int = 0


# --- to the page ---------------------------------------------------------------------------------


class TableClock(Struct, frozen=True):
    """The clock at the time of the message; ``left`` is in milliseconds.

    ``running`` is the seat whose time is running.  It is None while the game waits for a roll, for
    a bot, or (``is_held``) for a player to connect.
    """

    wish: ClockWish
    left: dict[Colour, int]
    running: Colour | None
    is_held: bool


class OpenQuestion(Struct, frozen=True):
    """A question of a player to the others, in words, and the seats that have agreed.

    An answer names its ``number``.  ``about`` is the seat that a bot would play.  ``yours``: this
    page must answer; ``own``: this page has asked.
    """

    number: int
    what: QuestionKind
    by: Colour
    about: Colour | None
    agreed: list[Colour]
    text: str
    yours: bool
    own: bool


class PlayOptions(Struct, frozen=True):
    """The proposals and actions open to this page; ``give_up`` and ``come_back`` are its seats.

    ``vote`` are the seats for which a bot may be asked for once they are away.
    """

    takeback: bool
    pause: bool
    go_on: bool
    vote: list[Colour]
    give_up: list[Colour]
    come_back: list[Colour]


class TablePlayState(Struct, frozen=True):
    """Clock, pause, substitutes and proposals; ``stand_in`` is the bot for absent players.

    Players in ``gave_up`` do not come back.  With ``needs_person`` no person plays a seat, and the
    game waits until a person takes a seat over or sits down.
    """

    clock: TableClock | None
    is_paused: bool
    needs_person: bool
    stand_in: str
    gave_up: list[Colour]
    questions: list[OpenQuestion]
    may: PlayOptions


class Presence(PageMessage, frozen=True, tag="presence"):
    """The seats with a connected page, the seats ``away`` for long, and the spectators."""

    here: list[Colour]
    away: list[Colour]
    spectators: int


# --- from the page -------------------------------------------------------------------------------


class Ask(command.SeenVersion, frozen=True, tag="ask"):
    """Propose to undo to the page's last decision, to pause, or to use a bot for a seat.

    It takes effect at once if there is nobody to ask.  If another player has asked the same in the
    meantime, it agrees to that question.
    """

    what: QuestionKind
    seat: Colour | None = None


class Answer(command.SeenVersion, frozen=True, tag="answer"):
    """Agree to a question or decline it; the player who asked withdraws it by declining.

    It answers the ``question`` of this number; without one, the question of that kind in the table
    of version ``number``.
    """

    what: QuestionKind
    agreed: bool
    question: int | None = None


class Resume(command.SeenVersion, frozen=True, tag="go-on"):
    """Resume a paused game."""


class GiveUp(command.SeenVersion, frozen=True, tag="give-up"):
    """Give up a seat of the page; a bot plays it until the end."""

    seat: Colour


class ComeBack(command.SeenVersion, frozen=True, tag="come-back"):
    """Take a seat of the page back from the bot that plays for it."""

    seat: Colour


PlayStateCommand: TypeAlias = Ask | Answer | Resume | GiveUp | ComeBack
