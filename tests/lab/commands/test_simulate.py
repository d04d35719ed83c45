"""``redcathedral lab simulate``: figures, records, repeatability, wrong usage."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from redcathedral.box import load_edition
from redcathedral.cli.app import application
from redcathedral.record.replay import replay
from tests.lab.commands.wrong_bot import add_wrong_bot

pytestmark = pytest.mark.slow


def run(*words: str) -> Result:
    return CliRunner().invoke(application(words), words)


def summary(*words: str) -> dict[str, Any]:
    result = run("lab", "simulate", *words, "--json")
    assert result.exit_code == 0, result.output
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def test_the_figures_of_random_games() -> None:
    found = summary("--players", "4", "--side", "basic", "--games", "20", "--seed", "1")
    assert found["games"] == 20
    assert found["decisions"] > found["forced"] > 0
    assert found["decisions_per_second"] == pytest.approx(
        found["decisions"] / found["seconds"], rel=0.01
    )
    assert found["engine"] in ("compiled", "pure")
    assert found["turns"] > 20
    assert 20 - found["capped"] <= sum(found["wins_by_seat"]) + 1e-6 <= 20 + 2e-6
    assert [set(seat) for seat in found["totals_by_seat"]] == [{"mean", "q1", "median", "q3"}] * 4
    assert found["bots"] == ["random"] * 4


@pytest.mark.parametrize(("bots", "games"), [("random,random", "12"), ("greedy,random", "3")])
def test_the_same_seed_gives_the_same_games_in_any_number_of_processes(
    bots: str, games: str
) -> None:
    words = ("--bots", bots, "--games", games, "--seed", "5")
    one, two = summary(*words), summary(*words, "--jobs", "2")
    for key in ("seconds", "decisions_per_second"):
        del one[key], two[key]
    assert one == two
    assert summary("--bots", bots, "--games", games, "--seed", "6")["hash"] != one["hash"]


def test_recorded_random_games_are_those_of_the_compiled_playout(tmp_path: Path) -> None:
    words = ("--bots", "random,random", "--games", "3")
    assert summary(*words)["hash"] == summary(*words, "--out", str(tmp_path / "a"))["hash"]


@pytest.mark.parametrize("side", ["basic", "advanced"])
@pytest.mark.parametrize("seats", ["2", "3", "4", "solo"])
def test_recorded_games_replay_in_every_mode(seats: str, side: str, tmp_path: Path) -> None:
    table = ("--solo",) if seats == "solo" else ("--players", seats)
    bots = "greedy" if seats == "solo" else ",".join(["greedy", "random"] * 2)[: 7 * int(seats) - 1]
    words = (*table, "--side", side, "--bots", bots, "--games", "2", "--out", str(tmp_path / "out"))
    assert run("lab", "simulate", *words, "--states", "--legal").exit_code == 0
    files = sorted((tmp_path / "out").iterdir())
    assert [file.name for file in files] == ["00001.rcg", "00002.rcg"]
    for file in files:
        report = replay(file, check=True)
        assert report.problems == []
        text = file.read_text(encoding="utf-8")
        assert "\nstate {" in text
        assert "\nlegal " in text
    assert run("replay", *map(str, files), "--check").exit_code == 0


def test_options_and_editions(tmp_path: Path) -> None:
    source = Path(str(load_edition.__code__.co_filename)).with_name("editions")
    text = (source / "reconstructed-2020.toml").read_text(encoding="utf-8")
    mine = tmp_path / "mine.toml"
    mine.write_text(text.replace('id = "reconstructed-2020"', 'id = "mine"'), encoding="utf-8")
    out = tmp_path / "out"
    words = ("--games", "1", "--out", str(out), "--edition", str(mine), "--first-game")
    assert run("lab", "simulate", *words, "--option", "limited_rubles=true").exit_code == 0
    record = (out / "00001.rcg").read_text(encoding="utf-8")
    assert "edition mine sha256:" in record
    assert "option limited_rubles true" in record
    assert "option first_game true" in record
    assert replay(out / "00001.rcg", extra_editions=[load_edition(mine)]).problems == []


def test_output_for_people() -> None:
    result = run("lab", "simulate", "--solo", "--games", "2")
    assert result.exit_code == 0
    assert "red greedy" in result.output
    assert "blue Ivan" in result.output
    assert "2 games from seed 1" in result.output
    three = run(
        "lab", "simulate", "--players", "3", "--bots", "greedy,random,greedy", "--games", "1"
    )
    for seat in ("red greedy (Greedy 1) ", "blue random ", "green greedy (Greedy 2) "):
        assert seat in three.output
    assert "1 game from seed 1" in run("lab", "simulate", "--games", "1").output


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--players", "5"], "Invalid value for '--players'"),
        (["--players", "3", "--bots", "random"], "1 bot(s) for 3 seat(s)"),
        (["--solo", "--players", "4"], "one player"),
        (["--bots", "random,gready"], "did you mean greedy"),
        (["--bots", "random:x=1,random"], "does not take x"),
        (["--side", "left"], "not a value of workshop_side"),
        (["--option", "limited_rubles"], "NAME=VALUE"),
        (["--option", "rubles=3"], "is not an option"),
        (["--games", "0"], "Invalid value for '--games'"),
        (["--jobs", "0"], "Invalid value for '--jobs'"),
        (["--seed", "-1"], "Invalid value for '--seed'"),
        (["--edition", "none.toml"], "none.toml"),
    ],
)
def test_wrong_usage(words: list[str], message: str) -> None:
    result = run("lab", "simulate", *words)
    assert result.exit_code == 2
    assert message in " ".join(result.output.replace("│", " ").split())


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is a signal elsewhere only")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_leaves_whole_records_only(jobs: str, tmp_path: Path) -> None:
    words = ("--bots", "random,random", "--games", "100000", "--out", str(tmp_path), "--jobs", jobs)
    process = subprocess.Popen(
        [sys.executable, "-m", "redcathedral", "lab", "simulate", *words],
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    deadline = monotonic() + 120
    while not list(tmp_path.glob("0*.rcg")) and monotonic() < deadline:
        sleep(0.05)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to all processes
    _, message = process.communicate(timeout=120)
    assert process.returncode == 130
    files = sorted(tmp_path.iterdir())
    (counted,) = re.findall(r"Stopped after (\d+) of 100000 games", " ".join(message.split()))
    # One may have been written in the moment of Ctrl-C and not counted any more.
    assert len(files) - int(counted) in (0, 1)
    for file in files:
        assert replay(file).problems == []


def test_a_bot_that_fails_ends_the_series_with_a_message() -> None:
    add_wrong_bot()
    result = run("lab", "simulate", "--bots", "random,test-wrong", "--games", "2")
    assert result.exit_code == 1
    assert "Stopped after 0 of 2 games" in result.output
    assert "test-wrong decided end, which is not legal; legal were" in result.output


def test_records_are_not_replaced_unasked(tmp_path: Path) -> None:
    words = ("--games", "1", "--out", str(tmp_path))
    assert run("lab", "simulate", *words).exit_code == 0
    before = (tmp_path / "00001.rcg").read_bytes()
    again = run("lab", "simulate", *words, "--seed", "9")
    assert again.exit_code == 2
    assert (tmp_path / "00001.rcg").read_bytes() == before
    assert run("lab", "simulate", *words, "--seed", "9", "--force").exit_code == 0
    assert (tmp_path / "00001.rcg").read_bytes() != before


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    result = run("lab", "simulate", "--games", "1", "--out", str(tmp_path / "file"))
    assert result.exit_code == 2


def test_bot_options_may_hold_commas() -> None:
    result = run("lab", "simulate", "--bots", "random:a=1,b=2,greedy", "--games", "1")
    assert result.exit_code == 2
    assert "random does not take a, b" in " ".join(result.output.replace("│", " ").split())


@pytest.mark.parametrize("option", ["--states", "--legal"])
def test_record_options_require_records(option: str) -> None:
    result = run("lab", "simulate", "--games", "1", option)
    assert result.exit_code == 2
    assert "name a folder with --out" in " ".join(result.stderr.replace("│", " ").split())


def test_rejects_too_many_games() -> None:
    result = run("lab", "simulate", "--games", "9" * 23)
    assert result.exit_code == 2
    assert "10000000" in result.stderr
