"""The stored actions of a table; replaying them rebuilds the table exactly."""

from typing import ClassVar, Final, TypeAlias

import msgspec
from msgspec import Struct

from redcathedral.server.core.wire.play_state import ClockSettings, QuestionKind, SubstituteReason


class SideAction(Struct, frozen=True, tag_field="kind"):
    """An action that keeps the position, the players who decide, questions and hints."""

    changes_play: ClassVar[bool] = False
    completes_turn: ClassVar[bool] = False


class SeatAction(SideAction, frozen=True):
    """A side action that comes with a change of names or of rights at the table."""


class PlayAction(Struct, frozen=True, tag_field="kind"):
    """An action that changes the position or who decides; it ends questions and drops hints."""

    changes_play: ClassVar[bool] = True
    completes_turn: ClassVar[bool] = False


class TurnAction(PlayAction, frozen=True):
    """An action that continues the game; the clock adds its increment after a completed turn."""

    completes_turn: ClassVar[bool] = True


class DecisionPlayed(TurnAction, frozen=True, tag="played"):
    """A decision's id, then the chance outcomes that followed it."""

    steps: list[int]


class Rolled(TurnAction, frozen=True, tag="rolled"):
    """The chance outcomes that players entered for their own dice or tiles."""

    outcomes: list[int]


class RollUndone(PlayAction, frozen=True, tag="unrolled"):
    """The last entered roll is undone and must be entered again."""


class Undone(PlayAction, frozen=True, tag="taken-back"):
    """``count`` decisions are undone; with ``beyond`` also across rolls and turns."""

    count: int
    beyond: bool


class Redone(TurnAction, frozen=True, tag="played-again"):
    """``count`` undone decisions are played again, with the same dice."""

    count: int


class Agreed(SideAction, frozen=True, tag="agreed"):
    """Seats agree to end the game now, or withdraw their agreement."""

    seats: list[int]
    agreed: bool


class HintsAllowed(SideAction, frozen=True, tag="hints-allowed"):
    """Seats agree to hints, or withdraw their agreement."""

    seats: list[int]
    allowed: bool


class HintsTaken(SideAction, frozen=True, tag="hints-taken"):
    """The game is marked because a player has seen hints."""


class Dealt(SideAction, frozen=True, tag="dealt"):
    """The game is one of a deal: its dice follow from the code of the deal."""

    deal: str


class EndedByCap(PlayAction, frozen=True, tag="capped"):
    """A game of bots only ends at the cap on turns (R7.7)."""


class SettingsChanged(SideAction, frozen=True, tag="settings"):
    """The table's settings."""

    auto_end: bool
    own_dice: bool = False


class SeatsOpened(SeatAction, frozen=True, tag="seats-opened"):
    """Seats are open for people, from the start or after several players left."""

    seats: list[int]


class SeatTaken(SeatAction, frozen=True, tag="seat-taken"):
    """A person takes an open seat."""

    seat: int


class SeatLeft(SeatAction, frozen=True, tag="seat-left"):
    """The last device that held the seat has left it, so the seat is open."""

    seat: int


class SeatFilled(SeatAction, frozen=True, tag="seat-filled"):
    """A bot takes an open seat."""

    seat: int
    bot: str


class HoldersChanged(SeatAction, frozen=True, tag="holders-changed"):
    """The device, the link or the name of a seat has changed."""

    seat: int


class PlaySettingsChanged(SideAction, frozen=True, tag="conduct"):
    """The table's clock, and the bot that substitutes for absent players."""

    clock: ClockSettings | None
    stand_in: str


class ClockStarted(SideAction, frozen=True, tag="clock-started"):
    """The clock starts because a player is at the table."""


class ClockStopped(SideAction, frozen=True, tag="clock-stopped"):
    """The clock stops; without ``counted`` the time since the last action is given back."""

    counted: bool


class Asked(SideAction, frozen=True, tag="asked"):
    """A seat proposes a pause, a bot for the seat ``about``, or to undo ``count`` decisions."""

    what: QuestionKind
    seat: int
    agreed: list[int]
    about: int | None = None
    count: int = 0


class Answered(SideAction, frozen=True, tag="answered"):
    """Some seats agree to a proposal, or the proposal is declined."""

    what: QuestionKind
    seats: list[int]
    agreed: bool


class Paused(SideAction, frozen=True, tag="paused"):
    """All players agree to a pause, or a player resumes the game."""

    paused: bool


class Substituted(PlayAction, frozen=True, tag="stood-in"):
    """A bot substitutes for a person from now on."""

    seat: int
    bot: str
    why: SubstituteReason


class Returned(PlayAction, frozen=True, tag="came-back"):
    """A person takes the seat back from the bot."""

    seat: int


PlayStateAction: TypeAlias = (
    PlaySettingsChanged | ClockStarted | ClockStopped | Asked | Answered | Paused | Substituted
    | Returned
)  # fmt: skip
TableAction: TypeAlias = (
    DecisionPlayed | Rolled | RollUndone | Undone | Redone | Agreed | HintsAllowed | HintsTaken
    | Dealt | EndedByCap | SettingsChanged | SeatsOpened | SeatTaken | SeatLeft | SeatFilled
    | HoldersChanged | PlayStateAction
)  # fmt: skip

_DECODER: Final[msgspec.json.Decoder[TableAction]] = msgspec.json.Decoder(TableAction)
decode: Final = _DECODER.decode  # raises msgspec.ValidationError for an unknown action


def encode(action: TableAction) -> str:
    return msgspec.json.encode(action).decode()
