"""The leader board has what its entries say, and entries come out the same again."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from redcathedral.ai.bots import make
from redcathedral.box import load_edition
from redcathedral.envs.task_entry import load_entry, make_task_worker
from redcathedral.envs.tasks import TASKS, read_game, task_named
from tools.leaderboard import ENTRIES, PAGE, page

FILES = sorted(ENTRIES.glob("*.json"))
SAMPLE = 4  # games of each entry of a bot


def test_the_page_has_the_entries() -> None:
    """Else: ``python tools/leaderboard.py``."""
    text = PAGE.read_text(encoding="utf-8")
    assert page(text) == text
    assert {load_entry(path).task.partition("/")[0] for path in FILES} == set(TASKS)


def test_a_page_without_a_place_is_refused() -> None:
    with pytest.raises(ValueError, match=r"leaderboard\.md has no place for the boards"):
        page("# Tasks\n")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_first_games_of_an_entry_come_out_the_same(path: Path) -> None:
    entry = load_entry(path)
    if entry.learner:
        pytest.skip("a learner takes its time; `redcathedral lab task check` plays it again")
    task = task_named(entry.task, load_edition())
    play = make_task_worker(task, partial(make, entry.spec), entry.bot)
    for number, fixture in list(enumerate(task.fixtures))[:SAMPLE]:
        _, (game, _) = play((number, fixture))
        assert game == read_game(entry.games[number])
