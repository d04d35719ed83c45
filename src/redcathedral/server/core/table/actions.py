"""The actions that change a table, as they are stored: enough to rebuild the table exactly."""

from typing import ClassVar, TypeAlias

import msgspec
from msgspec import Struct

from redcathedral.server.core.wire.play_state import ClockWish, QuestionKind, SubstituteReason


class SideAction(Struct, frozen=True, tag_field="kind"):
    """An action that keeps the position, the players who decide, questions and hints."""

    changes_play: ClassVar[bool] = False
    completes_turn: ClassVar[bool] = False


class PlayAction(Struct, frozen=True, tag_field="kind"):
    """An action that changes the position or who decides; it ends questions and drops hints."""

    changes_play: ClassVar[bool] = True
    completes_turn: ClassVar[bool] = False


class TurnAction(PlayAction, frozen=True):
    """An action that plays on; the clock adds its increment if the turn is over after it."""

    completes_turn: ClassVar[bool] = True


class DecisionPlayed(TurnAction, frozen=True, tag="played"):
    """A decision's id, then the chance outcomes that followed it."""

    steps: list[int]


class Rolled(TurnAction, frozen=True, tag="rolled"):
    """What fell at the table where the game waited for it, as chance outcomes."""

    outcomes: list[int]


class RollUndone(PlayAction, frozen=True, tag="unrolled"):
    """What fell last at the table is to be told anew."""


class Undone(PlayAction, frozen=True, tag="taken-back"):
    """So many decisions taken back; ``beyond``: over rolls and turns."""

    count: int
    beyond: bool


class Redone(TurnAction, frozen=True, tag="played-again"):
    """So many decisions played again after they were taken back, with the same dice."""

    count: int


class Agreed(SideAction, frozen=True, tag="agreed"):
    """Seats that agree to end the game here, or no longer do."""

    seats: list[int]
    agreed: bool


class HintsAllowed(SideAction, frozen=True, tag="hints-allowed"):
    """Seats that agree to hints, or no longer count as such."""

    seats: list[int]
    allowed: bool


class HintsTaken(SideAction, frozen=True, tag="hints-taken"):
    """Somebody looks at hints: the game is marked."""


class EndedByCap(PlayAction, frozen=True, tag="capped"):
    """The game of bots alone is ended at the cap on turns (R7.7)."""


class SettingsChanged(SideAction, frozen=True, tag="settings"):
    """The table's settings."""

    auto_end: bool
    own_dice: bool = False


class SeatsOpened(SideAction, frozen=True, tag="seats-opened"):
    """Seats at which people are to sit down yet, from the start or since several were left."""

    seats: list[int]


class SeatTaken(SideAction, frozen=True, tag="seat-taken"):
    """Somebody sits down at a seat that was open, or one that has left."""

    seat: int


class SeatLeft(SideAction, frozen=True, tag="seat-left"):
    """Nobody holds the seat any more: it is open."""

    seat: int


class SeatFilled(SideAction, frozen=True, tag="seat-filled"):
    """A bot sits down at a seat that was open."""

    seat: int
    bot: str


class HoldersChanged(SideAction, frozen=True, tag="holders-changed"):
    """Another device holds the seat, its link or its name is another one."""

    seat: int


class PlaySettingsChanged(SideAction, frozen=True, tag="conduct"):
    """The table's clock, and the bot that goes on for who left."""

    clock: ClockWish | None
    stand_in: str


class ClockStarted(SideAction, frozen=True, tag="clock-started"):
    """Somebody is at the table: time runs."""


class ClockStopped(SideAction, frozen=True, tag="clock-stopped"):
    """Nobody is there; unless ``counted``, the time since the last action is not used."""

    counted: bool


class Asked(SideAction, frozen=True, tag="asked"):
    """A seat asks the others: ``about`` a bot for a seat, or to take back ``count`` decisions."""

    what: QuestionKind
    seat: int
    agreed: list[int]
    about: int | None = None
    count: int = 0


class Answered(SideAction, frozen=True, tag="answered"):
    """Seats agree to what is asked, which is not enough yet; or that is off."""

    what: QuestionKind
    seats: list[int]
    agreed: bool


class Paused(SideAction, frozen=True, tag="paused"):
    """All agree to pause; or somebody goes on."""

    paused: bool


class Substituted(PlayAction, frozen=True, tag="stood-in"):
    """A bot plays for a person from now on."""

    seat: int
    bot: str
    why: SubstituteReason


class Returned(PlayAction, frozen=True, tag="came-back"):
    """A person plays again for whom a bot did."""

    seat: int


PlayStateAction: TypeAlias = (
    PlaySettingsChanged
    | ClockStarted
    | ClockStopped
    | Asked
    | Answered
    | Paused
    | Substituted
    | Returned
)
TableAction: TypeAlias = (
    DecisionPlayed
    | Rolled
    | RollUndone
    | Undone
    | Redone
    | Agreed
    | HintsAllowed
    | HintsTaken
    | EndedByCap
    | SettingsChanged
    | SeatsOpened
    | SeatTaken
    | SeatLeft
    | SeatFilled
    | HoldersChanged
    | PlayStateAction
)

_DECODER: msgspec.json.Decoder[TableAction] = msgspec.json.Decoder(TableAction)


def encode(action: TableAction) -> str:
    return msgspec.json.encode(action).decode()


def decode(text: str) -> TableAction:
    """The action of a stored text; raises msgspec.ValidationError for one of a newer version."""
    return _DECODER.decode(text)
