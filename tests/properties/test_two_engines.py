"""The compiled engine and the same source interpreted play the same games, by lot and with bots.

So what is tested only on the compiled package holds for the interpreted one as well.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.bots import fingerprint as of_bots
from tests.properties import fingerprint as by_lot

pytestmark = pytest.mark.installed

GAMES = 500
ROOT = Path(__file__).parents[2]


def interpreted(module: str, *arguments: str) -> str:
    """What a module prints that runs on the source."""
    return subprocess.run(
        [sys.executable, "-m", module, *arguments],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        capture_output=True,
        text=True,
        check=True,
    ).stdout


def test_interpreted_and_compiled_games_have_equal_hashes() -> None:
    told = interpreted(by_lot.__name__, str(GAMES))
    assert told == f"py {by_lot.fingerprint(GAMES)}\n"


def test_interpreted_and_compiled_bots_decide_the_same() -> None:
    assert interpreted(of_bots.__name__) == f"py {of_bots.fingerprint()}\n"
