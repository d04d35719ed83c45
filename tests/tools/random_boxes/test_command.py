"""``python -m tools.random_boxes``: playing, resuming, the section of the page, wrong usage."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from redcathedral.lab.arena.games_file import GAMES_FILE, ResultsError, games_text
from tests.tools.game_statistics.surveys import EDITION, games
from tests.tools.game_statistics.surveys import settings as survey_settings
from tools.game_statistics.figures import build_statistics
from tools.game_statistics.outliers import OutlierReport, find_outliers
from tools.game_statistics.page import boxes_section, page
from tools.random_boxes.__main__ import app
from tools.random_boxes.measure import (
    BoxFigures,
    box_settings,
    figures_of,
    make_box_worker,
    measure_boxes,
    read_boxes,
)
from tools.random_boxes.statements import STATEMENTS

FEW = ("--bot", "random", "--games", "4", "--jobs", "1")
STORED = [BoxFigures(10_000, [None] * len(STATEMENTS))]


def run(out: Path, *words: str) -> Result:
    return CliRunner().invoke(app, [*words, "--out", str(out)])


def plain_output(result: Result) -> str:
    return " ".join(result.output.replace("│", " ").split())


def test_boxes_are_measured_and_resumed(tmp_path: Path) -> None:
    result = run(tmp_path, *FEW, "--boxes", "1")
    assert result.exit_code == 0, result.output
    lines = result.output.splitlines()
    assert len(lines) == len(STATEMENTS)
    assert lines[0].endswith("undecided: The first seat wins more than an even share.")
    path = tmp_path / GAMES_FILE
    first = path.read_bytes()
    with path.open("ab") as file:
        file.write(b'{"box":10001,"fig')  # the program stopped here
    assert run(tmp_path, *FEW, "--boxes", "2").exit_code == 0
    stored = read_boxes(tmp_path)
    assert stored is not None
    assert path.read_bytes().startswith(first)
    assert [box.box for box in stored[1]] == [10_000, 10_001]
    assert stored[1][1] == make_box_worker("random", 4)(10_001)[1]
    assert stored[1][0].figures != stored[1][1].figures
    again = path.read_bytes()
    assert run(tmp_path, *FEW, "--boxes", "1").output == result.output
    assert path.read_bytes() == again


@pytest.mark.slow
def test_the_same_in_two_processes(tmp_path: Path) -> None:
    settings = box_settings("random", 3)
    for jobs in (1, 2):
        measure_boxes(settings, 3, tmp_path / str(jobs), jobs)
    one, two = (tmp_path / name / GAMES_FILE for name in ("1", "2"))
    assert one.read_bytes() == two.read_bytes()


def test_a_folder_with_other_settings_or_statements(tmp_path: Path) -> None:
    assert read_boxes(tmp_path) is None
    path = tmp_path / GAMES_FILE
    path.write_text(games_text(box_settings("random", 3), STORED), encoding="utf-8")
    other = run(tmp_path, *FEW)
    assert other.exit_code == 2
    assert "was begun with games 3, not with games 4" in plain_output(other)
    path.write_text(path.read_text().replace('"first-seat"', '"last-seat"'), encoding="utf-8")
    with pytest.raises(ResultsError, match="another version: measure again, or delete it"):
        read_boxes(tmp_path)
    path.write_text(path.read_text().replace("10000", "10001"), encoding="utf-8")
    with pytest.raises(ResultsError, match="the plan has another game here, box 10000"):
        read_boxes(tmp_path)


def test_wrong_usage(tmp_path: Path) -> None:
    for words, problem in (
        (("--bot", "gready"), "did you mean greedy"),
        (("--boxes", "0"), "'--boxes'"),
    ):
        result = run(tmp_path / "out", *words)
        assert result.exit_code == 2
        assert problem in plain_output(result)
    assert not (tmp_path / "out").exists()


def test_the_page_says_in_how_many_boxes_a_finding_holds() -> None:
    played = games(survey_settings(), 60)
    here = figures_of(played, EDITION)
    section = boxes_section(box_settings("random", 60), [BoxFigures(10_000, here)] * 100, here)
    assert here[0] is not None
    row = next(line for line in section.splitlines() if line.startswith("| The first seat"))
    assert f"| {100 * here[0].value:+.1f} (" in row
    holds = 100 * (here[0].value > 0)
    assert row.endswith(f"| points | {holds} of 100 | 100 |")
    statistics = build_statistics(survey_settings(), played, EDITION)
    report = OutlierReport(statistics, find_outliers(statistics))
    assert section in page(report, EDITION, "x", None, section)
    assert "random_boxes" not in page(report, EDITION, "x", None)
