"""``python -m tools.training``: a tiny training, stopping and resuming, and wrong usage."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from dataclasses import dataclass, replace
from importlib.util import find_spec
from multiprocessing import active_children
from pathlib import Path
from threading import Thread
from time import monotonic, sleep

import pytest
from typer.testing import CliRunner, Result

from redcathedral.ai.weights.file import load
from redcathedral.cli.app import application
from redcathedral.extras import how_to_install
from redcathedral.files import LOCK_FILE
from tests.tools.training.extra import REASON
from tools.training.__main__ import app
from tools.training.learning_curve import read_curve
from tools.training.settings import TrainingSettings, load_settings

TINY = (
    "--rounds",
    "2",
    "--games",
    "2",
    "--warm",
    "3",
    "--nodes",
    "5",
    "--seed",
    "3",
    "--leaning",
    "1",
)
TINY_PLAN = TrainingSettings(rounds=2, games=2, warm=3, nodes=5, seed=3, leaning=1, hidden=16)
NO_TORCH = "import sys; sys.modules['torch'] = None; from tools.training.__main__ import app; app()"
torch_needed = pytest.mark.skipif(find_spec("torch") is None, reason=REASON)


def run(*words: str) -> Result:
    return CliRunner().invoke(app, [*words])


def plain_output(text: str) -> str:
    return " ".join(text.replace("│", " ").split())


def test_without_pytorch_the_extra_is_named(tmp_path: Path) -> None:
    process = subprocess.run(
        [sys.executable, "-c", NO_TORCH, "--out", str(tmp_path / "out")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert process.returncode == 2
    assert how_to_install("train") in process.stderr
    assert "Traceback" not in process.stderr
    assert not (tmp_path / "out").exists()


def test_help_needs_no_pytorch() -> None:
    process = subprocess.run(
        [sys.executable, "-c", NO_TORCH, "--help"],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "TERM": "dumb", "COLUMNS": "200"},
    )
    assert process.returncode == 0
    assert f"Games a round; {TrainingSettings().games}" in plain_output(process.stdout)


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["--rounds", "0"], "Invalid value for '--rounds'"),
        (["--games", "0"], "Invalid value for '--games'"),
        (["--warm", "0"], "Invalid value for '--warm'"),
        (["--nodes", "x"], "Invalid value for '--nodes'"),
        (["--seed", "-1"], "Invalid value for '--seed'"),
        (["--leaning", "-1"], "Invalid value for '--leaning'"),
        (["--rate", "0"], "Invalid value for '--rate'"),
        (["--last-rate", "2"], "Invalid value for '--last-rate'"),
        (["--jobs", "0"], "Invalid value for '--jobs'"),
    ],
)
def test_wrong_usage(words: list[str], problem: str, tmp_path: Path) -> None:
    result = run("--out", str(tmp_path / "out"), *words)
    assert result.exit_code == 2, result.output
    assert problem in plain_output(result.output)
    assert not (tmp_path / "out").exists()


def test_reports_an_unreadable_plan(tmp_path: Path) -> None:
    (tmp_path / "plan.json").write_text("{", encoding="utf-8")
    result = run("--out", str(tmp_path))
    assert result.exit_code == 2
    assert "plan.json cannot be read" in plain_output(result.output)


@dataclass(frozen=True)
class Trained:
    """Folders after one round and after the second, and what was said in each."""

    first: Path
    second: Path
    said: tuple[str, str]


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tools.training.evaluation.EVALUATION_PAIRS", 1)


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Trained:
    pytest.importorskip("torch", reason=REASON)
    first, second = (tmp_path_factory.mktemp(name) for name in ("first", "second"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tools.training.evaluation.EVALUATION_PAIRS", 1)
        patch.setattr("tools.training.__main__.DEFAULTS", TrainingSettings(hidden=16))
        began = run(*TINY, "--rounds", "1", "--out", str(first), "--jobs", "1")
        assert began.exit_code == 0, began.output
        shutil.copytree(first, second, dirs_exist_ok=True)
        ended = run("--rounds", "2", "--out", str(second), "--jobs", "1")
        assert ended.exit_code == 0, ended.output
    return Trained(first, second, (began.output, ended.output))


@pytest.mark.slow
def test_a_training(trained: Trained) -> None:
    """A line a round, the exam in the last, weights to play with."""
    number = r"\d+\.\d{4}"
    said = rf"\d+ examples, loss of the share {number}, of the margin {number}; \d+ s"
    won = r"won \d+\.\d% of 2 games against greedy \(\d+\.\d% to \d+\.\d%\)"
    assert re.match(rf"round 1 of 1: {said}, with \d+ s of learning; {won}\n", trained.said[0])
    weights = trained.second / "weights.bin"
    assert f"master:weights={weights}" in trained.said[1].replace("\n", "")
    assert load(weights).made["rounds"] == 2
    assert load_settings(trained.second) == TINY_PLAN
    assert (trained.second / "curve.svg").read_text(encoding="utf-8").startswith("<svg")


def test_omitted_options_keep_their_values(trained: Trained) -> None:
    lines = trained.said[1].splitlines()
    assert lines[0] == "Resuming after round 1."
    assert lines[1].startswith("round 2 of 2: ")
    assert load_settings(trained.first) == replace(TINY_PLAN, rounds=1)


def test_finished_training_has_nothing_to_do(trained: Trained) -> None:
    before = {path.name: path.read_bytes() for path in trained.second.iterdir()}
    again = run("--out", str(trained.second), "--jobs", "1")
    assert again.exit_code == 0, again.output
    assert "round" not in again.output
    assert {path.name: path.read_bytes() for path in trained.second.iterdir()} == before


def test_the_weights_play(trained: Trained) -> None:
    spec = f"master:weights={trained.second / 'weights.bin'},nodes=5"
    words = ["lab", "simulate", "--players", "2", "--bots", f"{spec},greedy", "--games", "1"]
    result = CliRunner().invoke(application(words), words)
    assert result.exit_code == 0, result.output


def test_another_training_in_the_folder(trained: Trained) -> None:
    other = run("--out", str(trained.second), "--nodes", "6")
    assert other.exit_code == 2
    assert "holds another training (nodes 5, not 6); resume with the same" in plain_output(
        other.output
    )


@torch_needed
def test_foreign_weights_are_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / "weights.bin").write_bytes(b"mine")
    result = run(*TINY, "--out", str(tmp_path))
    assert result.exit_code == 2
    assert "has weights.bin but no plan.json; name another folder" in plain_output(result.output)
    assert {path.name for path in tmp_path.iterdir()} - {LOCK_FILE} == {"weights.bin"}
    assert (tmp_path / "weights.bin").read_bytes() == b"mine"


def test_a_damaged_checkpoint(trained: Trained, tmp_path: Path) -> None:
    shutil.copytree(trained.first, tmp_path, dirs_exist_ok=True)
    path = tmp_path / "checkpoint.pt"
    path.write_bytes(path.read_bytes()[:-1000])
    result = run("--rounds", "2", "--out", str(tmp_path))
    assert result.exit_code == 2
    assert "checkpoint.pt cannot be read" in plain_output(result.output)
    assert "start a training in another folder" in plain_output(result.output)
    assert (tmp_path / "weights.bin").read_bytes() == (trained.first / "weights.bin").read_bytes()


@pytest.mark.usefixtures("few")
def test_a_process_that_plays_is_killed(trained: Trained, tmp_path: Path) -> None:
    """The error is reported, and the same command resumes with the same result."""
    shutil.copytree(trained.first, tmp_path, dirs_exist_ok=True)
    killed: list[int | None] = []

    def kill() -> None:
        deadline = monotonic() + 300
        while not active_children() and monotonic() < deadline:
            sleep(0.01)
        for process in active_children():
            killed.append(process.pid)
            process.kill()

    killer = Thread(target=kill)
    killer.start()
    words = ("--rounds", "2", "--out", str(tmp_path), "--jobs", "2")
    result = run(*words)
    killer.join()
    assert killed
    assert result.exit_code == 1, result.output
    assert "A process was killed; the same command continues the work." in plain_output(
        result.output
    )
    assert (tmp_path / "weights.bin").read_bytes() == (trained.first / "weights.bin").read_bytes()
    again = run(*words)
    assert again.exit_code == 0, again.output
    assert (tmp_path / "weights.bin").read_bytes() == (trained.second / "weights.bin").read_bytes()


@torch_needed
def test_an_edition_that_cannot_be_read(tmp_path: Path) -> None:
    result = run("--out", str(tmp_path / "out"), "--edition", str(tmp_path / "none.toml"))
    assert result.exit_code == 2
    assert "none.toml" in plain_output(result.output)


@torch_needed
def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    result = run(*TINY, "--out", str(tmp_path / "file"))
    assert result.exit_code == 2
    assert "file" in plain_output(result.output)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is a signal elsewhere only")
@pytest.mark.usefixtures("few")
@pytest.mark.parametrize(("ending", "jobs", "status"), [("SIGINT", "2", 130), ("SIGKILL", "1", -9)])
def test_stopped_it_keeps_the_rounds_done(
    ending: str, jobs: str, status: int, trained: Trained, tmp_path: Path
) -> None:
    shutil.copytree(trained.first, tmp_path, dirs_exist_ok=True)
    words = ("--rounds", "10000", "--out", str(tmp_path), "--jobs", jobs)
    process = subprocess.Popen(
        [sys.executable, "-m", "tools.training", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    curve = tmp_path / "curve.jsonl"
    deadline = monotonic() + 300
    while len(read_curve(curve)) < 2 and monotonic() < deadline and process.poll() is None:
        sleep(0.05)
    os.killpg(process.pid, getattr(signal, ending))  # as a terminal does: to all processes
    _, error = process.communicate(timeout=120)
    assert process.returncode == status, error
    if ending == "SIGINT":
        assert plain_output(error) == "Stopped; the same command continues after the last round."
    done = len(read_curve(curve))
    assert done >= 2
    result = run("--rounds", str(done + 1), "--out", str(tmp_path), "--jobs", "1")
    assert result.exit_code == 0, result.output
    assert f"round {done + 1} of {done + 1}" in result.output
    assert [entry.number for entry in read_curve(curve)] == list(range(1, done + 2))
