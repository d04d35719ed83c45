"""The card of the puzzles as Markdown: how they were found, and what there is."""

from collections import Counter
from collections.abc import Sequence
from importlib.resources import files
from statistics import fmean
from typing import Final

from redcathedral.analysis.judge import DEEP
from redcathedral.bots.levels import LEVELS
from redcathedral.box import load_edition
from redcathedral.box.action import action_text
from redcathedral.cli.statistics_text import NONE, table
from redcathedral.puzzles.hunt import PART, HuntSettings, Searched
from redcathedral.puzzles.puzzle import BASIC, CLEAR, Puzzle

TEXT: Final = "puzzles_page.md"
TABLES: Final = (2, 3, 4)


def page(
    settings: HuntSettings,
    lines: Sequence[Searched],
    found: int,
    chosen: Sequence[Puzzle],
    command: str,
) -> str:
    """The whole page; the same search gives the same text."""
    shown: dict[str, object] = {
        "command": command,
        "games": len(lines),
        "turns": sum(line.turns for line in lines),
        "found": found,
        "size": len(chosen),
        "rollouts": settings.rollouts,
        "reasons": settings.rollouts // PART,
        "horizon": DEEP.horizon,
        "clear": round(100 * CLEAR),
        "seed": settings.seed,
        "greedy": sum("greedy" in puzzle.found for puzzle in chosen),
        "weights": settings.weights,
        "edition": settings.edition,
        "grades": table(
            ("grade", *(f"{players} players" for players in TABLES), "all", "ahead"),
            [_grade(grade, name, chosen) for grade, name in enumerate([*LEVELS, "beyond all"])],
        ),
        "influence": len(_sentences()),
        "actions": _actions(chosen),
    }
    text = files("redcathedral.cli").joinpath(TEXT).read_text(encoding="utf-8")
    return text.format_map(shown)


def _grade(grade: int, name: str, chosen: Sequence[Puzzle]) -> tuple[str, ...]:
    its = [puzzle for puzzle in chosen if puzzle.grade == grade]
    counts = Counter(puzzle.players for puzzle in its)
    ahead = f"{100 * fmean(puzzle.gain for puzzle in its):.0f}" if its else NONE
    return (name, *(str(counts[players]) for players in TABLES), str(len(its)), ahead)


def _actions(chosen: Sequence[Puzzle]) -> str:
    counts = Counter(action for puzzle in chosen for action in puzzle.actions())
    rows = [*BASIC, *_sentences()]
    return table(("action", "puzzles"), [(one, str(counts[one])) for one in rows])


def _sentences() -> list[str]:
    """The influence actions of the packaged edition."""
    actions = (action for card in load_edition().influence for action in card.actions)
    return list(dict.fromkeys(map(action_text, actions)))
