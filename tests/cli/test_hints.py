"""Hints in the terminal: shown with reasons, if others agree, and noted in the record."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from redcathedral.ai.weights.file import WeightsError, is_packaged
from redcathedral.cli.terminal import commands
from redcathedral.play.game import HINTS_SEEN, Game
from redcathedral.text import Narrator
from tests.cli.table import Script, table

pytestmark = [
    pytest.mark.installed,
    pytest.mark.skipif(not is_packaged(), reason="the package has no weights"),
]


def alone(seed: int = 3) -> Game:
    return Game(players=2, names=("Ana", "bot:journeyman"), seed=seed)


def hinted(folder: Path, game: Game, *answers: str, words: Narrator | None = None) -> list[str]:
    """What is said to ``hint``."""
    script = Script(*answers)
    with table(script, folder, game, words) as at:
        start = len(script.said)
        commands.run_command(at, at.typed.word("hint"))
    return script.since(start)


def test_three_turns_with_chances_and_a_reason(tmp_path: Path) -> None:
    game = alone()
    title, first, second, third, why, *reasons = hinted(tmp_path, game)
    assert "this game counts as one with hints" in title
    assert re.fullmatch(r"1\. .* / end: \d+ ± \d+ %\.", first)
    for number, line in ((2, second), (3, third)):
        worth = r"Worth less than the first by \d+\.\d ± \d+\.\d %\."
        assert re.fullmatch(rf"{number}\. .*: \d+ ± \d+ %\. {worth}", line)
    assert why.startswith(("What comes of the first", "Counted out some turns on"))
    assert all(re.fullmatch(r"- .*, (more|less): .*\d .*\.", line) for line in reasons)
    assert bool(reasons) == why.startswith("What comes of the first")
    legal = game.legal_texts
    for line in (first, second, third):
        assert line.partition(". ")[2].partition(" / ")[0] in legal


def test_a_game_with_hints_is_marked_for_ever(tmp_path: Path) -> None:
    """In its record, once, whatever is taken back; the second time nobody says so again."""
    assert not alone().is_hinted
    game = alone()
    game.play(game.legal_texts[0])
    hinted(tmp_path, game)
    assert game.is_hinted
    game.undo()
    assert game.is_hinted
    assert hinted(tmp_path, game)[0] == "The best turns found, with the chance to win:"
    game.save(tmp_path / "kept.rcg")
    assert (tmp_path / "kept.rcg").read_text().count(f"# {HINTS_SEEN}\n") == 1
    assert Game.load(tmp_path / "kept.rcg").is_hinted


@pytest.mark.parametrize(("answer", "is_shown"), [("no", False), ("yes", True)])
def test_others_at_the_table_are_asked(answer: str, is_shown: bool, tmp_path: Path) -> None:
    game = Game(players=3, names=("Ana", "Boris", "bot:apprentice"), seed=3)
    said = hinted(tmp_path, game, answer)
    assert game.is_hinted == is_shown
    assert len([line for line in said if re.match(r"\d\. ", line)]) == 3 * is_shown
    if is_shown:  # they have agreed
        assert len(hinted(tmp_path, game)) > 3


@pytest.mark.parametrize("language", ["pl", "de"])
def test_in_the_readers_words(language: str, tmp_path: Path) -> None:
    words = Narrator(language, strict=True)
    game = alone(4)
    said = "\n".join(hinted(tmp_path, game, words=words))
    assert words.text("hint.first") in said
    assert "claim" not in said
    assert "die white" not in said


def test_missing_weights_are_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise WeightsError("weights.bin was made for other cards")

    monkeypatch.setattr("redcathedral.cli.terminal.hints.hint", refuse)
    game = alone()
    assert hinted(tmp_path, game) == [
        "There are no hints here: weights.bin was made for other cards"
    ]
    assert not game.is_hinted
