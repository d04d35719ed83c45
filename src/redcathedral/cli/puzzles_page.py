"""The card of the puzzles as Markdown: how they were found, and what there is."""

from collections import Counter
from collections.abc import Sequence
from importlib.resources import files
from statistics import fmean
from typing import Final, Generic, NamedTuple, TypeVar

from redcathedral.analysis.judge import DEEP
from redcathedral.bots.levels import LEVELS
from redcathedral.box import load_edition
from redcathedral.cli.statistics_text import NONE, table
from redcathedral.puzzles.hunt import FIELD, LATE, PART, HuntSettings, MoreSettings, Searched
from redcathedral.puzzles.puzzle import BASIC, CLEAR, Puzzle, influence_actions

TEXT: Final = "puzzles_page.md"
TABLES: Final = (2, 3, 4)

S = TypeVar("S", bound=HuntSettings)


class Catch(NamedTuple, Generic[S]):
    """What a search has come to: its games, and the puzzles in them that are clear."""

    settings: S
    lines: Sequence[Searched]
    found: Sequence[Puzzle]


def page(
    main: Catch[HuntSettings],
    more: Catch[MoreSettings] | None,
    chosen: Sequence[Puzzle],
    command: str,
) -> str:
    """The whole page; the same search gives the same text."""
    settings = main.settings
    shown: dict[str, object] = {
        "command": command,
        "games": len(main.lines),
        "turns": sum(line.turns for line in main.lines),
        "besides": "" if more is None else f", and the last rounds of {len(more.lines)} more,",
        "found": len(main.found) + (0 if more is None else len(more.found)),
        "more": "" if more is None else _more(more),
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
        "influence": len(influence_actions(load_edition())),
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
    rows = [*BASIC, *influence_actions(load_edition())]
    return table(("action", "puzzles"), [(one, str(counts[one])) for one in rows])


def _more(more: Catch[MoreSettings]) -> str:
    """The paragraph on the games that were searched besides."""
    wanted = ", ".join(f"`{action}`" for action in more.settings.wanted)
    return (
        f"\n\nNo solution found so uses {wanted}. For these {len(more.lines)} further games "
        f"of two were searched in their last {LATE} rounds, where most such turns are, and only "
        f"where one of the {FIELD} best turns at first sight uses one of them and the best turn of "
        f"the quick judge does. All is verified in the same way; {len(more.found)} of the puzzles "
        "are from there."
    )
