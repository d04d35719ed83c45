"""What changes a table, as it is stored: one action a row, enough to rebuild the table exactly."""

from typing import TypeAlias

import msgspec
from msgspec import Struct


class DecisionPlayed(Struct, frozen=True, tag="played", tag_field="kind"):
    """A decision's id, then the chance outcomes that followed it."""

    steps: list[int]


class Rolled(Struct, frozen=True, tag="rolled", tag_field="kind"):
    """What fell at the table where the game waited for it, as chance outcomes."""

    outcomes: list[int]


class Unrolled(Struct, frozen=True, tag="unrolled", tag_field="kind"):
    """What fell last at the table is to be told anew."""


class TakenBack(Struct, frozen=True, tag="taken-back", tag_field="kind"):
    """So many decisions taken back; ``beyond``: over rolls and turns."""

    count: int
    beyond: bool


class PlayedAgain(Struct, frozen=True, tag="played-again", tag_field="kind"):
    """So many decisions played again after they were taken back, with the same dice."""

    count: int


class Agreed(Struct, frozen=True, tag="agreed", tag_field="kind"):
    """Seats that agree to end the game here, or no longer do."""

    seats: list[int]
    agreed: bool


class HintsAllowed(Struct, frozen=True, tag="hints-allowed", tag_field="kind"):
    """Seats that agree to hints, or no longer count as such."""

    seats: list[int]
    allowed: bool


class HintsTaken(Struct, frozen=True, tag="hints-taken", tag_field="kind"):
    """Somebody looks at hints: the game is marked."""


class Capped(Struct, frozen=True, tag="capped", tag_field="kind"):
    """The game of bots alone is ended at the cap on turns (R7.7)."""


class SettingsChanged(Struct, frozen=True, tag="settings", tag_field="kind"):
    """The table's settings."""

    auto_end: bool
    own_dice: bool = False


class SeatsOpened(Struct, frozen=True, tag="seats-opened", tag_field="kind"):
    """Seats at which people are to sit down yet."""

    seats: list[int]


class SeatTaken(Struct, frozen=True, tag="seat-taken", tag_field="kind"):
    """Somebody sits down at a seat that was open, or one that has left."""

    seat: int


class SeatLeft(Struct, frozen=True, tag="seat-left", tag_field="kind"):
    """Nobody holds the seat any more: it is open."""

    seat: int


class SeatFilled(Struct, frozen=True, tag="seat-filled", tag_field="kind"):
    """A bot sits down at a seat that was open."""

    seat: int
    bot: str


class HoldersChanged(Struct, frozen=True, tag="holders-changed", tag_field="kind"):
    """Another device holds the seat, its link or its name is another one."""

    seat: int


TableAction: TypeAlias = (
    DecisionPlayed
    | Rolled
    | Unrolled
    | TakenBack
    | PlayedAgain
    | Agreed
    | HintsAllowed
    | HintsTaken
    | Capped
    | SettingsChanged
    | SeatsOpened
    | SeatTaken
    | SeatLeft
    | SeatFilled
    | HoldersChanged
)

_DECODER: msgspec.json.Decoder[TableAction] = msgspec.json.Decoder(TableAction)


def encode(action: TableAction) -> str:
    """An action as the text that is stored."""
    return msgspec.json.encode(action).decode()


def decode(text: str) -> TableAction:
    """The action of a stored text; raises msgspec.ValidationError for one of a newer version."""
    return _DECODER.decode(text)
