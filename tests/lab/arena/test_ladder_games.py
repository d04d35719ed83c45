"""The file of games: nothing is lost or mixed, and damage is reported."""

from __future__ import annotations

import gzip
from pathlib import Path

import msgspec
import pytest

from redcathedral.lab.arena.games_file import GAMES_FILE, ResultsError, games_text
from redcathedral.lab.arena.ladder_games import LADDER_FORMAT, LadderGame
from tests.lab.arena.games import game, settings

ALL = settings(players=(2, 3))


def fill(folder: Path, number: int) -> Path:
    with LADDER_FORMAT.resume(folder, ALL) as results:
        for count in range(len(results.games), number):
            results.append(game(ALL, count))
    return folder / GAMES_FILE


def test_games_are_appended_and_found_again(tmp_path: Path) -> None:
    path = fill(tmp_path / "new" / "folder", 3)
    assert path.read_text(encoding="utf-8") == games_text(
        ALL, [game(ALL, number) for number in range(3)]
    )
    with LADDER_FORMAT.resume(path.parent, ALL) as results:
        assert results.games == [game(ALL, number) for number in range(3)]
    fill(path.parent, 5)
    assert LADDER_FORMAT.read(path) == (ALL, [game(ALL, number) for number in range(5)])


def test_a_torn_line_anywhere_is_written_again(tmp_path: Path) -> None:
    whole = fill(tmp_path, 3).read_bytes()
    for size in range(len(whole)):
        (tmp_path / GAMES_FILE).write_bytes(whole[:size])
        assert fill(tmp_path, 3).read_bytes() == whole


def test_other_settings_are_refused(tmp_path: Path) -> None:
    before = fill(tmp_path, 2).read_bytes()
    with (
        pytest.raises(ResultsError) as error,
        LADDER_FORMAT.resume(tmp_path, settings(players=(2,), seed=5)),
    ):
        pass
    assert "was begun with players [2,3]; seed 1, not with players [2]; seed 5" in str(error.value)
    with (
        pytest.raises(ResultsError, match="bots"),
        LADDER_FORMAT.resume(tmp_path, settings("greedy", "random")),
    ):
        pass  # the order is the plan's
    assert (tmp_path / GAMES_FILE).read_bytes() == before


def test_settings_without_games_are_replaced(tmp_path: Path) -> None:
    fill(tmp_path, 0)
    with LADDER_FORMAT.resume(tmp_path, settings(seed=5)):
        pass
    assert LADDER_FORMAT.read(tmp_path / GAMES_FILE) == (settings(seed=5), [])


@pytest.mark.parametrize(
    ("line", "damage", "message"),
    [
        (1, b"nonsense\n", ":1 is damaged: .* to keep the 0 games above it"),
        (1, b'{"schema":1}\n', ":1 is damaged: .*missing required field"),
        (3, b"\x00\x00\x00\n", ":3 is damaged: .* to keep the 1 games above it"),
        (3, b"\xff\n", ":3 is damaged"),
        (3, b"\n", ":3 is damaged"),
        (3, b"", ":3 is damaged: the plan has another game here, greedy, random with seed 1"),
    ],
)
def test_damaged_file_is_reported_and_not_changed(
    tmp_path: Path, line: int, damage: bytes, message: str
) -> None:
    path = fill(tmp_path, 4)
    lines = path.read_bytes().splitlines(keepends=True)
    lines[line - 1] = damage
    path.write_bytes(b"".join(lines))
    before = path.read_bytes()
    with pytest.raises(ResultsError, match=message), LADDER_FORMAT.resume(tmp_path, ALL):
        pass
    assert path.read_bytes() == before


def test_rejects_another_format_version(tmp_path: Path) -> None:
    path = fill(tmp_path, 1)
    path.write_bytes(path.read_bytes().replace(b'"schema":2', b'"schema":99'))
    with (
        pytest.raises(ResultsError, match="has format version 99"),
        LADDER_FORMAT.resume(tmp_path, ALL),
    ):
        pass


def test_rejects_impossible_games() -> None:
    one = msgspec.json.encode(game(ALL, 0))
    assert msgspec.json.decode(one, type=LadderGame) == game(ALL, 0)
    with pytest.raises(msgspec.ValidationError, match="winners must be seats"):
        msgspec.json.decode(one.replace(b'"winners":[1]', b'"winners":[2]'), type=LadderGame)
    with pytest.raises(msgspec.ValidationError, match="a total for each bot"):
        msgspec.json.decode(one.replace(b'"totals":[0,1]', b'"totals":[0]'), type=LadderGame)


def test_one_process_at_a_time(tmp_path: Path) -> None:
    message = pytest.raises(ResultsError, match="by another process")
    with LADDER_FORMAT.resume(tmp_path, ALL), message, LADDER_FORMAT.resume(tmp_path, ALL):
        pass
    with LADDER_FORMAT.resume(tmp_path, ALL):
        pass


def test_reading_what_is_published(tmp_path: Path) -> None:
    path = fill(tmp_path, 2)
    packed = tmp_path / "games.jsonl.gz"
    packed.write_bytes(gzip.compress(path.read_bytes()))
    assert LADDER_FORMAT.read(packed) == LADDER_FORMAT.read(path)
    packed.write_bytes(packed.read_bytes()[:-9])
    with pytest.raises(ResultsError, match="cannot be read"):
        LADDER_FORMAT.read(packed)
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(ResultsError, match="incomplete"):
        LADDER_FORMAT.read(path)
    with pytest.raises(ResultsError, match="No such file"):
        LADDER_FORMAT.read(tmp_path / "none")


def test_shares_of_a_game() -> None:
    played = LadderGame(1, "basic", ("a", "b", "a"), (9, 9, 3), (0, 1), 1, 1, 1)
    assert played.shares() == {"a": 0.5, "b": 0.5}
    tied_at_cap = LadderGame(1, "basic", ("a", "b", "a"), (9, 9, 3), (), 1, 1, 1)
    assert tied_at_cap.shares() == {"a": 0, "b": 0}
