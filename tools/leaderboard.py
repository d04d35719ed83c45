"""Write docs/leaderboard.md: a table for each task, from the entries in docs/leaderboard.

``python tools/leaderboard.py`` writes the tables into the page.  A test checks that they are up to
date.  With ``--replay FILE...`` it first plays these entries again and replaces them, which is
needed after a new version of a task or of a bot.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import msgspec

from redcathedral.box import load_edition
from redcathedral.cli.messages import progress
from redcathedral.envs.task_entry import TaskEntry, load_entry, play_task, save_entry
from redcathedral.envs.tasks import TASKS, Task
from redcathedral.lab.commands.executor import make_executor
from redcathedral.lab.commands.task import result_text
from tools.generated_parts import with_part

PAGE = Path(__file__).parents[1] / "docs" / "leaderboard.md"
ENTRIES = PAGE.with_suffix("")


def boards(folder: Path = ENTRIES) -> str:
    """Return the tables of all tasks, from the entries in a folder."""
    entries = {path: load_entry(path) for path in sorted(folder.glob("*.json"))}
    return "\n".join(board(task, entries) for task in TASKS.values()) + "\n"


def board(task: Task, entries: dict[Path, TaskEntry]) -> str:
    """Return the table of a task, the best entry first."""
    task_name = task.full_name(load_edition())
    path_by_entrant = {
        entry.entrant: path for path, entry in entries.items() if entry.task == task_name
    }
    lines = [f"## {task.name}", "", f"{task.what} {len(task.fixtures)} games. `{task_name}`", ""]
    lines += ["| | entrant | figure (95 %) | entry |", "|---|---|---|---|"]
    task_entries = [entry for entry in entries.values() if entry.task == task_name]
    if len(path_by_entrant) < len(task_entries):
        raise ValueError(f"{task.name}: an entrant has two entries; keep one")
    best_first = sorted(task_entries, key=lambda entry: (-entry.value, entry.entrant))
    for place, entry in enumerate(best_first, 1):
        name = f"`{entry.entrant}`" + (f": {entry.note}" if entry.note else "")
        path = path_by_entrant[entry.entrant]
        link = f"[{path.stem}](leaderboard/{path.name})"
        lines.append(f"| {place} | {name} | {result_text(entry)} | {link} |")
    return "\n".join(lines) + "\n"


def page(text: str) -> str:
    """Return the page with current tables."""
    return with_part(text, "boards", boards(), PAGE)


def replay(path: Path, jobs: int | None = None) -> None:
    """Play an entry again with the current version of its task, and replace it."""
    entry = msgspec.json.decode(path.read_bytes(), type=TaskEntry)
    task = TASKS[entry.task.partition("/")[0]]
    executor = make_executor(jobs, None)
    new_entry = play_task(task, entry.bot, entry.learner, entry.note, executor, progress)
    save_entry(new_entry, path)
    print(f"{path.name}: {result_text(new_entry)}", file=sys.stderr)


def main(arguments: Sequence[str] | None = None) -> None:
    """Play entries again on request, and write the tables into the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--replay", nargs="+", type=Path, default=[], metavar="FILE")
    parser.add_argument("--jobs", type=int, help="number of processes")
    options = parser.parse_args(arguments)
    for path in options.replay:
        replay(path, options.jobs)
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    print(f"written: {PAGE}", file=sys.stderr)


if __name__ == "__main__":
    main()
