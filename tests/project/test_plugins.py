"""The plugins of tests/conftest.py: the limit on CPU time, and failures that appear at once."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.installed

ROOT = Path(__file__).parents[2]
CONFTEST = """
from tests.budget import Budget
from tests.early_report import EarlyReport

def pytest_configure(config):
    config.pluginmanager.register(Budget(seconds=0.15))
    config.pluginmanager.register(EarlyReport(config))
"""
SETTINGS = "[pytest]\nmarkers =\n    slow: too slow\n"
BUSY = """
import subprocess, sys, time
import pytest

def work():
    until = time.process_time() + 0.2
    while time.process_time() < until:
        pass

@pytest.fixture
def worked():
    work()

def test_busy(): work()
def test_with_a_busy_fixture(worked): pass
def test_with_a_busy_child():
    subprocess.run([sys.executable, "-c", "import time\\nwhile time.process_time() < 0.2: pass"])
def test_waits(): time.sleep(0.2)
@pytest.mark.slow
def test_slow(): work()
"""
SHARED = """
import time
import pytest

def work():
    until = time.process_time() + 0.2
    while time.process_time() < until:
        pass

@pytest.fixture(scope="module")
def shared():
    yield
    work()

@pytest.fixture
def own():
    yield
    work()

def test_own(own): pass
def test_shared(shared): pass
"""
LAST = SHARED.replace("test_shared(shared)", "test_both(shared, own)")
FAILING = """
def test_good(): pass
def test_bad(): assert 1 == 2
def test_worse(): assert 3 == 4
def test_last(): pass
"""


def run(folder: Path, name: str, test: str, *options: str) -> str:
    """Run pytest with the plugins on one file; return what it printed."""
    (folder / "conftest.py").write_text(CONFTEST)
    (folder / "pytest.ini").write_text(SETTINGS)
    (folder / name).parent.mkdir(exist_ok=True)
    (folder / name).write_text(test)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "xdist", *options, name],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout


@pytest.mark.slow
@pytest.mark.parametrize("options", [(), ("-n", "1")])
def test_a_test_over_the_limit_fails(tmp_path: Path, options: tuple[str, ...]) -> None:
    output = run(tmp_path, "test_time.py", BUSY, *options)
    assert "5 passed, 3 errors" in output
    for name in ("test_busy", "test_with_a_busy_fixture", "test_with_a_busy_child"):
        assert f"ERROR test_time.py::{name} - 0." in output


@pytest.mark.slow
def test_tests_with_a_browser_have_no_limit(tmp_path: Path) -> None:
    assert "5 passed in" in run(tmp_path, "e2e/test_time.py", BUSY)


@pytest.mark.slow
def test_only_the_end_of_a_shared_fixture_counts_for_no_test(tmp_path: Path) -> None:
    (tmp_path / "test_last.py").write_text(LAST)
    output = run(tmp_path, "test_time.py", SHARED, "test_last.py")
    assert "4 passed, 3 errors in" in output
    for name in ("test_time.py::test_own", "test_last.py::test_own", "test_last.py::test_both"):
        assert f"ERROR {name} - 0." in output


@pytest.mark.parametrize("options", [(), ("-n", "1")])
def test_failures_appear_at_once(tmp_path: Path, options: tuple[str, ...]) -> None:
    output = run(tmp_path, "test_bad.py", FAILING, *options)
    early, found, _summary = output.partition("=== FAILURES ===")
    assert found
    assert "assert 1 == 2" in early
    assert "FAILED test_bad.py::test_worse (call)" in early
    assert "assert 3 == 4" not in early
