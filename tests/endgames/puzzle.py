"""A puzzle: a position in the last turns, its best turn, and a turn that seems as good but fails.

``two_players``, ``more_players`` and ``solo`` have the puzzles; ``book`` solves them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from redcathedral.record import to_json
from tests.engine.table import Table

CLOSING_CARDS: Final = 6  # R7.1


@dataclass(frozen=True)
class Puzzle:
    """A hand-made endgame.

    ``best`` and ``trap`` are turns in the notation of records, separated by ``/``.  They end with
    ``end`` or a paid re-roll, after which the best decisions are played.  ``why`` explains both.
    With ``turns`` the game is not closed yet, and the solver examines this number of turns.
    """

    name: str
    table: Callable[[], Table]
    best: str
    trap: str
    why: str
    turns: int | None = None


PUZZLES: Final[list[Puzzle]] = []


def puzzle(
    *, best: str, trap: str, why: str, turns: int | None = None
) -> Callable[[Callable[[], Table]], Callable[[], Table]]:
    """Make a puzzle of the function that sets up its table; its seat must be to move."""

    def keep(table: Callable[[], Table]) -> Callable[[], Table]:
        name = table.__name__.replace("_", "-")
        PUZZLES.append(Puzzle(name, table, best, trap, " ".join(why.split()), turns))
        return table

    return keep


def record(table: Table) -> list[str]:
    """Return the lines of a record that starts from this position."""
    state = table.state
    setting = state.setting
    for seat in range(setting.seat_count):
        if state.completed(seat) >= CLOSING_CARDS:
            state.closer = seat
    lines = ["redcathedral-record 1", f"edition {table.edition.id}"]
    if any(setting.advanced):
        lines.append("option workshop_side advanced")
    lines += [f"seat {colour}" for colour in table.colours]
    if setting.solo:
        lines[-1] = lines[-1].replace("seat", "ivan")
    return [*lines, f"start {to_json(state)}"]
