"""The set-up of a game by its code."""

from msgspec import Struct


class SetupInfo(Struct, frozen=True):
    """A set-up: its code, how many people it is for (1 against Ivan), the edition's key."""

    code: str
    players: int
    first_game: bool
    edition: str
