"""A bot of another package that does what a test tells it, in whatever process it thinks."""

from __future__ import annotations

import os
import select
from pathlib import Path

import pytest

from tests.server.harness import PATIENCE

MODULE = '''
import os

from redcathedral.engine import rules

HERE = os.path.dirname(os.path.abspath(__file__))


class Puppet:
    """Says in which process it is asked, and waits for a word."""

    def __init__(self, seed, seat):
        pass

    def choose(self, state):
        with open(os.path.join(HERE, "asked"), "w") as out:
            out.write(f"{os.getpid()}\\n")
        with open(os.path.join(HERE, "word")) as words:
            word = words.readline().strip()
        if word == "fail":
            raise RuntimeError("the puppet fails")
        return -1 if word == "cheat" else rules.legal(state)[0]
'''


class Puppet:
    """The bot ``puppet``, with the strings in hand."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        about = folder / "puppet-1.dist-info"
        about.mkdir(parents=True)
        (about / "METADATA").write_text("Metadata-Version: 2.1\nName: puppet\nVersion: 1\n")
        (about / "entry_points.txt").write_text("[redcathedral.bots]\npuppet = puppet:Puppet\n")
        (folder / "puppet.py").write_text(MODULE)
        for name in ("asked", "word"):
            os.mkfifo(folder / name)
        self._asked = os.open(folder / "asked", os.O_RDWR)
        self._word = os.open(folder / "word", os.O_RDWR)

    def close(self) -> None:
        """Let go of it."""
        os.close(self._asked)
        os.close(self._word)

    @property
    def variables(self) -> dict[str, str]:
        """The environment in which a program knows the bot."""
        known = os.environ.get("PYTHONPATH")
        return {"PYTHONPATH": os.pathsep.join([str(self.folder), *([known] if known else [])])}

    def know(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Let this process and those that it starts know the bot."""
        monkeypatch.syspath_prepend(str(self.folder))
        for name, value in self.variables.items():
            monkeypatch.setenv(name, value)

    def asked(self) -> int:
        """Wait until it is asked for a decision; the process in which it is."""
        assert select.select([self._asked], [], [], PATIENCE)[0], "it is not asked"
        return int(os.read(self._asked, 64))

    def tell(self, word: str = "play") -> None:
        """Let it play, ``fail`` or ``cheat``."""
        os.write(self._word, f"{word}\n".encode())
