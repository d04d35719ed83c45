"""``redcathedral lab ladder``: playing, resuming, and wrong usage."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from redcathedral.ai.bots.levels import LEVELS, LevelRating
from redcathedral.ai.weights.file import save
from redcathedral.cli.app import application
from redcathedral.extras import how_to_install
from redcathedral.lab.arena.games_file import GAMES_FILE
from redcathedral.lab.arena.ladder import LADDER_FILE
from redcathedral.lab.arena.ladder_games import LADDER_FORMAT
from redcathedral.lab.commands.ladder import DEFAULT_BOTS
from tests.ai.bots.networks import weights
from tests.lab.commands.wrong_bot import add_wrong_bot

pytestmark = pytest.mark.slow

TWO = ("--bots", "random,greedy", "--players", "2", "--jobs", "1")


def run(*words: str) -> Result:
    return CliRunner().invoke(application(["lab", "ladder"]), ["lab", "ladder", *words])


def plain_output(result: Result) -> str:
    return " ".join(result.output.replace("│", " ").split())


def play(folder: Path, *words: str) -> dict[str, Any]:
    result = run(*TWO, *words, "--out", str(folder), "--json")
    assert result.exit_code == 0, result.output
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def test_a_ladder(tmp_path: Path) -> None:
    found = play(tmp_path, "--games", "10")
    assert found == json.loads((tmp_path / LADDER_FILE).read_text(encoding="utf-8"))
    assert found["settings"]["bots"] == {"random": "random", "greedy": "greedy"}
    assert found["settings"]["seed"] == 1
    (board,) = found["boards"]
    assert [standing["bot"] for standing in board["standings"]] == ["greedy", "random"]
    (pair,) = board["pairs"]
    assert pair["games"] == 12  # whole rounds
    assert pair["score"] < 0.3
    assert {speed["bot"] for speed in found["speeds"]} == {"random", "greedy"}
    assert (tmp_path / "ladder.svg").read_text(encoding="utf-8").startswith("<svg")


def test_output_for_people(tmp_path: Path) -> None:
    pair = ("--bots", "random,greedy", "--players", "3,2", "--games", "12")
    words = (*pair, "--jobs", "2", "--out", str(tmp_path))
    result = run(*words)
    assert result.exit_code == 0, result.output
    assert result.output.index("2 players") < result.output.index("3 players")
    assert re.search(r"greedy : random +\d+\.\d% ", result.output)
    assert "ms a turn" in result.output
    before = (tmp_path / GAMES_FILE).read_bytes()
    assert run(*words).output.partition("ms a turn")[0] == result.output.partition("ms a turn")[0]
    assert (tmp_path / GAMES_FILE).read_bytes() == before


def test_one_alone(tmp_path: Path) -> None:
    words = ("--bots", "random,greedy", "--players", "4", "--alone", "greedy", "--games", "8")
    result = run(*words, "--out", str(tmp_path), "--jobs", "1", "--json")
    assert result.exit_code == 0, result.output
    (pair,) = json.loads(result.stdout)["boards"][0]["pairs"]
    assert (pair["bots"], pair["even"], pair["games"]) == (["greedy", "random"], 0.25, 8)
    assert pair["score"] > 0.5


def test_neighbours(tmp_path: Path) -> None:
    """Each bot plays the next."""
    three = ("--bots", "random,greedy,master:nodes=30", "--players", "2")
    words = (*three, "--neighbours", "--games", "4")
    result = run(*words, "--out", str(tmp_path), "--jobs", "1", "--json")
    assert result.exit_code == 0, result.output
    (board,) = json.loads(result.stdout)["boards"]
    pairs = [["random", "greedy"], ["greedy", "master:nodes=30"]]
    assert [pair["bots"] for pair in board["pairs"]] == pairs
    assert len(board["standings"]) == 3


@pytest.mark.long
def test_quick(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = run("--quick", "--games", "2", "--jobs", "1", "--json")
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)
    assert tuple(found["settings"]["bots"]) == DEFAULT_BOTS
    assert set(LEVELS) <= set(DEFAULT_BOTS)
    assert [board["players"] for board in found["boards"]] == [2]
    assert (tmp_path / "ladder-quick" / LADDER_FILE).exists()


def test_quick_shows_both_orders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    known = {2: {"random": LevelRating(1010.4, 990, 1030), "greedy": LevelRating(990, 970, 1010)}}
    monkeypatch.setattr("redcathedral.lab.commands.ladder.packaged_ratings", lambda: known)
    words = (*TWO, "--games", "12", "--out", str(tmp_path))
    assert "published" not in run(*words).output
    message = run(*words, "--quick").output
    assert re.search(r"games +published *\n", message)
    assert re.search(r"greedy .* 12 +2\. 990 *\n *random .* 12 +1\. 1010 *\n", message)


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["--bots", "random"], "two bots at least"),
        (["--bots", "random,random"], "random is named twice"),
        (["--bots", "random,gready"], "did you mean greedy"),
        (["--bots", "random,greedy:x=1"], "does not take x"),
        (["--players", "5"], "not a list of 2, 3 and 4"),
        (["--players", "2,2"], "not a list of 2, 3 and 4"),
        (["--players", "two"], "not a list of 2, 3 and 4"),
        (["--games", "0"], "Invalid value for '--games'"),
        (["--seed", "-1"], "Invalid value for '--seed'"),
        (["--jobs", "0"], "Invalid value for '--jobs'"),
        (["--alone", "master9"], "master9 is not one of the bots"),
        (["--ray", "auto", "--jobs", "2"], "--jobs is for this machine"),
        (["--neighbours", "--alone", "master"], "use either --neighbours or --alone"),
    ],
)
def test_wrong_usage(words: list[str], problem: str, tmp_path: Path) -> None:
    result = run("--out", str(tmp_path / "out"), *words)
    assert result.exit_code == 2, result.output
    assert problem in plain_output(result)
    assert not (tmp_path / "out").exists()


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    result = run(*TWO, "--games", "2", "--out", str(tmp_path / "file"))
    assert result.exit_code == 2
    assert "cannot be written: Not a directory" in plain_output(
        result
    ) or "File exists" in plain_output(result)


@pytest.mark.skipif(sys.platform == "win32", reason="Ray is for other systems")
def test_reports_a_missing_cluster(tmp_path: Path) -> None:
    """Without Ray the extra is named, with it the address."""
    process = subprocess.run(
        [sys.executable, "-m", "redcathedral", "lab", "ladder", *TWO[:4], "--games", "2"]
        + ["--out", str(tmp_path), "--ray", "127.0.0.1:9"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert process.returncode == 2
    ways = (how_to_install("ray"), "no Ray cluster at 127.0.0.1:9")
    assert any(way in process.stderr for way in ways)


def test_other_settings_and_fewer_games_in_the_same_folder(tmp_path: Path) -> None:
    play(tmp_path, "--games", "8")
    before = (tmp_path / GAMES_FILE).read_bytes()
    other = run(*TWO, "--games", "8", "--seed", "9", "--out", str(tmp_path))
    assert other.exit_code == 2
    assert "was begun with seed 1, not with seed 9" in plain_output(other)
    fewer = run(*TWO, "--games", "4", "--out", str(tmp_path))
    assert fewer.exit_code == 2
    assert "already has 8 games of a pair" in plain_output(fewer)
    assert (tmp_path / GAMES_FILE).read_bytes() == before


def test_damaged_file_is_reported_and_kept(tmp_path: Path) -> None:
    play(tmp_path, "--games", "4")
    path = tmp_path / GAMES_FILE
    path.write_bytes(path.read_bytes().replace(b'"seed"', b'"sead"', 2))
    before = path.read_bytes()
    result = run(*TWO, "--games", "4", "--out", str(tmp_path))
    assert result.exit_code == 2
    assert f"{GAMES_FILE}:1 is damaged" in plain_output(result)
    assert path.read_bytes() == before


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is a signal elsewhere only")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_keeps_what_was_played(jobs: str, tmp_path: Path) -> None:
    words = (*TWO[:4], "--games", "10000", "--jobs", jobs, "--out", str(tmp_path))
    process = subprocess.Popen(
        [sys.executable, "-m", "redcathedral", "lab", "ladder", *words],
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    path = tmp_path / GAMES_FILE
    deadline = monotonic() + 120
    while (not path.exists() or path.read_bytes().count(b"\n") < 3) and monotonic() < deadline:
        sleep(0.05)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to all processes
    _, error = process.communicate(timeout=120)
    assert process.returncode == 130
    assert "the same command continues" in error
    assert len(LADDER_FORMAT.read(path)[1]) >= 2


def test_a_bot_that_fails(tmp_path: Path) -> None:
    add_wrong_bot()
    words = ("--bots", "random,test-wrong", "--players", "2", "--games", "4", "--jobs", "1")
    result = run(*words, "--out", str(tmp_path))
    assert result.exit_code == 1
    assert result.stderr.startswith("test-wrong decided end, which is not legal; legal ")
    assert "turn 2, seat 2; seed 1, random, test-wrong, advanced" in plain_output(result)


def test_reports_weights_for_another_edition(tmp_path: Path) -> None:
    save(replace(weights(1), shape="0" * 16), tmp_path / "other.bin")
    bots = f"greedy,master:weights={tmp_path / 'other.bin'}"
    words = ("--games", "2", "--players", "2", "--jobs", "1", "--out", str(tmp_path / "out"))
    result = run("--bots", bots, *words)
    assert result.exit_code == 2
    assert "made by another version" in plain_output(result)
