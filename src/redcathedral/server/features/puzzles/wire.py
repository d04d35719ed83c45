"""The list of puzzles as an HTTP reply."""

from msgspec import Struct


class PuzzleInfo(Struct, frozen=True):
    """A puzzle with its number of players (1 against Ivan) and its grade of difficulty."""

    id: str
    players: int
    grade: int


class Puzzles(Struct, frozen=True):
    """All puzzles, and the id of the puzzle of the day.

    ``levels`` lists the bots from weak to strong.  The bot with index n, and all stronger ones,
    solve a puzzle of grade n; no bot solves a puzzle with a grade after the last index.
    """

    daily: str
    levels: list[str]
    puzzles: list[PuzzleInfo]
