"""The puzzles as a list."""

from msgspec import Struct


class PuzzleInfo(Struct, frozen=True):
    """A puzzle: so many people are at the table (1 against Ivan); ``grade`` as in its task."""

    id: str
    players: int
    grade: int


class Puzzles(Struct, frozen=True):
    """All puzzles, and which one is that of the day.

    ``levels`` are the bots in order: a puzzle of grade n is found by all from the one with that
    index on, by none where there is none.
    """

    daily: str
    levels: list[str]
    puzzles: list[PuzzleInfo]
