"""Write docs/leaderboard.md: a table for each task, from the entries in docs/leaderboard.

``python tools/leaderboard.py`` writes the tables into the page; a test compares.
"""

from __future__ import annotations

import sys
from pathlib import Path

from redcathedral.box import load_edition
from redcathedral.envs.task_entry import TaskEntry, load_entry, ranked
from redcathedral.envs.tasks import TASKS, Task
from redcathedral.lab.commands.task import result_text

PAGE = Path(__file__).parents[1] / "docs" / "leaderboard.md"
ENTRIES = PAGE.with_suffix("")
MARK = "<!-- boards -->\n"
END = "<!-- end -->\n"


def boards(folder: Path = ENTRIES) -> str:
    """The tables of all tasks, from the entries in a folder."""
    paths = {path: load_entry(path) for path in sorted(folder.glob("*.json"))}
    return "\n".join(board(task, paths) for task in TASKS.values()) + "\n"


def board(task: Task, entries: dict[Path, TaskEntry]) -> str:
    """The table of a task, the best entry first."""
    full = task.full_name(load_edition())
    own = {entry.entrant: path for path, entry in entries.items() if entry.task == full}
    lines = [f"## {task.name}", "", f"{task.what} {len(task.fixtures)} games. `{full}`", ""]
    lines += ["| | entrant | figure (95 %) | entry |", "|---|---|---|---|"]
    found = [entry for entry in entries.values() if entry.task == full]
    if len(own) < len(found):
        raise ValueError(f"{task.name}: an entrant has two entries; keep one")
    for place, entry in enumerate(ranked(found), 1):
        name = f"`{entry.entrant}`" + (f": {entry.note}" if entry.note else "")
        path = own[entry.entrant]
        link = f"[{path.stem}](leaderboard/{path.name})"
        lines.append(f"| {place} | {name} | {result_text(entry)} | {link} |")
    return "\n".join(lines) + "\n"


def page(text: str) -> str:
    """The page with the tables as the entries have them; raises ValueError without a place."""
    before, mark, rest = text.partition(MARK)
    _, end, after = rest.partition(END)
    if not end:
        raise ValueError(f"{PAGE.name} has no place for the boards")
    return before + mark + boards() + end + after


def main() -> None:
    """Write the tables into the page."""
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    print(f"written: {PAGE}", file=sys.stderr)


if __name__ == "__main__":
    main()
