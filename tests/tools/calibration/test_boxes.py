"""``python -m tools.calibration.boxes``: its section, and resuming."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from tests.ai.analysis.weights import LITTLE
from tools.calibration import trials
from tools.calibration.boxes import app

pytestmark = [pytest.mark.slow, pytest.mark.installed]


def test_section_has_the_packaged_box_and_random_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trials, "BUDGETS", dict.fromkeys(trials.BUDGETS, LITTLE))
    monkeypatch.setattr(trials, "SEARCH_NODES", 60)
    page = tmp_path / "page.md"
    page.write_text("# Page\n\n## Errors\n\nfew\n")
    few = ("--positions", "2", "--results", "2", "--rollouts", "2", "--jobs", "1")
    folders = ("--out", str(tmp_path / "trials"), "--publish", str(page))
    for boxes in ("1", "2"):  # the second time, one box is new
        result = CliRunner().invoke(app, ["--boxes", boxes, *few, *folders])
        assert result.exit_code == 0, result.output
    text = page.read_text()
    assert text.startswith("# Page\n\n## Errors\n\nfew\n\n## Other boxes\n")
    rows = [line.split(" | ")[0] for line in text.splitlines() if line.startswith("| ")]
    assert rows == ["| box", "| ---", "| packaged", "| 5001", "| 5002"]
