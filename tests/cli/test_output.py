"""Output that cannot be written, or that nobody reads any more; warnings; a broken translation."""

from __future__ import annotations

import io
import os
import sys
import warnings
from collections.abc import Callable
from pathlib import Path

import pytest

from redcathedral.cli import main
from redcathedral.play.game import Game

FULL = Path("/dev/full")
COMMANDS = [
    ("--version",),
    ("--help",),
    ("edition", "show"),
    ("edition", "check", "reconstructed-2020"),
    ("show", "GAME"),
    ("replay", "GAME"),
    ("lab", "simulate", "--games", "2"),
    ("lab", "simulate", "--games", "2", "--json"),
    ("terminal", "--plain", "--players", "2"),
]
Run = Callable[..., int]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs a command as the program does, with an output of the test; its exit status."""
    game = tmp_path / "game.rcg"
    Game(players=2, seed=1).save(game)
    monkeypatch.setenv("REDCATHEDRAL_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))

    def call(words: tuple[str, ...], output: io.TextIOBase | None) -> int:
        monkeypatch.setattr(sys, "stdout", output)
        with warnings.catch_warnings(), pytest.raises(SystemExit) as ended:
            main([str(game) if word == "GAME" else word for word in words])
        return int(ended.value.code or 0)

    return call


@pytest.mark.skipif(not FULL.exists(), reason="there is no such device here")
@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_a_full_disk(run: Run, words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    output = FULL.open("w", encoding="utf-8")
    assert run(words, output) == 1
    message = capsys.readouterr().err
    assert message == "The output cannot be used: No space left on device\n"
    output.close()  # what is left to write goes nowhere


@pytest.mark.skipif(sys.platform == "win32", reason="another error there")
@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_nobody_reads_any_more(
    run: Run, words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    output = os.fdopen(writer, "w", encoding="utf-8")
    assert run(words, output) == 0
    assert capsys.readouterr().err == ""
    output.close()


def test_a_closed_output(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(("--version",), None) == 0
    assert capsys.readouterr().err == ""


def test_a_broken_translation_is_reported_and_english_replaces_it(
    run: Run, packaged: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (packaged / "de.json").write_text('{"turn": ', encoding="utf-8")
    (packaged / "xx.json").write_text("{}", encoding="utf-8")
    monkeypatch.setenv("LANGUAGE", "de")
    output = io.StringIO()
    warnings.simplefilter("default")  # as in the program; here they are errors
    assert run(("show", "GAME"), output) == 0
    assert "Turn 1. Red to move." in output.getvalue()
    first, second = sorted(set(capsys.readouterr().err.splitlines()))
    assert first.startswith("warning: de.json: Expecting value: line 1 column 10")
    assert first.endswith("; another language replaces it")
    assert second.startswith("warning: xx.json: ")


def test_without_english_the_program_says_what_is_broken(
    run: Run, packaged: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (packaged / "en.json").write_text("[]", encoding="utf-8")
    assert run(("show", "GAME"), io.StringIO()) == 1
    message = capsys.readouterr().err
    assert message.startswith("en.json: the file is one object of texts by id.")
    assert message.endswith("install it again.\n")
