"""The games are the same in any number of processes and after interruptions."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Generator, Iterable
from functools import partial
from pathlib import Path
from time import monotonic, sleep

import pytest

from redcathedral.ai.bots import make
from redcathedral.box.options import Options
from redcathedral.lab.arena.games_file import GAMES_FILE, ResultsError
from redcathedral.lab.arena.ladder_games import LADDER_FORMAT, make_ladder_worker, repeatable_games
from redcathedral.lab.arena.pairing import Fixture
from redcathedral.lab.arena.thinking_time import (
    THINKING_TIME_FILE,
    ThinkingTime,
    TimedBot,
    load_thinking_times,
    save_thinking_times,
)
from redcathedral.lab.arena.tournament import play_fixtures
from redcathedral.play.process_pool import Job, Result, run_jobs
from redcathedral.play.series import Series, play_series
from tests.lab.arena.games import run, settings

pytestmark = pytest.mark.slow

PAIR = settings()


def test_one_process_or_two(tmp_path: Path) -> None:
    wanted = settings("random", "greedy", players=(2, 3, 4))
    assert run(tmp_path / "one", wanted, 12) == run(tmp_path / "two", wanted, 12, jobs=2)


def test_a_game_is_that_of_simulate() -> None:
    fixture = Fixture(8, ("random", "greedy", "greedy"))
    (theirs,) = play_series(Series(fixture.bots, 1, 8, options=Options("basic")), make)
    ours = make_ladder_worker({"random": "random", "greedy": "greedy"}, make)((0, fixture)).game
    assert ours.checksum == theirs.checksum
    assert (ours.totals, ours.winners) == (theirs.totals, theirs.winners)
    assert (ours.decisions, ours.turns, ours.side) == (theirs.decisions, theirs.turns, "basic")


def test_games_come_in_the_order_of_the_plan() -> None:
    def backwards(
        make_worker: Callable[[], Callable[[Job], Result]], jobs: Iterable[Job], /
    ) -> Generator[Result]:
        return run_jobs(make_worker, reversed([*jobs]))

    fixtures = list(PAIR.fixtures(4))
    played = list(
        play_fixtures(fixtures, partial(make_ladder_worker, PAIR.bots, make), backwards, first=3)
    )
    assert [one.number for one in played] == [3, 4, 5, 6]
    assert [one.game.fixture for one in played] == fixtures


def test_more_games_are_appended(tmp_path: Path) -> None:
    before = run(tmp_path / "a", PAIR, 4)
    after = run(tmp_path / "a", PAIR, 8)
    assert after.startswith(before)
    assert after == run(tmp_path / "b", PAIR, 8)


def test_games_of_a_program_that_played_differently_are_not_mixed(tmp_path: Path) -> None:
    before = run(tmp_path, PAIR, 4)
    checksum = b'"checksum":%d' % LADDER_FORMAT.read(tmp_path / GAMES_FILE)[1][0].checksum
    (tmp_path / GAMES_FILE).write_bytes(before.replace(checksum, b'"checksum":1'))
    for wanted in (4, 8):  # all of them are stored, or some are missing
        with pytest.raises(ResultsError, match="of a program that plays differently"):
            run(tmp_path, PAIR, wanted)


def test_timed_bots_are_not_replayed(tmp_path: Path) -> None:
    wanted = settings("random", "master:ms=1")
    run(tmp_path, wanted, 4)
    path = tmp_path / GAMES_FILE
    games = LADDER_FORMAT.read(path)[1]
    assert repeatable_games(games, wanted) == []
    assert repeatable_games(games, PAIR) == games
    path.write_bytes(path.read_bytes().replace(b'"checksum":', b'"checksum":1'))
    run(tmp_path, wanted, 8)


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such signal")
@pytest.mark.parametrize("jobs", [pytest.param(1, marks=pytest.mark.long), 2])
def test_resumes_after_a_kill(tmp_path: Path, jobs: int) -> None:
    """Killed three times, the last time in the middle of a line: the same file in the end."""
    words = ("--bots", "random,greedy", "--players", "2", "--games", "100000", "--jobs", str(jobs))
    path = tmp_path / "killed" / GAMES_FILE
    for _ in range(3):
        there = lines(path)
        process = subprocess.Popen(
            [
                sys.executable,
                "-m",
                "redcathedral",
                "lab",
                "ladder",
                *words,
                "--out",
                str(path.parent),
            ],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        deadline = monotonic() + 120
        while lines(path) < there + 3 and process.poll() is None and monotonic() < deadline:
            sleep(0.01)
        assert lines(path) >= there + 3
        os.kill(process.pid, signal.SIGKILL)
        process.communicate(timeout=120)  # ends only when no process has the pipe any more
    number = lines(path) + lines(path) % 2 + 4
    with path.open("ab") as file:
        file.write(b'{"seed":3,"side":"adv')
    assert run(path.parent, PAIR, number) == run(tmp_path / "whole", PAIR, number)


def lines(path: Path) -> int:
    return path.read_bytes().count(b"\n") if path.exists() else 0


def test_the_clock_counts_turns(tmp_path: Path) -> None:
    played = make_ladder_worker(PAIR.bots, make)((0, Fixture(1, ("random", "greedy"))))
    turns = [thinking_time.turns for thinking_time in played.thinking_times]
    assert 0 < max(turns) <= played.game.turns
    assert sum(turns) <= played.game.turns
    save_thinking_times(tmp_path, {"one": ThinkingTime(2, 3.0, 2.5) + ThinkingTime(1, 1.0, 1.0)})
    assert load_thinking_times(tmp_path) == {"one": ThinkingTime(3, 4.0, 2.5)}
    (tmp_path / THINKING_TIME_FILE).write_text("{", encoding="utf-8")
    assert load_thinking_times(tmp_path) == {}
    assert repr(TimedBot(bot := make("random", 1))) == repr(bot)
