"""``python -m tools.puzzles``: what is found, the card, going on, and wrong usage."""

from __future__ import annotations

import gzip
from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner, Result

from redcathedral.ai.puzzles.puzzle import Collection, load
from redcathedral.box import load_edition
from redcathedral.lab.arena.games_file import GAMES_FILE
from redcathedral.record import read
from tests.ai.analysis.endings import last_turns
from tests.ai.analysis.weights import LITTLE
from tests.record.games import text as game
from tools.puzzles import __main__ as command
from tools.puzzles import finder, turn_filter
from tools.puzzles.solution import actions_of, influence_actions, is_clear

pytestmark = pytest.mark.slow

FEW = ("--rollouts", "8", "--jobs", "1", "--seed", "3")


@pytest.fixture(autouse=True)
def little(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small searches."""
    monkeypatch.setattr(finder, "QUICK", LITTLE)
    monkeypatch.setattr(finder, "DEEP", LITTLE)
    monkeypatch.setattr(finder, "SEARCH_NODES", 40)
    monkeypatch.setattr(finder, "SCREENING_ROLLOUTS", 8)
    monkeypatch.setattr(finder, "SEARCH_WIDTH", 20)
    monkeypatch.setattr(finder, "SOLVERS", ("greedy",))


def run(*words: str | Path) -> Result:
    return CliRunner().invoke(command.app, [*map(str, words)])


@pytest.mark.long
@pytest.mark.once
def test_puzzles_page_and_resuming(tmp_path: Path) -> None:
    """After a cut in a line it resumes there; more games continue after the first ones."""
    out, file = tmp_path / "kept", tmp_path / "puzzles.json.gz"
    words = (*FEW, "--out", out)
    result = run(*words, "--games", "2", "--publish", tmp_path / "card.md", "--collection", file)
    assert result.exit_code == 0, result.output
    lines = (out / GAMES_FILE).read_bytes()
    kept = msgspec.json.decode(gzip.decompress(file.read_bytes()), type=Collection)
    assert kept.puzzles
    for puzzle in kept.puzzles:
        assert is_clear(puzzle)
        assert actions_of(puzzle)
        assert set(puzzle.found) <= {"greedy"}
    card = (tmp_path / "card.md").read_text()
    assert card == (out / "puzzles.md").read_text()
    assert "searched 2 games" in card
    assert "looked through" not in card
    assert f"{len(kept.puzzles)} of them come with the package" in card
    (out / GAMES_FILE).write_bytes(lines[: len(lines) - 100])
    assert run(*words, "--games", "2").exit_code == 0
    assert (out / GAMES_FILE).read_bytes() == lines
    assert run(*words, "--games", "3").exit_code == 0
    assert (out / GAMES_FILE).read_bytes().startswith(lines)
    assert (out / "puzzles.md").read_text().count("searched 3 games") == 1
    result = run(*words, "--games", "2", "--rollouts", "9")
    assert result.exit_code == 2
    assert "was begun with" in result.output


@pytest.mark.once
def test_rare_games_find_missing_actions(tmp_path: Path) -> None:
    """They are stored next to the others, which decide the wanted actions."""
    out, file = tmp_path / "kept", tmp_path / "puzzles.json.gz"
    words = (*FEW, "--seed", "15", "--out", out, "--games", "1")
    result = run(*words, "--rare", "2", "--collection", file)
    assert result.exit_code == 0, result.output
    assert "in 3 games" in result.output
    _, main = finder.SEARCH_FORMAT.read(out / GAMES_FILE)
    known = {action for game in main for puzzle in game.puzzles for action in actions_of(puzzle)}
    rare = out / "rare" / GAMES_FILE
    settings, games = finder.RARE_SEARCH_FORMAT.read(rare)
    assert len(games) == 2
    assert set(settings.wanted) == set(influence_actions(load_edition())) - known
    found = [puzzle for game in games for puzzle in game.puzzles]
    assert found
    assert all(actions_of(puzzle) & set(settings.wanted) for puzzle in found)
    assert all(puzzle.turn > games[0].turns - 2 * turn_filter.LATE_ROUNDS for puzzle in found)
    kept = msgspec.json.decode(gzip.decompress(file.read_bytes()), type=Collection)
    assert {puzzle.id for puzzle in found} <= {puzzle.id for puzzle in kept.puzzles}
    card = (out / "puzzles.md").read_text()
    assert "--games 1 --rare 2 --rollouts 8" in card
    assert "searched 2 more" in card
    assert f"{len(found)} of the puzzles come from this search" in card
    lines = rare.read_bytes()
    rare.write_bytes(lines[: len(lines) - 100])
    assert run(*words, "--rare", "2").exit_code == 0
    assert rare.read_bytes() == lines
    assert (out / "puzzles.md").read_text() == card
    rare.write_bytes(lines.replace(b'"once gain 1R",', b"", 1))
    result = run(*words, "--rare", "2")
    assert result.exit_code == 2
    assert "was begun with wanted" in " ".join(result.output.split())


@pytest.mark.once
def test_easy_games_find_easy_turns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is found there is best at first sight, and the level finds it."""
    monkeypatch.setattr(command, "EASY_LEVEL", "greedy")
    monkeypatch.setattr(turn_filter, "EASY_LEAD", -100)  # all are plain to these weights
    out = tmp_path / "kept"
    words = (*FEW, "--seed", "4", "--out", out, "--games", "1")
    result = run(*words, "--easy", "1")
    assert result.exit_code == 0, result.output
    settings, games = finder.EASY_SEARCH_FORMAT.read(out / "easy" / GAMES_FILE)
    assert settings.level == "greedy"
    assert {puzzle.found for puzzle in games[0].puzzles} == {("greedy",)}
    card = (out / "puzzles.md").read_text()
    assert "--games 1 --easy 1 --rollouts 8" in card
    assert "searched 1 more" in card
    assert "the greedy finds this turn" in card


@pytest.mark.once
def test_recorded_games_are_searched(tmp_path: Path) -> None:
    """Each once, also one against Ivan and a position; again, nothing is left to search."""
    folder, out = tmp_path / "evening", tmp_path / "kept"
    folder.mkdir()
    last_turns(read(game("2p-basic-02")), 8).save(folder / "2p-basic-02.rcg")
    read(game("solo-basic-01")).save(folder / "alone.rcg.gz")
    position = next(one for one in load().puzzles if {"greedy", "master"} <= {*one.found})
    (folder / "position.rcg").write_text(position.record)
    again = (folder / "2p-basic-02.rcg").read_text()
    (folder / "again.rcg").write_text(f"# an evening with friends\n{again}")
    words = (*FEW, "--out", out, "--games", "0", "--records", folder)
    result = run(*words)
    assert result.exit_code == 0, result.output
    assert "in 3 games" in result.output
    lines = (out / "records" / GAMES_FILE).read_bytes()
    _, games = finder.RECORDS_SEARCH_FORMAT.read(out / "records" / GAMES_FILE)
    assert sorted(one.players for one in games) == [1, 2, 2]
    assert sum(bool(one.puzzles) for one in games if one.players == 2) == 2
    for one in games:
        assert all(puzzle.players == one.players for puzzle in one.puzzles)
    card = (out / "puzzles.md").read_text()
    assert "searched 3 recorded games" in card
    assert "--games 0 --records evening --rollouts 8" in card
    assert run(*words).exit_code == 0
    assert (out / "records" / GAMES_FILE).read_bytes() == lines


def test_rejects_invalid_records(tmp_path: Path) -> None:
    broken = tmp_path / "broken.rcg"
    broken.write_text("nothing")
    empty = tmp_path / "empty"
    empty.mkdir()
    for path, message in ((broken, "be cut off"), (empty, "there is no .rcg file")):
        result = run(*FEW, "--out", tmp_path / "kept", "--records", path)
        assert result.exit_code == 2
        assert message in " ".join(result.output.replace("│", " ").split())
        assert not (tmp_path / "kept").exists()


def test_rejects_unusable_input(tmp_path: Path) -> None:
    bad = tmp_path / "bad.bin"
    bad.write_bytes(b"nothing")
    result = run(*FEW, "--weights", bad, "--out", tmp_path / "kept")
    assert result.exit_code == 2
    assert "holds no weights" in " ".join(result.output.split())
    result = run(*FEW, "--rollouts", "3", "--out", tmp_path / "kept")
    assert result.exit_code == 2
    assert "equal to 4" in result.output
    result = run(*FEW, "--publish", tmp_path / "card.txt")
    assert result.exit_code == 2
    assert "the page is Markdown" in " ".join(result.output.replace("│", " ").split())
