"""The card of the puzzles as Markdown: how they were found, and what there is."""

from collections import Counter
from collections.abc import Sequence
from importlib.resources import files
from statistics import fmean
from typing import Final, Generic, NamedTuple, TypeVar

from redcathedral.ai.analysis.judge import DEEP
from redcathedral.ai.bots.levels import LEVELS
from redcathedral.ai.puzzles.puzzle import BASIC_ACTIONS, CLEAR_LEAD, Puzzle, influence_actions
from redcathedral.box import load_edition
from redcathedral.lab.commands.page_text import NONE, table
from redcathedral.lab.puzzle_search.finder import (
    REASON_DIVISOR,
    EasySettings,
    RareSettings,
    RecordsSettings,
    SearchedGame,
    SearchSettings,
)
from redcathedral.lab.puzzle_search.turn_filter import CHECKED_TURNS, EASY_LEAD, LATE_ROUNDS

TEXT: Final = "puzzles_page.md"
PLAYER_COUNTS: Final = (2, 3, 4)


S = TypeVar("S", bound=SearchSettings)


class Catch(NamedTuple, Generic[S]):
    """What a search has come to: its games, and the puzzles in them that are clear."""

    settings: S
    lines: Sequence[SearchedGame]
    found: Sequence[Puzzle]


class Catches(NamedTuple):
    """What the search for all has come to, and those besides."""

    main: Catch[SearchSettings]
    rare: Catch[RareSettings] | None
    easy: Catch[EasySettings] | None
    records: Catch[RecordsSettings] | None

    @property
    def lines(self) -> list[SearchedGame]:
        return [line for catch in self if catch for line in catch.lines]

    @property
    def found(self) -> list[Puzzle]:
        return [puzzle for catch in self if catch for puzzle in catch.found]


def page(catches: Catches, chosen: Sequence[Puzzle], command: str) -> str:
    settings, lines, _ = catches.main
    besides = sum(len(catch.lines) for catch in (catches.rare, catches.easy) if catch)
    shown: dict[str, object] = {
        "command": command,
        "games": len(lines),
        "turns": sum(line.turns for line in lines),
        "besides": f", looked through {besides} more for what is rare in them," if besides else "",
        "found": len(catches.found),
        "rare": _rare(catches.rare) if catches.rare else "",
        "easy": _easy(catches.easy) if catches.easy else "",
        "records": _records(catches.records) if catches.records else "",
        "size": len(chosen),
        "rollouts": settings.rollouts,
        "reasons": settings.rollouts // REASON_DIVISOR,
        "horizon": DEEP.horizon,
        "clear": round(100 * CLEAR_LEAD),
        "seed": settings.seed,
        "greedy": sum("greedy" in puzzle.found for puzzle in chosen),
        "weights": settings.weights,
        "edition": settings.edition,
        "grades": table(
            ("grade", *(f"{players} players" for players in PLAYER_COUNTS), "all", "ahead"),
            [_grade(grade, name, chosen) for grade, name in enumerate([*LEVELS, "beyond all"])],
        ),
        "influence": len(influence_actions(load_edition())),
        "actions": _actions(chosen),
    }
    text = files("redcathedral.lab.commands").joinpath(TEXT).read_text(encoding="utf-8")
    return text.format_map(shown)


def _grade(grade: int, name: str, chosen: Sequence[Puzzle]) -> tuple[str, ...]:
    its = [puzzle for puzzle in chosen if puzzle.grade == grade]
    counts = Counter(puzzle.players for puzzle in its)
    ahead = f"{100 * fmean(puzzle.gain for puzzle in its):.0f}" if its else NONE
    return (name, *(str(counts[players]) for players in PLAYER_COUNTS), str(len(its)), ahead)


def _actions(chosen: Sequence[Puzzle]) -> str:
    counts = Counter(action for puzzle in chosen for action in puzzle.actions())
    rows = [*BASIC_ACTIONS, *influence_actions(load_edition())]
    return table(("action", "puzzles"), [(one, str(counts[one])) for one in rows])


def _rare(catch: Catch[RareSettings]) -> str:
    actions = ", ".join(f"`{action}`" for action in catch.settings.wanted)
    return (
        f"\n\nNo solution found in this way uses {actions}. For these {len(catch.lines)} further "
        f"games of two were searched in their last {LATE_ROUNDS} rounds, where most such turns "
        f"are, and only where one of the {CHECKED_TURNS} best turns at first sight uses one of "
        "them and the best turn of the quick judge does. The rest is the same; "
        f"{len(catch.found)} of the puzzles are from there."
    )


def _easy(catch: Catch[EasySettings]) -> str:
    return (
        f"\n\nFor easier turns {len(catch.lines)} further games of two were searched only where at "
        f"first sight one is {EASY_LEAD} points of the win ahead, the {catch.settings.level} finds "
        "it, and it is the best of the quick judge too. The rest is the same; "
        f"{len(catch.found)} of the puzzles are from there."
    )


def _records(catch: Catch[RecordsSettings]) -> str:
    return (
        f"\n\n{len(catch.lines)} of the games were recorded ones. The search in them is the same; "
        f"{len(catch.found)} of the puzzles are from there."
    )
