"""The compiled engine and the same source interpreted play the same games, by lot and with bots.

So what is tested only on the compiled package holds for the interpreted one as well.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.ai.bots import fingerprint as of_bots
from tests.properties import fingerprint as by_lot

pytestmark = pytest.mark.installed

ROOT = Path(__file__).parents[2]


def told(*module: str, **variables: str) -> list[str]:
    """What a module prints in a process that knows no bots of other tests: engine and hash."""
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
        pytest.param((by_lot.__name__, "40"), id="few random games"),
        pytest.param((by_lot.__name__, "500"), id="random games", marks=pytest.mark.slow),
        pytest.param((of_bots.__name__,), id="decisions of bots", marks=pytest.mark.slow),
    ],
)
def test_interpreted_and_compiled_have_equal_hashes(module: tuple[str, ...]) -> None:
    installed = told(*module)
    interpreted = told(*module, PYTHONPATH=str(ROOT / "src"))
    assert interpreted == ["py", installed[1]]
