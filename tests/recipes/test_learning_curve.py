"""The learning curve of a recipe: lines that are read again, and a picture."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path
from typing import TYPE_CHECKING

from common.learning_curve import CURVE_FILE, PICTURE_FILE, LearningCurve, check_text
from redcathedral.lab.arena.estimate import share

if TYPE_CHECKING:
    from redcathedral.envs.policy import Duel


def result(won: float, games: int, ahead: float) -> Duel:
    return share(won, games), ahead  # type: ignore[return-value]  # a Duel needs numpy


def test_checks_are_stored_printed_and_drawn(tmp_path: Path) -> None:
    curve = LearningCurve(tmp_path / "new")
    curve.add(1_500, 1.25, "greedy", result(10, 400, -20.123))
    check = curve.add(4_000_000, 60.0, "greedy", result(240, 400, 3.0), loss=0.123456)
    assert (check.won, check.games, check.notes) == (0.6, 400, {"loss": 0.12346})
    assert 0.55 < check.low < check.won < check.high < 0.65
    assert check_text(check) == (
        "  4,000,000 steps,  60.0 min: won 60.0% (55.1% to 64.7%) of 400 against greedy, "
        "margin +3.0, loss 0.123"
    )
    again = LearningCurve(tmp_path / "new")
    assert again.checks == curve.checks
    drawing = ET.fromstring((tmp_path / "new" / PICTURE_FILE).read_text(encoding="utf-8"))
    point_titles = [title.text for title in drawing.iter("{http://www.w3.org/2000/svg}title")]
    assert check_text(check).strip() in point_titles


def test_checks_after_a_checkpoint_are_dropped(tmp_path: Path) -> None:
    curve = LearningCurve(tmp_path)
    for steps in (100, 200, 300):
        curve.add(steps, steps / 100, "greedy", result(1, 2, 0.0))
    again = LearningCurve(tmp_path)
    again.drop_after(200)
    again.add(250, 2.5, "greedy", result(2, 2, 9.0))
    assert [check.steps for check in LearningCurve(tmp_path).checks] == [100, 200, 250]
    assert len((tmp_path / CURVE_FILE).read_text(encoding="utf-8").splitlines()) == 3
