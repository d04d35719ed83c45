"""The engine and the bots do the same in Pyodide as natively.  Node runs Pyodide, not a browser."""

from __future__ import annotations

import json
import os
import subprocess
from typing import NamedTuple

import pytest

from redcathedral.ai.bots.levels import LEVELS
from tests.site.results import EXTENTS, Results, results
from tools.build_page import ROOT, node
from tools.site.pyodide import RUNNER
from tools.site.python import engine_note

pytestmark = [pytest.mark.site, pytest.mark.xdist_group("site-python")]

PYTHON = ROOT / "build/site-parts/python"
PERFT_COUNTS = ROOT / "tests/perft/counts.json"


class Both(NamedTuple):
    """The results of both platforms."""

    native: Results
    pyodide: Results


@pytest.fixture(scope="module")
def both() -> Both:
    if not PYTHON.is_dir():
        pytest.fail("The site is not built. Run: make test-site")
    extent = "full" if engine_note(PYTHON) == "compiled" else "short"
    done = subprocess.run(
        [node(), RUNNER, results.__module__, extent],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": os.pathsep.join([str(PYTHON), str(ROOT)])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return Both(results(EXTENTS[extent]), json.loads(done.stdout))


def test_pyodide_imports_the_engine_that_was_built(both: Both) -> None:
    assert both.pyodide["engine"].partition(" ")[0] == engine_note(PYTHON).partition(":")[0]


def test_conformance_games_replay_to_equal_states(both: Both) -> None:
    assert len(both.native["games"]) == 37
    assert both.pyodide["games"] == both.native["games"]


def test_perft_counts_are_equal(both: Both) -> None:
    assert both.pyodide["perft"] == both.native["perft"]
    pinned = json.loads(PERFT_COUNTS.read_text("utf-8"))
    for mode, positions in both.pyodide["perft"].items():
        for kind, counts in positions.items():
            assert counts == pinned[mode][kind][: len(counts)]


def test_whole_games_have_the_golden_hash(both: Both) -> None:
    assert both.pyodide["golden"] == both.native["golden"]


@pytest.mark.parametrize("level", LEVELS)
def test_a_level_makes_the_same_decisions(both: Both, level: str) -> None:
    assert len(both.native["steps"][level]) >= 3
    assert both.pyodide["steps"][level] == both.native["steps"][level]
