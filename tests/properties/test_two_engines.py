"""The compiled and the interpreted engine play the same games, at random and with bots.

Tests that run only on the compiled package therefore hold for the interpreted one too.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.ai.bots import fingerprint as bot_games
from tests.properties import fingerprint as random_games

pytestmark = pytest.mark.installed

ROOT = Path(__file__).parents[2]


def run_module(*module: str, **variables: str) -> list[str]:
    """Run a module in a process; return the engine and the hash that it prints."""
    environment = {key: word for key, word in os.environ.items() if key != "PYTHONPATH"}
    return subprocess.run(
        [sys.executable, "-m", *module],
        cwd=ROOT,
        env=environment | variables,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()


@pytest.mark.parametrize(
    "module",
    [
        pytest.param((random_games.__name__, "40"), id="few random games"),
        pytest.param((random_games.__name__, "500"), id="random games", marks=pytest.mark.slow),
        pytest.param((bot_games.__name__,), id="decisions of bots", marks=pytest.mark.long),
    ],
)
def test_interpreted_and_compiled_have_equal_hashes(module: tuple[str, ...]) -> None:
    installed = run_module(*module)
    interpreted = run_module(*module, PYTHONPATH=str(ROOT / "src"))
    assert interpreted == ["py", installed[1]]
