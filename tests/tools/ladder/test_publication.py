"""The files of a published ladder: written, read again, and compared with their games."""

from __future__ import annotations

from pathlib import Path

import pytest

from redcathedral.lab.arena.games_file import ResultsError
from redcathedral.lab.arena.ladder import LADDER_FILE, build_ladder
from redcathedral.lab.arena.thinking_time import ThinkingTime
from tests.lab.arena.games import GAMES, THREE
from tools.ladder.publication import publish_ladder, read_ladder


def test_published_ladder_round_trip(tmp_path: Path) -> None:
    found = build_ladder(THREE, GAMES, {"weak": ThinkingTime(10, 0.02, 0.005)})
    publish_ladder(tmp_path / "new", found, GAMES)
    assert read_ladder(tmp_path / "new") == (found, GAMES)
    with pytest.raises(ResultsError, match="No such file"):
        read_ladder(tmp_path)
    (tmp_path / LADDER_FILE).write_text("[]", encoding="utf-8")
    with pytest.raises(ResultsError, match="is not a ladder"):
        read_ladder(tmp_path)


def test_rejects_a_ladder_that_is_not_the_result_of_its_games(tmp_path: Path) -> None:
    found = build_ladder(THREE, GAMES, {})
    publish_ladder(tmp_path, found, GAMES)
    path = tmp_path / LADDER_FILE
    rating = found.boards[0].standings[0].rating
    text = path.read_text(encoding="utf-8")
    assert f'"rating": {rating}' in text
    path.write_text(text.replace(f'"rating": {rating}', f'"rating": {rating + 50}'), "utf-8")
    with pytest.raises(ResultsError, match="is not the result of the games"):
        read_ladder(tmp_path)
