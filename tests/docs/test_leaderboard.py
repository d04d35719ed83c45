"""The leaderboard shows its entries, and an entry can be played again with the same result."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path

import pytest

from redcathedral.ai.bots import make
from redcathedral.box import load_edition
from redcathedral.envs.task_entry import load_entry, make_task_worker
from redcathedral.envs.tasks import TASKS, TaskError, read_game, task_named
from tools.leaderboard import ENTRIES, PAGE, page, replay

FILES = sorted(ENTRIES.glob("*.json"))
SAMPLE = 2  # games of each entry that are played again, one from each seat


def test_the_page_shows_every_entry() -> None:
    """If this fails, run ``python tools/leaderboard.py``."""
    text = PAGE.read_text(encoding="utf-8")
    assert page(text) == text
    assert {load_entry(path).task.partition("/")[0] for path in FILES} == set(TASKS)


def test_rejects_a_page_without_the_markers() -> None:
    with pytest.raises(ValueError, match=r"leaderboard\.md has no place for the part boards"):
        page("# Tasks\n")


def test_replay_replaces_an_entry_of_an_older_version(tmp_path: Path) -> None:
    path = tmp_path / "entry.json"
    old = (ENTRIES / "margin-over-ivan-random.json").read_text(encoding="utf-8")
    path.write_text(re.sub(r"margin-over-ivan/\d+/", "margin-over-ivan/0/", old), "utf-8")
    with pytest.raises(TaskError, match="play this task again"):
        load_entry(path)
    replay(path, jobs=1)
    entry = load_entry(path)
    assert (entry.bot, entry.note) == ("random", "every legal decision equally likely")


@pytest.mark.slow
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_first_games_of_an_entry_can_be_repeated(path: Path) -> None:
    entry = load_entry(path)
    if entry.learner:
        pytest.skip("a learner takes too long; `redcathedral lab task check` repeats it")
    task = task_named(entry.task, load_edition())
    play = make_task_worker(task, partial(make, entry.spec), entry.bot)
    for number, fixture in list(enumerate(task.fixtures))[:SAMPLE]:
        _, (game, _) = play((number, fixture))
        assert game == read_game(entry.games[number])
