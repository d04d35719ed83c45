"""``python -m tools.perft``: counts, records, wrong usage."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from redcathedral.cli.app import application
from tools.perft import app

pytestmark = pytest.mark.slow


def run(*words: str) -> Result:
    return CliRunner().invoke(app, words)


def played_record(folder: Path) -> Path:
    """The record of a finished game."""
    words = ("lab", "simulate", "--games", "1", "--out", str(folder))
    assert CliRunner().invoke(application(words), words).exit_code == 0
    return folder / "00001.rcg"


def test_perft_counts(tmp_path: Path) -> None:
    found = run("--depth", "2", "--json")
    counts = json.loads(found.stdout)
    assert counts["count"] == sum(counts["divide"].values())
    assert ", 1 ply deep" in run("--solo", "--side", "advanced", "--depth", "1").output
    record = str(played_record(tmp_path))
    at = json.loads(run(record, "--at", "3", "--depth", "1", "--json").stdout)
    assert at["count"] >= 1
    assert run(record, "--depth", "1").output.strip().startswith("0 in all")


def test_perft_with_wrong_usage(tmp_path: Path) -> None:
    record = str(played_record(tmp_path))
    assert run(record, "--at", "99999").exit_code == 2
    assert run(str(tmp_path / "none.rcg")).exit_code == 2
    assert run("--side", "left").exit_code == 2
    assert "name a record" in run("--at", "3").output
    assert "one player" in run("--solo", "--players", "3").output
