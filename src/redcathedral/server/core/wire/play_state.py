"""Messages and commands about clock, pause, substitutes and proposals; part of ``protocol``."""

from typing import Literal, TypeAlias

from msgspec import Struct

from redcathedral.box.vocabulary import Colour
from redcathedral.server.core.wire import command
from redcathedral.server.core.wire.message import PageMessage

ClockKind: TypeAlias = Literal["turn", "bank", "days"]
QuestionKind: TypeAlias = Literal["takeback", "pause", "stand-in"]
SubstituteReason: TypeAlias = Literal["time", "gave-up", "voted"]


class ClockSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of a clock.

    ``turn`` limits each turn and ``bank`` the whole game, in seconds; ``days`` limits each turn, in
    days.  With ``bank``, each turn adds ``increment`` seconds.
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

    wish: ClockSettings
    left: dict[Colour, int]
    running: Colour | None
    is_held: bool


class OpenQuestion(Struct, frozen=True):
    """A question that a player has asked the others: its text, and the seats that have agreed.

    An answer names its ``number``.  ``about`` is the seat that a bot would play.  If ``yours`` is
    set, this page must answer; if ``own`` is set, this page has asked.
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
    """What this page may propose or do.

    ``give_up`` lists its seats that can resign, ``come_back`` its seats that a bot plays, and
    ``vote`` the seats of others that a bot may play once their players are absent.
    """

    takeback: bool
    pause: bool
    go_on: bool
    vote: list[Colour]
    give_up: list[Colour]
    come_back: list[Colour]


class TablePlayState(Struct, frozen=True):
    """Clock, pause, substitutes and proposals; ``stand_in`` is the bot for absent players.

    Players in ``gave_up`` do not come back.  If ``needs_person`` is set, no person plays, and
    the game waits until one takes an open seat, or takes a seat back from a bot.
    """

    clock: TableClock | None
    is_paused: bool
    needs_person: bool
    stand_in: str
    gave_up: list[Colour]
    questions: list[OpenQuestion]
    may: PlayOptions


class Presence(PageMessage, frozen=True, tag="presence"):
    """The seats with a connected page, the seats absent for a while, and the spectators."""

    here: list[Colour]
    away: list[Colour]
    spectators: int


# --- from the page -------------------------------------------------------------------------------


class Ask(command.SeenVersion, frozen=True, tag="ask"):
    """Propose a takeback, a pause, or a bot for a seat.

    A takeback undoes all decisions back to the last one of the page.

    The proposal takes effect at once if there is nobody to ask.  If another player has proposed the
    same in the meantime, it counts as agreement.
    """

    what: QuestionKind
    seat: Colour | None = None


class Answer(command.SeenVersion, frozen=True, tag="answer"):
    """Agree to a question or decline it; the player who asked withdraws it by declining.

    ``question`` is its number; without it, the answer is for the question of this kind that the
    page saw in version ``number`` of the table.
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
