"""``python -m tools.calibration``: its page, going on, and wrong usage."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree as ET

import msgspec
import pytest
from typer.testing import CliRunner, Result

from redcathedral.ai.analysis.error_model import MeasuredErrors
from redcathedral.ai.analysis.judge import FIRST_PASS
from redcathedral.ai.weights.file import fingerprint, packaged, save
from redcathedral.lab.arena.games_file import GAMES_FILE
from tests.ai.analysis.weights import LITTLE, tiny
from tools.calibration import trials
from tools.calibration.__main__ import app

pytestmark = pytest.mark.slow

FEW = ("--positions", "2", "--openings", "2", "--results", "1", "--rollouts", "2", "--jobs", "1")


@pytest.fixture(autouse=True)
def little(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make all searches small."""
    monkeypatch.setattr(trials, "QUICK", LITTLE)
    monkeypatch.setattr(trials, "BUDGETS", dict.fromkeys(trials.BUDGETS, LITTLE))
    monkeypatch.setattr(trials, "SEARCH_NODES", 60)


@pytest.fixture
def weights(tmp_path: Path) -> Path:
    file = tmp_path / "tiny.bin"
    save(tiny(), file)
    return file


def run(*words: str | Path) -> Result:
    return CliRunner().invoke(app, [*map(str, words)])


@pytest.mark.installed
def test_trials_page_and_resuming(tmp_path: Path) -> None:
    """With the weights of the package; cut off in the middle of a line it resumes there."""
    out = tmp_path / "kept"
    words = ("--out", out, "--publish", tmp_path / "page.md", "--doubts", tmp_path / "doubts.json")
    result = run(*FEW, *words)
    assert result.exit_code == 0, result.output
    kept = msgspec.json.decode((tmp_path / "doubts.json").read_bytes(), type=MeasuredErrors)
    assert kept.weights == fingerprint(packaged())
    assert [set(one.tables) for one in kept.measured] == [{1, 2, 3, 4}] * 3
    page = (tmp_path / "page.md").read_text()
    assert page.replace("page.svg", "calibration.svg") == (out / "calibration.md").read_text()
    assert page.startswith("# How exact the analysis is")
    for message in (
        "| 2 players | first |",
        "| 3 players | quick |",
        "| solo | deep |",
        "## First turns",
        "## Doubt",
        "(page.svg)",
    ):
        assert message in page
    assert ET.fromstring((tmp_path / "page.svg").read_text()).tag.endswith("svg")
    whole = (out / GAMES_FILE).read_text()
    assert len(whole.splitlines()) == 1 + 2 * 4 + 2 + 4
    (out / GAMES_FILE).write_text(whole[: len(whole) // 2])
    assert run(*FEW, "--out", out).exit_code == 0
    again = (out / GAMES_FILE).read_text()
    assert [without_seconds(line) for line in again.splitlines()] == [
        without_seconds(line) for line in whole.splitlines()
    ]


def without_seconds(line: str) -> str:
    return line.partition('"seconds"')[0]


def test_measures_one_judge(tmp_path: Path) -> None:
    few = ("--positions", "1", "--openings", "0", "--results", "1", "--rollouts", "2")
    words = (*few, "--jobs", "1", "--out", tmp_path, "--doubts", tmp_path / "doubts.json")
    assert run(*words, "--judge", "first").exit_code == 0
    page = (tmp_path / "calibration.md").read_text()
    assert "--seed 1 --judge first\n" in page
    assert "| solo | first |" in page
    assert "| solo | quick |" not in page
    kept = msgspec.json.decode((tmp_path / "doubts.json").read_bytes(), type=MeasuredErrors)
    assert [errors.field for errors in kept.measured] == [FIRST_PASS.field]
    assert run(*words).exit_code == 2


def test_other_settings_in_the_same_folder_are_refused(tmp_path: Path, weights: Path) -> None:
    few = ("--positions", "0", "--openings", "1", "--results", "0", "--rollouts", "2")
    words = (*few, "--jobs", "1", "--weights", weights, "--out", tmp_path / "kept")
    assert run(*words).exit_code == 0
    result = run(*words, "--seed", "9")
    assert result.exit_code == 2
    assert "was begun with" in result.output


def test_rejects_unusable_input(tmp_path: Path) -> None:
    bad = tmp_path / "bad.bin"
    bad.write_bytes(b"nothing")
    result = run(*FEW, "--weights", bad, "--out", tmp_path / "kept")
    assert result.exit_code == 2
    assert "holds no weights" in " ".join(result.output.split())
    result = run(*FEW, "--publish", tmp_path / "page.txt")
    assert result.exit_code == 2
    assert "the page is Markdown" in " ".join(result.output.replace("│", " ").split())
