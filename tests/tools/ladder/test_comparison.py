"""Published scores and new scores, sampled games, and changed bots."""

from __future__ import annotations

from math import sqrt

import msgspec

from redcathedral.lab.arena.ladder import LadderBoard, Pair
from tests.lab.arena.games import GAMES, THREE
from tools.ladder.comparison import LadderReport, changed_settings, compare_boards, sample_games


def board(score: float, games: int) -> list[LadderBoard]:
    return [LadderBoard(2, [], [Pair(("a", "b"), games, score, 0.0, 1.0, 0.5)])]


def test_standard_errors_between_two_scores_by_hand() -> None:
    (found,) = compare_boards(board(0.6, 400), board(0.45, 200))
    assert found.errors == round(0.15 / sqrt(0.55 * 0.45 * (1 / 400 + 1 / 200)), 2) == 3.48
    assert not found.is_significant
    (found,) = compare_boards(board(0.6, 400), board(0.42, 200))
    assert found.is_significant
    (found,) = compare_boards(board(1.0, 400), board(1.0, 200))
    assert found.errors == 0
    assert LadderReport(1, [], [found]).passes
    assert not LadderReport(1, [GAMES[0]], []).passes


def test_sampled_games() -> None:
    some = sample_games(GAMES, 3, 20)
    assert len(some) == len({id(game) for game in some}) == 20
    assert some == sorted(some, key=GAMES.index)
    assert some == sample_games(GAMES, 3, 20) != sample_games(GAMES, 4, 20)
    assert sample_games(GAMES, 3) == GAMES


def test_bots_and_editions_that_have_changed() -> None:
    assert changed_settings(THREE, THREE) == []
    other = msgspec.structs.replace(THREE, bots={"good": "better"}, edition_hash="sha256:0")
    assert changed_settings(THREE, other)[0] == "good was good and is better"
    assert "and is sha256:0" in changed_settings(THREE, other)[1]
