"""Hints in the terminal: shown with reasons, after a question, and noted in the record."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path

import pytest

from redcathedral.ai.analysis import QUICK, hint
from redcathedral.ai.weights.file import WeightsError, is_packaged
from redcathedral.cli.terminal import commands
from redcathedral.play.game import HINTS_SEEN, Game
from redcathedral.text import Narrator
from tests.cli.table import Script, table

pytestmark = [
    pytest.mark.installed,
    pytest.mark.skipif(not is_packaged(), reason="the package has no weights"),
]


WORD = (
    "(clearly best|a little better|one of the best"
    "|about as good as the first|a little worse|clearly worse)"
)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hints from less simulation, so that the tests are fast."""
    monkeypatch.setattr("redcathedral.cli.terminal.commands.hint", partial(hint, budget=QUICK))


def alone(seed: int = 3) -> Game:
    return Game(players=2, names=("Ana", "bot:journeyman"), seed=seed)


def hinted(
    folder: Path, game: Game, *answers: str, words: Narrator | None = None, command: str = "hint"
) -> list[str]:
    """What is said to ``hint``; the answer to the question is yes, unless there are others."""
    script = Script(*(answers or [(words or Narrator()).text("answer.yes")]))
    with table(script, folder, game, words) as at:
        start = len(script.said)
        commands.run_command(at, " ".join(map(at.typed.word, command.split())))
    return script.since(start)


def test_three_turns_in_words_and_a_reason(tmp_path: Path) -> None:
    game = alone()
    title, *lines = hinted(tmp_path, game)
    assert "this game is marked as played with hints" in title
    turns, why = lines[:3], lines[3:]
    legal = game.legal_texts
    for number, line in enumerate(turns, 1):
        assert re.fullmatch(rf"{number}\. .* / end: {WORD}\.", line)
        assert line.partition(". ")[2].partition(" / ")[0] in legal
    if why:
        assert why[0].startswith("The computer continued the game")
        reason = r"- (In favor of the first|Against it): .* has (more|less) \(.*\d .*\)\."
        assert all(re.fullmatch(reason, line) for line in why[1:])
    assert "%" not in " ".join(lines)
    first, second, third = hinted(tmp_path, game, command="hint all")[1:4]
    assert re.fullmatch(re.escape(turns[0]) + r" Chance of winning: \d+ ± \d+%\.", first)
    for turn, line in zip(turns[1:], (second, third), strict=True):
        assert line.startswith(f"{turn} Chance of winning: ")
        assert re.search(r"%\. Worth \d+\.\d ± \d+\.\d percentage points less than", line)


def test_a_game_with_hints_is_marked_for_ever(tmp_path: Path) -> None:
    """In its record, once, whatever is taken back; the second time nobody says so again."""
    assert not alone().is_hinted
    game = alone()
    game.play(game.legal_texts[0])
    hinted(tmp_path, game)
    assert game.is_hinted
    game.undo()
    assert game.is_hinted
    assert hinted(tmp_path, game)[0] == "The best turns found:"
    game.save(tmp_path / "kept.rcg")
    assert (tmp_path / "kept.rcg").read_text().count(f"# {HINTS_SEEN}\n") == 1
    assert Game.load(tmp_path / "kept.rcg").is_hinted


@pytest.mark.parametrize(("answer", "is_shown"), [("no", False), ("yes", True)])
@pytest.mark.parametrize("names", [("Ana", "Boris", "bot:apprentice"), ("Ana", "bot:apprentice")])
def test_the_first_hint_of_a_game_needs_an_answer(
    names: tuple[str, ...], answer: str, is_shown: bool, tmp_path: Path
) -> None:
    game = Game(players=len(names), names=names, seed=3)
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

    monkeypatch.setattr("redcathedral.cli.terminal.commands.hint", refuse)
    game = alone()
    assert hinted(tmp_path, game) == [
        "There are no hints here: weights.bin was made for other cards"
    ]
    assert not game.is_hinted
