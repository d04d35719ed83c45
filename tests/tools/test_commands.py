"""The commands ``python -m tools.NAME``: their help, and their worker processes."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def run(tool: str, *words: str) -> str:
    command = [sys.executable, "-m", f"tools.{tool}", *words]
    env = {**os.environ, "TERM": "dumb"}
    return subprocess.run(
        command, cwd=ROOT, env=env, check=True, capture_output=True, text=True
    ).stdout


@pytest.mark.parametrize(
    "tool", ["calibration", "game_statistics", "puzzles", "random_boxes", "training"]
)
def test_help_has_ranges_in_words(tool: str) -> None:
    text = run(tool, "-h")
    assert f"Usage: python -m tools.{tool} [OPTIONS]" in text
    assert f"Example: python -m tools.{tool} --" in text
    assert re.search(r"\[\d[\d ,]* (or more|to [\d ,]+)\]", text)
    assert "range" not in text


@pytest.mark.long
def test_worker_processes_import_their_functions(tmp_path: Path) -> None:
    few = ("--positions", "0", "--openings", "0", "--results", "1", "--jobs", "2")
    text = run("calibration", *few, "--out", str(tmp_path))
    assert text == f"Page: {tmp_path / 'calibration.md'}\n"
