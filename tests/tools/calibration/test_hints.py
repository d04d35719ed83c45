"""``python -m tools.calibration.hints``: its section, which the page keeps, and continuing."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from typer.testing import CliRunner

from redcathedral.ai.analysis.hint import Lead, hint
from redcathedral.lab.arena.games_file import GAMES_FILE
from tests.ai.analysis.weights import LITTLE
from tools.calibration import hints
from tools.calibration.hints import HintLine, section
from tools.calibration.page import BOXES_TITLE, HINTS_TITLE, kept_sections, replace_section


def line(lead: Lead, true_loss: float = 0.0, players: int = 2) -> HintLine:
    return HintLine(players, 1, 3, [lead, lead, "clear"], False, true_loss=true_loss, games=40)


def test_section_counts_words_and_wrong_hints() -> None:
    lines = [line("clear", 0.3), line("clear", 0.0), line("slight"), line("even", players=4)]
    text = section(lines, "the command")
    assert "| 2 players | 3 | 67 % | 33 % | 0 % | 2 | 15.0 | 1 |" in text
    assert "| 4 players | 1 | 0 % | 0 % | 100 % | 0 | - | 0 |" in text
    assert "| all | 4 | 50 % | 25 % | 25 % | 2 | 15.0 | 1 |" in text
    assert "$ the command" in text


def test_page_keeps_the_sections_of_other_commands(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    assert kept_sections(page) == []
    page.write_text("# Page\n\n## Errors\n\nfew\n")
    for result in ("old", "new"):
        for title in (BOXES_TITLE, HINTS_TITLE):
            page.write_text(replace_section(page.read_text(), f"{title}\n\n{result}\n"))
    boxes, hints_text = f"{BOXES_TITLE}\n\nnew\n", f"{HINTS_TITLE}\n\nnew\n"
    assert sorted(part.strip() for part in kept_sections(page)) == [
        boxes.strip(),
        hints_text.strip(),
    ]
    assert page.read_text() == f"# Page\n\n## Errors\n\nfew\n\n{boxes}\n{hints_text}"


@pytest.mark.slow
def test_more_positions_continue_the_check(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hints, "hint", partial(hint, budget=LITTLE))
    monkeypatch.setattr(hints, "SEARCH_NODES", 60)
    words = ["--rollouts", "2", "--jobs", "1", "--out", str(tmp_path / "kept")]
    page = tmp_path / "page.md"
    for positions in ("2", "5"):
        result = CliRunner().invoke(
            hints.app, ["--positions", positions, *words, "--publish", str(page)]
        )
        assert result.exit_code == 0, result.output
        assert f"| all | {positions} |" in page.read_text()
    assert len((tmp_path / "kept" / GAMES_FILE).read_text().splitlines()) == 1 + 5
