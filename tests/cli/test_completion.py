"""Commands and options of the command line are completed on Tab."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from redcathedral.cli.app import COMMANDS, GROUPS, HOSTS


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """The program by its name, as a shell finds it."""
    file = tmp_path / "redcathedral"
    file.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m redcathedral "$@"\n', encoding="utf-8")
    file.chmod(0o755)
    return file


def asked(program: Path, *words: str) -> list[str]:
    """What bash is offered in place of the last word of a line."""
    line = {"COMP_WORDS": " ".join(["redcathedral", *words]), "COMP_CWORD": str(len(words))}
    env = {**os.environ, **line, "_REDCATHEDRAL_COMPLETE": "complete_bash"}
    done = subprocess.run([program], env=env, capture_output=True, encoding="utf-8", check=True)
    assert done.stderr == ""
    return done.stdout.split()


pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="bash")


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (("",), [name for name in COMMANDS if name not in GROUPS[HOSTS]]),
        (("lab", "la"), ["ladder"]),
        (("lab", "simulate", "--pl"), ["--players"]),
        (("terminal", "--seat", "red=Ana", "--fi"), ["--first-game"]),
        (("edition", "show", "--j"), ["--json"]),
    ],
)
def test_what_is_offered(program: Path, words: tuple[str, ...], offered: list[str]) -> None:
    assert asked(program, *words) == offered


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash here")
def test_bash_completes_a_line(program: Path) -> None:
    """With the script that is installed: it finds the program and takes what that offers."""
    script = (
        'PATH="$1:$PATH"; eval "$(redcathedral --show-completion bash)"; '
        "COMP_WORDS=(redcathedral lab ladder --qu); COMP_CWORD=3; "
        '_redcathedral_completion redcathedral; echo "${COMPREPLY[@]}"'
    )
    env = {**os.environ, "_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1"}
    command = ["bash", "--norc", "-c", script, "bash", str(program.parent)]
    done = subprocess.run(command, env=env, capture_output=True, encoding="utf-8", check=True)
    assert done.stdout == "--quick\n", done.stderr
