"""Examples of games are packed, stored and arranged for learning."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from redcathedral.ai.value.fields import field_count
from tests.tools.training.made_up import arranged, game_examples
from tools.training.examples import Examples, load_examples, pack, save_examples
from tools.training.self_play import GameExamples


def test_stored_examples_are_grouped_by_number_of_seats(tmp_path: Path) -> None:
    games = [
        game_examples(4, 3),
        game_examples(2, 5),
        GameExamples(3, int(field_count(3))),  # a game that the cap ended at once
        game_examples(2, 4, first=3),
    ]
    save_examples(tmp_path / "games.npz", [pack(games[:2]), pack(games[2:])])
    assert [path.name for path in tmp_path.iterdir()] == ["games.npz"]
    two, four = load_examples(tmp_path / "games.npz")
    assert (two.rows.dtype, two.targets.dtype) == (np.uint16, np.float32)
    assert (two.rows.shape, four.rows.shape) == ((9, field_count(2)), (3, field_count(4)))
    assert two.rows[:, 0].tolist() == [0, 1, 2, 3, 4, 3, 4, 5, 6]
    assert two.targets[:, 0].tolist() == [0, 1, 0, 1, 0, 1, 0, 1, 0]
    assert four.targets[:, 1].tolist() == [-1.5, -0.5, 0.5]
    for part, same in zip((two, four), arranged(games[1], games[3], games[0]), strict=True):
        assert np.array_equal(part.rows, same.rows)
        assert np.array_equal(part.targets, same.targets)
    twice = Examples.by_seats([four, two, four, two])
    assert [len(part.targets) for part in twice] == [18, 6]


def test_the_same_games_have_the_same_bytes() -> None:
    games = [game_examples(3, 7), game_examples(2, 2)]
    assert pack(games) == pack([game_examples(3, 7), game_examples(2, 2)])
    assert pack(games) != pack([game_examples(3, 7), game_examples(2, 3)])


def test_no_examples(tmp_path: Path) -> None:
    save_examples(tmp_path / "games.npz", [pack([]), pack([GameExamples(2, int(field_count(2)))])])
    assert load_examples(tmp_path / "games.npz") == []
    assert Examples.by_seats([]) == []
