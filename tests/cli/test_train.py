"""``redcathedral train``: a tiny training, stopped and gone on with, and wrong usage."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from time import monotonic, sleep

import pytest
from typer.testing import CliRunner, Result

from redcathedral.bots.weights import load
from redcathedral.cli.app import application
from redcathedral.training.curve import read_curve
from redcathedral.training.plan import Plan, kept_plan

TINY = ("--rounds", "2", "--games", "2", "--batches", "1", "--nodes", "5", "--seed", "3")
NO_TORCH = "import sys; sys.modules['torch'] = None; from redcathedral.cli import main; main()"
torch_needed = pytest.mark.skipif(
    find_spec("torch") is None,
    reason="learning needs the extra `train`: pip install 'redcathedral[train]'",
)


def run(*words: str) -> Result:
    return CliRunner().invoke(application(["train"]), ["train", *words])


def told(text: str) -> str:
    return " ".join(text.replace("│", " ").split())


def test_without_pytorch_the_extra_is_named(tmp_path: Path) -> None:
    process = subprocess.run(
        [sys.executable, "-c", NO_TORCH, "train", "--out", str(tmp_path / "out")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert process.returncode == 2
    assert "pip install 'redcathedral[train]'" in process.stderr
    assert "Traceback" not in process.stderr
    assert not (tmp_path / "out").exists()


def test_help_needs_no_pytorch() -> None:
    process = subprocess.run(
        [sys.executable, "-c", NO_TORCH, "train", "--help"],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "TERM": "dumb", "COLUMNS": "200"},
    )
    assert process.returncode == 0
    assert f"Games a round; {Plan().games}" in told(process.stdout)


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["--rounds", "0"], "Invalid value for '--rounds'"),
        (["--games", "0"], "Invalid value for '--games'"),
        (["--batches", "0"], "Invalid value for '--batches'"),
        (["--nodes", "x"], "Invalid value for '--nodes'"),
        (["--seed", "-1"], "Invalid value for '--seed'"),
        (["--jobs", "0"], "Invalid value for '--jobs'"),
    ],
)
def test_wrong_usage(words: list[str], problem: str, tmp_path: Path) -> None:
    result = run("--out", str(tmp_path / "out"), *words)
    assert result.exit_code == 2, result.output
    assert problem in told(result.output)
    assert not (tmp_path / "out").exists()


def test_a_plan_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "plan.json").write_text("{", encoding="utf-8")
    result = run("--out", str(tmp_path))
    assert result.exit_code == 2
    assert "plan.json cannot be read" in told(result.output)


@torch_needed
def test_a_training(tmp_path: Path) -> None:
    """A line a round, the exam in the last, weights to play with; then nothing is left to do."""
    out = tmp_path / "out"
    result = run(*TINY, "--out", str(out), "--jobs", "1")
    assert result.exit_code == 0, result.output
    lines = result.output.splitlines()
    number = r"\d+\.\d{4}"
    said = rf"\d+ positions, loss of the share {number}, of the margin {number}; \d+ s playing"
    assert re.match(rf"round 1 of 2: {said}, \d+ s learning$", lines[0])
    won = r"won \d+\.\d% of 80 games against greedy \(\d+\.\d% to \d+\.\d%\)"
    assert re.match(rf"round 2 of 2: {said}, \d+ s learning; {won}$", lines[1])
    assert f"master:weights={out / 'weights.bin'}" in told(result.output).replace("out/ ", "out/")
    assert load(out / "weights.bin").made["rounds"] == 2
    assert kept_plan(out) == Plan(rounds=2, games=2, batches=1, nodes=5, seed=3)
    assert (out / "curve.svg").read_text(encoding="utf-8").startswith("<svg")
    before = (out / "weights.bin").read_bytes()
    again = run("--out", str(out), "--jobs", "1")
    assert again.exit_code == 0, again.output
    assert "round" not in again.output
    assert (out / "weights.bin").read_bytes() == before

    other = run("--out", str(out), "--nodes", "6")
    assert other.exit_code == 2
    assert "holds another training (nodes 5, not 6); go on with the same" in told(other.output)


@torch_needed
def test_what_was_not_said_is_as_it_was(tmp_path: Path) -> None:
    first = run(*TINY, "--rounds", "1", "--out", str(tmp_path), "--jobs", "1")
    assert first.exit_code == 0, first.output
    second = run("--rounds", "2", "--out", str(tmp_path), "--jobs", "1")
    assert second.exit_code == 0, second.output
    assert "Going on after round 1." in second.output
    assert "round 2 of 2" in second.output
    assert kept_plan(tmp_path) == Plan(rounds=2, games=2, batches=1, nodes=5, seed=3)


@torch_needed
def test_an_edition_that_cannot_be_read(tmp_path: Path) -> None:
    result = run("--out", str(tmp_path / "out"), "--edition", str(tmp_path / "none.toml"))
    assert result.exit_code == 2
    assert "none.toml" in told(result.output)


@torch_needed
def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    result = run(*TINY, "--out", str(tmp_path / "file"))
    assert result.exit_code == 2
    assert "file" in told(result.output)


@torch_needed
@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is a signal elsewhere only")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_keeps_the_rounds_done(jobs: str, tmp_path: Path) -> None:
    words = ("--rounds", "10000", *TINY[2:], "--jobs", jobs, "--out", str(tmp_path))
    process = subprocess.Popen(
        [sys.executable, "-m", "redcathedral", "train", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    curve = tmp_path / "curve.jsonl"
    deadline = monotonic() + 300
    while len(read_curve(curve)) < 2 and monotonic() < deadline and process.poll() is None:
        sleep(0.05)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to all processes
    _, error = process.communicate(timeout=120)
    assert process.returncode == 130, error
    assert "Stopped; the same command goes on after the last round." in told(error)
    done = len(read_curve(curve))
    assert done >= 2
    result = run("--rounds", str(done + 1), "--out", str(tmp_path), "--jobs", "1")
    assert result.exit_code == 0, result.output
    assert f"round {done + 1} of {done + 1}" in result.output
    assert [entry.number for entry in read_curve(curve)] == list(range(1, done + 2))
