"""Write the page about the puzzles in Markdown: the search, and the number of each kind."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean
from typing import Final, Generic, NamedTuple, TypeVar

from redcathedral.ai.analysis.judge import DEEP
from redcathedral.ai.bots.levels import LEVELS
from redcathedral.ai.puzzles.puzzle import Puzzle
from redcathedral.box import load_edition
from tools.page_text import NO_FIGURE, table
from tools.puzzles.finder import (
    REASON_DIVISOR,
    EasySettings,
    RareSettings,
    RecordsSettings,
    SearchedGame,
    SearchSettings,
)
from tools.puzzles.solution import BASIC_ACTIONS, CLEAR_LEAD, actions_of, influence_actions, lead
from tools.puzzles.turn_filter import CHECKED_TURNS, EASY_LEAD, LATE_ROUNDS

TEMPLATE: Final = Path(__file__).with_name("page.md")
PLAYER_COUNTS: Final = (2, 3, 4)


S = TypeVar("S", bound=SearchSettings)


class SearchResult(NamedTuple, Generic[S]):
    """The result of a search: its games, and their puzzles that have a clear solution."""

    settings: S
    lines: Sequence[SearchedGame]
    found: Sequence[Puzzle]


class SearchResults(NamedTuple):
    """The results of the main search and of the optional searches."""

    main: SearchResult[SearchSettings]
    rare: SearchResult[RareSettings] | None
    easy: SearchResult[EasySettings] | None
    records: SearchResult[RecordsSettings] | None

    @property
    def lines(self) -> list[SearchedGame]:
        return [line for result in self if result for line in result.lines]

    @property
    def found(self) -> list[Puzzle]:
        return [puzzle for result in self if result for puzzle in result.found]


def page(results: SearchResults, selection: Sequence[Puzzle], command: str) -> str:
    settings, lines, _ = results.main
    extra_games = sum(len(result.lines) for result in (results.rare, results.easy) if result)
    values: dict[str, object] = {
        "command": command,
        "games": len(lines),
        "turns": sum(line.turns for line in lines),
        "extra": f", searched {extra_games} more for rare or easy turns," if extra_games else "",
        "found": len(results.found),
        "rare": _rare(results.rare) if results.rare else "",
        "easy": _easy(results.easy) if results.easy else "",
        "records": _records(results.records) if results.records else "",
        "size": len(selection),
        "rollouts": settings.rollouts,
        "reasons": settings.rollouts // REASON_DIVISOR,
        "horizon": DEEP.horizon,
        "clear": round(100 * CLEAR_LEAD),
        "seed": settings.seed,
        "greedy": sum("greedy" in puzzle.found for puzzle in selection),
        "weights": settings.weights,
        "edition": settings.edition,
        "grades": table(
            ("grade", *(f"{players} players" for players in PLAYER_COUNTS), "all", "ahead"),
            [
                _grade_row(grade, name, selection)
                for grade, name in enumerate([*LEVELS, "beyond all"])
            ],
        ),
        "influence": len(influence_actions(load_edition())),
        "actions": _actions(selection),
    }
    return TEMPLATE.read_text(encoding="utf-8").format_map(values)


def _grade_row(grade: int, name: str, selection: Sequence[Puzzle]) -> tuple[str, ...]:
    puzzles = [puzzle for puzzle in selection if puzzle.grade == grade]
    counts = Counter(puzzle.players for puzzle in puzzles)
    ahead = f"{100 * fmean(lead(puzzle) for puzzle in puzzles):.0f}" if puzzles else NO_FIGURE
    return (name, *(str(counts[players]) for players in PLAYER_COUNTS), str(len(puzzles)), ahead)


def _actions(selection: Sequence[Puzzle]) -> str:
    counts = Counter(action for puzzle in selection for action in actions_of(puzzle))
    rows = [*BASIC_ACTIONS, *influence_actions(load_edition())]
    return table(("action", "puzzles"), [(action, str(counts[action])) for action in rows])


def _rare(result: SearchResult[RareSettings]) -> str:
    actions = ", ".join(f"`{action}`" for action in result.settings.wanted)
    return (
        f"\n\nNone of these solutions uses {actions}. To find such turns, the command searched "
        f"{len(result.lines)} further two-player games in their last {LATE_ROUNDS} rounds, which "
        "have most of these turns. It examined only positions in which one of the "
        f"{CHECKED_TURNS} turns that the search rates best and the best turn of the quick judge "
        f"use one of these actions. The other steps are the same; {len(result.found)} of the "
        "puzzles come from this search."
    )


def _easy(result: SearchResult[EasySettings]) -> str:
    return (
        f"\n\nFor easier puzzles, the command searched {len(result.lines)} further two-player "
        "games. It examined only positions in which the search rates one turn "
        f"{EASY_LEAD} percentage points of the win ahead, the {result.settings.level} finds this "
        "turn, and the quick judge rates it best too. The other steps are the same; "
        f"{len(result.found)} of the puzzles come from this search."
    )


def _records(result: SearchResult[RecordsSettings]) -> str:
    return (
        f"\n\nThe command also searched {len(result.lines)} recorded games. A record that is only "
        "a position is examined whatever the quick judge says. The other steps are the same; "
        f"{len(result.found)} of the puzzles come from records."
    )
