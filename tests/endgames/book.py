"""The book of endgames: each puzzle as a record in ``puzzles``, with the values of its turns.

``python -m tests.endgames.book`` solves all puzzles, or those it names, and writes the files and
the page ``docs/concepts/endgames.md``.
"""

from __future__ import annotations

import json
import sys
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Final

import msgspec

from redcathedral.engine.state import State
from redcathedral.record import decision_text, read
from tests.endgames import more_players, solo, two_players
from tests.endgames.puzzle import PUZZLES, Puzzle, record
from tests.endgames.solver import Solver, Value, played
from tests.engine.words import IDS

FOLDER: Final = Path(__file__).with_name("puzzles")
PAGE: Final = Path(__file__).parents[2] / "docs" / "concepts" / "endgames.md"
MODULES: Final = (two_players, more_players, solo)  # they make the puzzles


@dataclass(frozen=True)
class Worth:
    """A turn and its exact value as fractions; no margin if the game is still open."""

    turn: str
    share: str
    margin: str | None


@dataclass(frozen=True)
class Entry:
    """A solved puzzle.

    ``next`` is the best of the turns that win less often than ``best``.  ``turns`` is the number of
    turns that the solver examines if the game is not closed yet; a longer game counts as lost.
    """

    name: str
    why: str
    turns: int | None
    best: Worth
    next: Worth
    trap: Worth
    record: list[str]

    def start(self) -> State:
        """Return the position."""
        return read("\n".join(self.record)).first_state()


def entry(name: str) -> Entry:
    """Read a solved puzzle from its file."""
    return msgspec.json.decode((FOLDER / f"{name}.json").read_bytes(), type=Entry)


def names() -> list[str]:
    """Return the names of all puzzles, in the order of the book."""
    order = [module.__name__ for module in MODULES]
    ordered = sorted(PUZZLES, key=lambda puzzle: order.index(puzzle.table.__module__))
    return [puzzle.name for puzzle in ordered]


@cache
def solver(name: str) -> Solver:
    """Return the solver of a puzzle, which caches its results."""
    found = entry(name)
    return Solver(found.start(), found.turns)


def after(state: State, turn: str) -> State:
    """Return the position after the decisions of a turn."""
    for decision in turn.split(" / "):
        state = played(state, IDS[decision])
    return state


def worth(turn: str, value: Value, is_open: bool) -> Worth:
    """Return a turn and its value as text."""
    return Worth(turn, str(value.share), None if is_open else str(value.margin))


def solve(puzzle: Puzzle) -> Entry:
    """Solve a puzzle."""
    lines = record(puzzle.table())
    start = read("\n".join(lines)).first_state()
    found = Solver(start, puzzle.turns)
    is_open = puzzle.turns is not None
    best = found.value(after(start, puzzle.best))
    following = next(turn for turn in found.turns() if turn.value.share < best.share)
    words = " / ".join(decision_text(decision) for decision in following.decisions)
    return Entry(
        puzzle.name,
        puzzle.why,
        puzzle.turns,
        worth(puzzle.best, best, is_open),
        worth(words, following.value, is_open),
        worth(puzzle.trap, found.value(after(start, puzzle.trap)), is_open),
        lines,
    )


def page() -> str:
    """Return the page that explains the puzzles."""
    return "\n".join([INTRODUCTION, *(section(entry(name)) for name in names())])


INTRODUCTION: Final = """\
# Endgames

Hand-made positions of the last turns of a game, each with one best turn. They show what good play
looks like at the end, and every bot that searches has to find the best turn of each
(`tests/endgames`).

What a turn is worth is proven, not judged: a solver plays every decision, every outcome of the
dice and every answer of the others to the end of the game and scores it. First counts the share of
the win (a victory shared by two is half a one), then the margin: the prestige more than the best
other seat has. Both are exact expectations. The others play for their own win in the same way. In
a puzzle that begins before the game is closed only a number of turns is looked at, and the best
turn is one that wins for sure within them.

Score markers stand low in most of the positions: every prestige can be exchanged for rubles at any
moment (R3.2), which multiplies the ways to play a turn.

Turns are written as in the record, up to the end or to a paid re-roll. The lines under `record` in
a puzzle's file are a complete record: save them as `endgame.rcg`, and `redcathedral show
endgame.rcg` shows the table. A new puzzle is a function in `tests/endgames`; `python -m
tests.endgames.book NAME` solves it and writes its file and this page, and `python -m
tests.endgames.trial BOT` prints what a bot plays in each.
"""


def section(found: Entry) -> str:
    """Return the section of a puzzle."""
    title = found.name.replace("-", " ").capitalize()
    start = found.start()
    seats = "Solo" if start.setting.solo else PLAYERS[int(start.setting.seat_count)]
    side = ", advanced side" if any(start.setting.advanced) else ""
    last = f", {found.turns} turns looked at" if found.turns else ""
    link = f"../../tests/endgames/puzzles/{found.name}.json"
    rows = [
        f"| {name} | `{turn.turn}` | {turn.share} | {turn.margin or ''} |"
        for name, turn in (("best", found.best), ("next", found.next), ("trap", found.trap))
    ]
    head = ["|  | turn | wins | margin |", "|---|---|---|---|"]
    place = f"{seats}{side}{last}: [the position]({link})."
    return "\n".join([f"## {title}", "", place, "", found.why, "", *head, *rows, ""])


PLAYERS: Final = {2: "Two players", 3: "Three players", 4: "Four players"}


def write(wanted: list[str]) -> None:
    """Solve these puzzles, or all, and write their files and the page."""
    for puzzle in PUZZLES:
        if puzzle.name in wanted or not wanted:
            text = json.dumps(asdict(solve(puzzle)), indent=1, ensure_ascii=False)
            (FOLDER / f"{puzzle.name}.json").write_text(text + "\n", encoding="utf-8")
            print(puzzle.name)
    PAGE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    write(sys.argv[1:])
