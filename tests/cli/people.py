"""Somebody at a real terminal, or at the other end of two pipes."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pexpect
from pexpect.popen_spawn import PopenSpawn

from tests.cli.table import onward

PATIENCE = 60  # seconds, for a busy machine
PROMPT = r"\((?:Ana|Ben)\): "
# With line editing a prompt opens with bracketed paste; what is typed may draw the line again.
EDITED_PROMPT = r"\x1b\[\?2004h[^\n]*?\((?:Ana|Ben)\):"
_ESCAPES = re.compile(r"\x1b(\[[0-9;?]*[A-Za-z]|[=>]|\][^\x07]*\x07)")


def environment(home: Path, **more: str) -> Mapping[str, str]:
    """The environment of a player whose games lie in a folder of the test."""
    ours = {"REDCATHEDRAL_HOME": str(home), "PROMPT_TOOLKIT_NO_CPR": "1", "LC_ALL": "C.UTF-8"}
    return {**os.environ, "TERM": "xterm", **ours, **more}


class Player:
    """A program `redcathedral ARGUMENTS`, what it writes, and what is typed to it."""

    def __init__(self, home: Path, *arguments: str, pipes: bool = False, **more: str) -> None:
        command = [sys.executable, "-m", "redcathedral", *arguments]
        env = environment(home, **more)
        self.child: PopenSpawn[str] | pexpect.spawn[str]
        if pipes:
            self.child = PopenSpawn(command, PATIENCE, env=env, encoding="utf-8")
        else:
            self.child = pexpect.spawn(
                command[0],
                command[1:],
                PATIENCE,
                env=env,
                encoding="utf-8",
                dimensions=(60, 250),
                maxread=65536,
            )
            self.child.delaybeforesend = None
        is_plain = pipes or "--plain" in arguments or more.get("TERM") == "dumb"
        self.prompt = PROMPT if is_plain else EDITED_PROMPT
        self.chance = onward(7)

    def hear(self, wanted: str) -> str:
        """What is written up to a pattern and with it."""
        self.child.expect(wanted)
        before, after = self.child.before, self.child.after
        assert isinstance(before, str)
        assert isinstance(after, str)
        return _ESCAPES.sub("", before + after).replace("\r", "")

    def wait(self) -> str:
        """What is written up to the next prompt."""
        return self.hear(self.prompt)

    def type(self, line: str) -> None:
        self.child.sendline(line)

    def answer(self, line: str) -> str:
        """Type a line; what is written up to the next prompt."""
        self.type(line)
        return self.wait()

    def decisions(self) -> list[str]:
        """The legal decisions, from the list that the table gives."""
        return re.findall(r"^\d+\. ([a-z][^:]*): ", self.answer("? all"), re.MULTILINE)

    def play_on(self) -> str:
        """One legal decision that brings the game on; what is written after it."""
        decision = self.chance([*self.decisions(), "look"])
        self.type(decision)
        return self.hear(rf"{self.prompt}|Final scores\.")

    def play_out(self) -> str:
        """Play to the end; what is written last."""
        while "Final scores." not in self.play_on():
            pass
        return self.end()

    def end(self) -> str:
        """What is still written until the program ends."""
        self.child.expect(pexpect.EOF)
        before = self.child.before
        assert isinstance(before, str)
        return _ESCAPES.sub("", before).replace("\r", "")

    def status(self) -> int | None:
        """The exit status, a negative signal where one ended the program."""
        if isinstance(self.child, PopenSpawn):
            status: int = self.child.wait()  # type: ignore[no-untyped-call]
            return status
        self.child.wait()
        signal = self.child.signalstatus
        return self.child.exitstatus if signal is None else -signal

    def press(self, key: str) -> None:
        """A key with Control, at a terminal."""
        assert isinstance(self.child, pexpect.spawn)
        self.child.sendcontrol(key)

    def close(self) -> None:
        """The window, or the pipes, are closed."""
        if isinstance(self.child, pexpect.spawn):
            self.child.close()
            return
        program: subprocess.Popen[str] = self.child.proc
        for pipe in (program.stdin, program.stdout):
            if pipe is not None:
                pipe.close()
        program.kill()
        program.wait()

    def signal(self, number: int) -> None:
        self.child.kill(number)
