"""The program in a message is named so that it can be typed."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from redcathedral.cli.messages import program_command


def test_the_program_as_it_was_called(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "redcathedral"
    file.touch(mode=0o755)
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(sys, "argv", [str(file)])
    assert program_command() == str(file)
    monkeypatch.setattr(sys, "argv", [str(tmp_path / "__main__.py")])
    assert program_command() == "python -m redcathedral"


@pytest.mark.skipif(sys.platform == "win32", reason="a program has another name there")
def test_the_program_on_the_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "redcathedral"
    file.touch(mode=0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(sys, "argv", [str(file)])
    assert program_command() == "redcathedral"
