"""``redcathedral puzzles make``: what is found, the card, going on, and wrong usage."""

from __future__ import annotations

import gzip
from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner, Result

from redcathedral.arena.games_file import GAMES
from redcathedral.box import load_edition
from redcathedral.cli.app import application
from redcathedral.puzzles import hunt
from redcathedral.puzzles.collection import Collection
from redcathedral.puzzles.puzzle import influence_actions
from redcathedral.weights.file import save
from tests.analysis.weights import LITTLE, tiny

FEW = ("--rollouts", "8", "--jobs", "1", "--seed", "3")


@pytest.fixture(autouse=True)
def little(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Small searches, and bots that need no weights."""
    monkeypatch.setattr(hunt, "QUICK", LITTLE)
    monkeypatch.setattr(hunt, "DEEP", LITTLE)
    monkeypatch.setattr(hunt, "NODES", 40)
    monkeypatch.setattr(hunt, "LOOKS", 8)
    monkeypatch.setattr(hunt, "POOL", 20)
    monkeypatch.setattr(hunt, "SEEKERS", ("greedy",))
    file = tmp_path / "tiny.bin"
    save(tiny(), file)
    return file


def run(*words: str | Path) -> Result:
    return CliRunner().invoke(application(["puzzles"]), ["puzzles", "make", *map(str, words)])


@pytest.mark.once
def test_puzzles_a_card_and_going_on(tmp_path: Path, little: Path) -> None:
    """Cut off in the middle of a line it goes on there; more games go on from the first ones."""
    out, file = tmp_path / "kept", tmp_path / "puzzles.json.gz"
    words = (*FEW, "--weights", little, "--out", out)
    result = run(*words, "--games", "2", "--publish", tmp_path / "card.md", "--collection", file)
    assert result.exit_code == 0, result.output
    lines = (out / GAMES).read_bytes()
    kept = msgspec.json.decode(gzip.decompress(file.read_bytes()), type=Collection)
    assert kept.puzzles
    for puzzle in kept.puzzles:
        assert puzzle.is_clear
        assert puzzle.actions()
        assert set(puzzle.found) <= {"greedy"}
    card = (tmp_path / "card.md").read_text()
    assert card == (out / "puzzles.md").read_text()
    assert "searched 2 games" in card
    assert "further games" not in card
    assert f"{len(kept.puzzles)} of them come with the package" in card
    (out / GAMES).write_bytes(lines[: len(lines) - 100])
    assert run(*words, "--games", "2").exit_code == 0
    assert (out / GAMES).read_bytes() == lines
    assert run(*words, "--games", "3").exit_code == 0
    assert (out / GAMES).read_bytes().startswith(lines)
    assert (out / "puzzles.md").read_text().count("searched 3 games") == 1
    result = run(*words, "--games", "2", "--rollouts", "9")
    assert result.exit_code == 2
    assert "was begun with" in result.output


@pytest.mark.once
def test_more_games_for_actions_that_no_puzzle_has(
    tmp_path: Path, little: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are kept beside the others; what is wanted follows from those, and has to stay."""
    monkeypatch.setattr(hunt, "LATE", 45)
    out, file = tmp_path / "kept", tmp_path / "puzzles.json.gz"
    words = (*FEW, "--weights", little, "--out", out, "--collection", file)
    result = run(*words, "--games", "2", "--more", "2")
    assert result.exit_code == 0, result.output
    assert "in 4 games" in result.output
    _, main = hunt.FORM.read(out / GAMES)
    known = {action for game in main for puzzle in game.puzzles for action in puzzle.actions()}
    more = out / "more" / GAMES
    settings, games = hunt.MORE_FORM.read(more)
    assert len(games) == 2
    assert set(settings.wanted) == set(influence_actions(load_edition())) - known
    found = [(game, puzzle) for game in games for puzzle in game.puzzles]
    assert found
    for game, puzzle in found:
        assert puzzle.actions() & set(settings.wanted)
        assert puzzle.turn > game.turns - 2 * 45
    kept = msgspec.json.decode(gzip.decompress(file.read_bytes()), type=Collection)
    assert {puzzle.id for _, puzzle in found} < {puzzle.id for puzzle in kept.puzzles}
    card = (out / "puzzles.md").read_text()
    assert "--games 2 --more 2 --rollouts 8" in card
    assert "2 further games of two" in card
    lines = more.read_bytes()
    more.write_bytes(lines[: len(lines) - 100])
    assert run(*words, "--games", "2", "--more", "2").exit_code == 0
    assert more.read_bytes() == lines
    assert (out / "puzzles.md").read_text() == card
    result = run(*words, "--games", "1", "--more", "2")
    assert result.exit_code == 2
    assert "was begun with wanted" in " ".join(result.output.split())


def test_what_cannot_be_used(tmp_path: Path) -> None:
    bad = tmp_path / "bad.bin"
    bad.write_bytes(b"nothing")
    result = run(*FEW, "--weights", bad, "--out", tmp_path / "kept")
    assert result.exit_code == 2
    assert "holds no weights" in " ".join(result.output.split())
    result = run(*FEW, "--publish", tmp_path / "card.txt")
    assert result.exit_code == 2
    assert "the card is Markdown" in " ".join(result.output.replace("│", " ").split())
