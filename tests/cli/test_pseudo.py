"""Nothing at the terminal is said in English where another language was from_questions for."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from redcathedral.ai import bots
from redcathedral.ai.bots import levels
from redcathedral.box.options import Options
from redcathedral.cli.terminal.commands import COMMANDS, RULE_TOPICS
from redcathedral.cli.terminal.dialogue import Dialogue
from redcathedral.cli.terminal.game_loop import run
from redcathedral.cli.terminal.game_options import from_questions
from redcathedral.cli.terminal.typed import Typed
from redcathedral.play.game import Game
from redcathedral.text import Narrator
from redcathedral.text.catalog import FOLDER_VARIABLE
from tests.cli.table import Script, table
from tests.text import pseudo

# What is typed before the first decision.
TYPED = (
    *(f"rules {topic}" for topic in RULE_TOPICS),
    *("?", "? all", "? die", "? 2.1", "? xyz", "look", "look market", "look me", "look 1.1"),
    *("look all", "changes"),
    *("look nowhere", "score", "log", "log all", "log x", "undo", "undo beyond", "undo x", "redo"),
    *("rules", "rules x", "help", "99", "xyz", "d", "s", "save", "load"),
    *("die red +9", "take 9", "claim 6.6 inventory", "agree", "no"),
)
NAMES = {"Ana", "rcg", "redcathedral", "nowhere", "xyz"}


@pytest.fixture
def words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Narrator:
    pseudo.write(tmp_path)
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    monkeypatch.setattr(os, "fsync", lambda _: None)  # no power fails here
    return Narrator(pseudo.LANGUAGE, strict=True)


def bare(lines: Sequence[str]) -> set[str]:
    """The English words, but for those of paths."""
    return pseudo.untranslated((re.sub(r"\S*/\S*", "", line) for line in lines), NAMES)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("players", "solo", "side"),
    [(2, False, "advanced"), (4, False, "basic"), (1, True, "advanced")],
)
def test_a_whole_game(words: Narrator, tmp_path: Path, players: int, solo: bool, side: str) -> None:
    names = ["Ana", *["bot:greedy"] * (players - 1)]
    game = Game(players=players, solo=solo, side=side, seed=players, names=names)
    bot = bots.make("greedy", players)
    typed = Typed(words)
    lines = map(typed.notation, TYPED)
    script = Script(*lines, then=lambda _: typed.decision(bot.choose(game.state)))
    with table(script, tmp_path, game, words) as at:
        run(at)
    assert game.is_over
    assert bare([*script.said, *script.prompts]) == set()


def test_the_questions_before_a_game(words: Narrator, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        levels, "other_bots", lambda: ("greedy", "random")
    )  # without installed packages
    script = Script("help", "5", "3", "help", "Ana", "", "xyz", "x", "", "x", "")
    wanted = from_questions(Dialogue(script, words), Options())
    assert len(wanted.seats) == 3
    assert bare([*script.said, *script.prompts]) == set()


def test_every_command_has_a_word(words: Narrator) -> None:
    assert all(words.has(f"typed.{command}") for command in COMMANDS if command != "?")
