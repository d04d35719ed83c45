"""The compiled engine and the same source interpreted play the same games."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.properties.fingerprint import fingerprint

GAMES = 500
ROOT = Path(__file__).parents[2]


@pytest.mark.installed
def test_interpreted_and_compiled_games_have_equal_hashes() -> None:
    interpreted = subprocess.run(
        [sys.executable, "-m", "tests.properties.fingerprint", str(GAMES)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert interpreted == f"py {fingerprint(GAMES)}\n"
