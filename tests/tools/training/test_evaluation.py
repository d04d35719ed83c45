"""The exam: games in pairs against ``greedy``, the same every time."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.ai.bots.networks import saved
from tests.ai.bots.positions import chosen
from tools.training import evaluation
from tools.training.evaluation import evaluate, make_evaluation_worker


def test_the_share_of_games_won(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evaluation, "EVALUATION_PAIRS", chosen(3, 1))
    path = saved(tmp_path)
    game = make_evaluation_worker(None, str(path), chosen(30, 5))
    played = [game(number) for number in range(2 * evaluation.EVALUATION_PAIRS)]
    assert set(played) <= {0.0, 0.5, 1.0}
    wanted = (sum(played) / len(played), len(played))
    assert evaluate(path, None, chosen(30, 5), 1) == wanted
    if chosen(1, 0):
        assert evaluate(path, None, 30, 2) == wanted


def test_a_folder_may_have_any_name(tmp_path: Path) -> None:
    """Commas and colons, which part the options of a bot's spec, are no trouble."""
    folder = tmp_path / "a,b=c:d"
    folder.mkdir()
    assert make_evaluation_worker(None, str(saved(folder)), 3)(0) in (0.0, 0.5, 1.0)
