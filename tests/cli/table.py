"""A terminal table for tests: in the test's own process, with a player who answers."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from redcathedral.cli.terminal.dialogue import Dialogue
from redcathedral.cli.terminal.saved_games import SavedGames
from redcathedral.cli.terminal.screen import Candidates, Screen
from redcathedral.cli.terminal.table import TerminalTable
from redcathedral.play.game import Game
from redcathedral.text import Narrator

# Decisions that bring a game on, the best first.
ONWARD = ("deliver", "ornament", "influence", "take", "tile", "claim", "ivan")


class Script(Screen):
    """A screen that writes down what is said and answers with given lines.

    After the last line it raises EOFError, unless ``then`` continues.
    """

    def __init__(self, *lines: str, then: Callable[[list[str]], str] | None = None) -> None:
        self.lines = list(lines)
        self.then = then
        self.said: list[str] = []
        self.prompts: list[str] = []

    def say(self, line: str = "") -> None:
        self.said.append(line)

    def ask(self, prompt: str, candidates: Candidates | None = None) -> str:
        self.prompts.append(prompt)
        if self.lines:
            return self.lines.pop(0)
        if self.then is None or candidates is None:
            raise EOFError
        return self.then(candidates())

    @property
    def text(self) -> str:
        return "\n".join(self.said)

    def since(self, start: int) -> list[str]:
        return self.said[start:]


def onward(seed: int) -> Callable[[list[str]], str]:
    """Answers with legal decisions that bring the game to its end."""
    chance = random.Random(seed)

    def answer(possible: list[str]) -> str:
        legal = possible[: possible.index("look")]
        for kind in ONWARD:
            found = [one for one in legal if one.startswith(kind)]
            if found and (kind != "claim" or chance.random() < 0.3):
                return chance.choice(found) if kind != "take" else found[-1]
        free = [one for one in legal if not one.startswith(("prestige", "claim"))]
        return chance.choice(free or legal)

    return answer


@contextmanager
def table(
    script: Script, folder: Path, game: Game | None = None, words: Narrator | None = None
) -> Iterator[TerminalTable]:
    """A table with a game of two people, in words that allow no missing text."""
    dialogue = Dialogue(script, words or Narrator(strict=True))
    at = TerminalTable(game or Game(players=2, seed=1), dialogue, SavedGames(folder))
    try:
        yield at
    finally:
        at.release()
