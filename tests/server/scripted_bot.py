"""A bot in a separate package that waits for each reply from the test, in any process."""

from __future__ import annotations

import os
import select
from pathlib import Path

import pytest

from tests.server.harness import TIMEOUT_SECONDS

MODULE = '''
import os

from redcathedral.engine import rules

HERE = os.path.dirname(os.path.abspath(__file__))


class Scripted:
    """Report the id of the process that asks for a decision, and wait for the test's reply."""

    def __init__(self, seed, seat):
        pass

    def choose(self, state):
        with open(os.path.join(HERE, "requests"), "w") as requests:
            requests.write(f"{os.getpid()}\\n")
        with open(os.path.join(HERE, "replies")) as replies:
            reply = replies.readline().strip()
        if reply == "fail":
            raise RuntimeError("the scripted bot fails")
        return -1 if reply == "cheat" else rules.legal(state)[0]
'''


class ScriptedBot:
    """The package of the bot ``scripted``, and the two pipes that control the bot."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        metadata = folder / "scripted-1.dist-info"
        metadata.mkdir(parents=True)
        (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: scripted\nVersion: 1\n")
        (metadata / "entry_points.txt").write_text(
            "[redcathedral.bots]\nscripted = scripted:Scripted\n"
        )
        (folder / "scripted.py").write_text(MODULE)
        for name in ("requests", "replies"):
            os.mkfifo(folder / name)
        self._requests = os.open(folder / "requests", os.O_RDWR)
        self._replies = os.open(folder / "replies", os.O_RDWR)

    def close(self) -> None:
        """Close the pipes."""
        os.close(self._requests)
        os.close(self._replies)

    @property
    def variables(self) -> dict[str, str]:
        """The environment variables with which a program finds the bot."""
        python_path = os.environ.get("PYTHONPATH")
        folders = [str(self.folder), *([python_path] if python_path else [])]
        return {"PYTHONPATH": os.pathsep.join(folders)}

    def install(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Make the bot available in this process and in the processes that it starts."""
        monkeypatch.syspath_prepend(str(self.folder))
        for name, value in self.variables.items():
            monkeypatch.setenv(name, value)

    def wait_for_request(self) -> int:
        """Wait until the bot must decide; return the id of its process."""
        ready, _, _ = select.select([self._requests], [], [], TIMEOUT_SECONDS)
        assert ready, "no process asks the bot for a decision"
        return int(os.read(self._requests, 64))

    def reply(self, word: str = "play") -> None:
        """Let the bot ``play``, ``fail`` or ``cheat``."""
        os.write(self._replies, f"{word}\n".encode())
