"""An output that lacks letters, as consoles and pipes of Windows do: never a traceback."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import warnings
from collections.abc import Callable
from pathlib import Path

import pytest

from redcathedral.cli import main
from redcathedral.cli.app import COMMANDS
from redcathedral.cli.output import ascii_json, can_print
from redcathedral.play.game import Game

ENCODINGS = ("cp1252", "cp1250", "latin-1", "iso8859-2", "cp437", "koi8-r", "cp932", "ascii")
NAME = "Łukasz Șerban 山田 علی\u200cرضا ❤\ufe0f"
STRANGE = "żółć-ő-山-я-é"
CALLS: tuple[tuple[int, tuple[str, ...]], ...] = (
    (0, ("--help",)),
    (0, ("rules", "--language", "pl", "R5.4")),
    (0, ("rules", "--language", "fr", "R5.4")),
    (0, ("setup", "--language", "cs")),
    (0, ("setup", "--language", "de")),
    (0, ("show", "GAME", "--language", "fr")),
    (0, ("show", "GAME", "--json")),
    (0, ("replay", "GAME")),
    (0, ("terminal", "--plain", "--seat", f"red={NAME}")),
    (0, ("lab", "simulate", "--games", "2")),
    (0, ("edition", "show", "--json")),
    (1, ("rules", STRANGE)),
    (2, ("replay", f"{STRANGE}{STRANGE}.rcg")),
    (2, ("terminal", "--seat", f"red=bot:{STRANGE}")),
    (2, ("lab", "simulate", "--bots", f"{STRANGE},random")),
    (2, ("edition", "check", f"{STRANGE}.toml")),
    (2, ("serve", "--edition", f"{STRANGE}.toml", "--port", "0")),
    (2, ("play", "--setup", STRANGE)),
    *((2, (command, f"--{STRANGE}")) for command in COMMANDS),
)
Run = Callable[[str, tuple[str, ...]], tuple[int, bytes, bytes]]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs a command as the program does, with an encoding; its status, output and errors."""
    game = tmp_path / f"{STRANGE}.rcg"
    Game(players=2, names=[NAME, "bot:greedy"], seed=1).save(game)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REDCATHEDRAL_HOME", str(tmp_path / "home"))

    def call(encoding: str, words: tuple[str, ...]) -> tuple[int, bytes, bytes]:
        monkeypatch.setattr(sys, "stdin", io.StringIO(""))
        written = (io.BytesIO(), io.BytesIO())
        streams = [io.TextIOWrapper(data, encoding=encoding) for data in written]
        for name, stream in zip(("stdout", "stderr"), streams, strict=True):
            monkeypatch.setattr(sys, name, stream)
        with warnings.catch_warnings(), pytest.raises(SystemExit) as ended:
            main([str(game.name) if word == "GAME" else word for word in words])
        for stream in streams:
            stream.flush()
        out, err = (data.getvalue() for data in written)
        return int(ended.value.code or 0), out, err

    return call


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_no_command_ends_in_a_traceback(run: Run, encoding: str) -> None:
    for status, words in CALLS:
        found, out, err = run(encoding, words)
        assert found == status, (words, out, err)
        assert out or err, words
        assert b"Traceback" not in out + err


def test_a_letter_that_is_lacking_is_a_question_mark(run: Run) -> None:
    """Blanks that are lacking are spaces, and what is invisible anyway is left out."""
    _, out, _ = run("cp1252", ("show", "GAME", "--language", "fr"))
    assert b"seat red ?ukasz ?erban ?? ?????? ?\n" in out
    assert "Emplacement 1 : ".encode("cp1252") in out
    _, out, _ = run("utf-8", ("show", "GAME", "--language", "fr"))
    assert "Emplacement 1\u202f: ".encode() in out
    assert f"seat red {NAME}\n".encode() in out


def test_a_no_break_space_is_printed(run: Run) -> None:
    for command in ("show", "setup"):
        words = (command, *(["GAME"] if command == "show" else []), "--language")
        for language, blank in (("cs", "\u00a0"), ("fr", "\u202f")):
            _, out, _ = run("utf-8", (*words, language))
            assert blank.encode() in out
            assert b"\\" not in out


def test_json_says_the_same_on_any_output(run: Run) -> None:
    words = ("edition", "show", "--json")
    assert run("ascii", words) == run("utf-8", words)
    assert json.loads(ascii_json(f'["{NAME}", "\U0001f525\\n"]')) == [NAME, "\U0001f525\n"]


@pytest.mark.installed
def test_a_program_with_another_encoding() -> None:
    command = [sys.executable, "-m", "redcathedral", "rules", "--language", "pl", "R5.4"]
    done = subprocess.run(
        command, env={**os.environ, "PYTHONIOENCODING": "cp1252"}, capture_output=True, check=True
    )
    assert done.stderr == b""
    assert b"?" in done.stdout
    assert done.stdout.decode("cp1252")


def test_whether_an_output_has_the_blocks_of_a_code(monkeypatch: pytest.MonkeyPatch) -> None:
    for encoding, is_there in (("cp437", True), ("utf-8", True), ("cp1252", False)):
        monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), encoding=encoding))
        assert can_print("▀▄█") == is_there
