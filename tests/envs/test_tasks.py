"""Tasks have fixed games, and an entry is the same whenever it is played."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TypeVar

import pytest
from msgspec.structs import replace as replace_struct
from typer.testing import CliRunner, Result

from redcathedral.ai.bots import make, register
from redcathedral.box import load_edition
from redcathedral.cli.app import application
from redcathedral.engine import rules
from redcathedral.engine.decisions import DECISION_COUNT
from redcathedral.engine.state import State
from redcathedral.envs import DECISIONS_VERSION, VERSION, task_entry
from redcathedral.envs.random_edition import BOXES_VERSION, random_edition
from redcathedral.envs.task_entry import (
    TaskEntry,
    differences,
    load_entry,
    make_task_worker,
    play_task,
    save_entry,
)
from redcathedral.envs.tasks import TASKS, Task, TaskError, TaskFixture, read_game, task_named
from redcathedral.play.process_pool import run_jobs
from redcathedral.record.notation import decision_text

EDITION = load_edition()
# Over the texts of all ids: if this changes, increase DECISIONS_VERSION and add the new hash.
TABLES = {1: "44718d3381c428f1"}
SHORT = replace(TASKS["beat-greedy"], seeds=12)


Thing = TypeVar("Thing")


def calm(games: Iterator[Thing], total: int) -> Iterator[Thing]:
    del total
    return games


def played(task: Task = SHORT, bot: str = "random", jobs: int = 1) -> TaskEntry:
    return play_task(task, bot, "", "", partial(run_jobs, processes=jobs), calm)


def run(*words: str) -> Result:
    return CliRunner().invoke(application(["lab", "task"]), ["lab", "task", *words])


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> Task:
    """The task of the command line has few games."""
    monkeypatch.setattr("redcathedral.envs.tasks.TASKS", {SHORT.name: SHORT})
    return SHORT


def test_the_version_of_the_table_of_decisions_goes_with_the_table() -> None:
    texts = "\n".join(map(decision_text, range(DECISION_COUNT)))
    assert hashlib.sha256(texts.encode()).hexdigest()[:16] == TABLES[DECISIONS_VERSION]


def test_full_names_carry_edition_and_versions() -> None:
    for name, task in TASKS.items():
        full = task.full_name(EDITION)
        edition = EDITION.hash.removeprefix("sha256:")[:8]
        origin = f"boxes-{BOXES_VERSION}" if task.random_boxes else f"ed-{edition}"
        assert full == f"{name}/{task.version}/{origin}/dec-{DECISIONS_VERSION}/obs-{VERSION}"
        assert task_named(full, EDITION) is task_named(name, EDITION) is task
    with pytest.raises(TaskError, match="there is no task 'beat-all'; the tasks are beat-greedy,"):
        task_named("beat-all", EDITION)
    with pytest.raises(TaskError, match="beat-greedy/1/ed-0 is not beat-greedy/2/"):
        task_named("beat-greedy/1/ed-0", EDITION)


def test_seats_and_sides_are_balanced() -> None:
    for task in TASKS.values():
        fixtures = task.fixtures
        assert len({*fixtures}) == len(fixtures) == 400
        kinds = [(fixture.side, fixture.seat) for fixture in fixtures]
        assert len({kinds.count(kind) for kind in kinds}) == 1
        assert {seat for _, seat in kinds} == ({0} if task.is_solo else {0, 1})


def test_tasks_have_different_seeds() -> None:
    seeds = [{fixture.seed for fixture in task.fixtures} for task in TASKS.values()]
    assert len(set.union(*seeds)) == sum(map(len, seeds))


@pytest.mark.slow
def test_an_entry_is_the_same_in_processes_and_in_its_file(tmp_path: Path) -> None:
    one, other = played(), played(jobs=2)
    assert one.games == other.games
    assert differences(one, other) == []
    assert one.steps == 0
    assert one.is_repeatable
    game = read_game(one.games[1])
    assert game.fixture == TaskFixture(16_000_000, 1)
    path = tmp_path / "entry.json"
    save_entry(one, path)
    with pytest.raises(TaskError, match=r"entry\.json has other games than beat-greedy; play it"):
        load_entry(path)  # the task itself has more


def test_a_seed_of_held_out_boxes_is_its_box() -> None:
    task = TASKS["held-out-boxes"]
    assert task.random_boxes
    seen = []

    class Watching:
        def choose(self, state: State) -> int:
            seen.append(state.setting.components.edition.hash)
            return rules.legal(state)[0]

    play = make_task_worker(task, lambda _seed, _seat: Watching(), "watching")
    for number in (2, 3):
        play((number, task.fixtures[number]))
    assert {*seen} == {random_edition(16_500_001).hash}


@pytest.mark.slow
def test_metric_counts_wins_of_the_entrant() -> None:
    assert played(replace(TASKS["beat-greedy"], seeds=4), "architect").value > 0.5
    ivan = replace(TASKS["margin-over-ivan"], seeds=20)
    assert played(ivan).value < played(ivan, "greedy").value


class IdleBot:
    """Ends every turn, after some turns of ``greedy``."""

    def __init__(self, turns: int, *_: int) -> None:
        self.turns = turns
        self.greedy = make("greedy", 1, 0)

    def choose(self, state: State) -> int:
        return self.greedy.choose(state) if state.turn < self.turns else rules.legal(state)[0]


@register("test-idle")
def idle_bot(*_: int) -> IdleBot:
    return IdleBot(0)


@pytest.mark.parametrize(("turns", "won"), [(0, 0.0), (12, 1.0)])
def test_the_leader_wins_at_the_cap(turns: int, won: float) -> None:
    """And nobody wins a tied game (R7.7)."""
    task = replace(TASKS["beat-greedy"], opponent="test-idle")
    play = make_task_worker(task, partial(IdleBot, turns), "idle")
    for number, fixture in enumerate(task.fixtures[:2]):
        game = play((number, fixture))[1][0]
        assert (game.own > game.other, game.won) == (bool(won), won)


def test_the_same_bot_in_both_seats_wins_half() -> None:
    entry_ = played(replace(SHORT, seeds=6), "greedy")
    shares = [read_game(text).won for text in entry_.games]
    assert [a + b for a, b in zip(shares[::2], shares[1::2], strict=True)] == [1.0] * 6


def test_differences_are_reported() -> None:
    one = played()
    first = one.games[0]
    changed = first.replace(first.split()[-1], "00000000")
    other = replace_struct(one, games=(changed, *one.games[1:]), weights="other")
    assert differences(one, other) == [
        f"weights was {one.weights}, is other",
        f"was {first}, is {changed}",
    ]
    timed = replace_struct(one, is_repeatable=False)
    assert differences(timed, replace_struct(timed, games=(changed, *one.games[1:]))) == []
    assert differences(timed, replace_struct(timed, low=0.9, high=1.0)) == [
        f"the result was {one.low} to {one.high}, is 0.9 to 1.0"
    ]


def test_entrants_of_a_task() -> None:
    with pytest.raises(TaskError, match="sample-efficiency is for learners: name a function as"):
        play_task(TASKS["sample-efficiency"], "random", "", "", run_jobs, calm)
    with pytest.raises(TaskError, match="beat-greedy is for bots: name one"):
        play_task(SHORT, "", "some:learner", "", run_jobs, calm)


@pytest.mark.slow
def test_the_command_plays_and_plays_again(short: Task, tmp_path: Path) -> None:
    path = tmp_path / "entry.json"
    done = run("play", "beat-greedy", "--bot", "random", "--out", str(path), "--jobs", "1")
    assert done.exit_code == 0, done.output
    assert re.search(r"beat-greedy/2/\S+, random: 0\.0% won \(0\.0% to \d", done.output)
    again = run("check", str(path), "--jobs", "1")
    assert again.exit_code == 0, again.output
    assert again.output.endswith("; the same games.\n")
    text = path.read_text("utf-8")
    first = load_entry(path).games[0]
    path.write_text(text.replace(first, first[:-8] + "00000000"), "utf-8")
    differs = run("check", str(path), "--jobs", "1")
    assert (differs.exit_code, short.name) == (1, "beat-greedy")
    assert differs.output == f"{path}: was {first[:-8]}00000000, is {first}\n"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("play", "beat-all", "--bot", "random"), "there is no task 'beat-all'"),
        (("play", "beat-greedy", "--bot", "randon"), "did you mean random?"),
        (("play", "beat-greedy"), "beat-greedy is for bots: name one"),
        (("play", "beat-greedy", "--bot", "random", "--ray", "x", "--jobs", "2"), "--ray"),
    ],
)
def test_wrong_usage(words: tuple[str, ...], message: str, tmp_path: Path) -> None:
    path = tmp_path / "entry.json"
    done = run(*words, "--out", str(path))
    assert done.exit_code == 2
    assert message in " ".join(done.output.replace("│", "").split())
    assert not path.exists()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is not an entry: Input data was truncated"),
        ("{}", "is not an entry: Object missing required field `schema`"),
    ],
)
def test_rejects_files_that_are_not_entries(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "entry.json"
    path.write_text(text, "utf-8")
    done = run("check", str(path))
    assert done.exit_code == 2
    assert message in done.output
    assert run("check", str(tmp_path / "none.json")).exit_code == 2


@pytest.mark.slow
def test_rejects_an_entry_with_a_wrong_result(short: Task, tmp_path: Path) -> None:
    path = tmp_path / "entry.json"
    save_entry(replace_struct(played(short), value=0.9), path)
    with pytest.raises(TaskError, match=r"says 0\.9, but its games give 0\.0"):
        load_entry(path)
    save_entry(replace_struct(played(short), schema=task_entry.SCHEMA + 1), path)
    with pytest.raises(TaskError, match="use the program that wrote it"):
        load_entry(path)
    one = played(short)
    save_entry(replace_struct(one, games=("x", *one.games[1:])), path)
    with pytest.raises(TaskError, match=r"entry\.json: "):
        load_entry(path)


def test_the_list_has_all_tasks() -> None:
    lines = run("list").output.splitlines()
    assert [line.partition("/")[0] for line in lines] == list(TASKS)
