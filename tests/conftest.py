"""Fixtures and settings of all tests; they check that the expected engine is under test.

``make test`` runs the tests twice, with REDCATHEDRAL_EXPECT ``compiled`` or ``pure``.  Without this
variable, the tests use the engine that Python imports.
"""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import Generator
from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.budget import Budget
from tests.early_report import EarlyReport

# The time of an example depends on the load of the machine, so it is not checked.
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")

# Two of the modules that setup.py compiles.
COMPILED_MODULES = ("redcathedral.box.vocabulary", "redcathedral.engine.rules")

HERE = Path(__file__).parent
# These packages are tested first, because the others depend on them.
FIRST = ("engine", "box", "conformance", "record")


def loaded_engine(module: str) -> str:
    """Return ``compiled``, ``pure``, or ``missing`` for a module, without loading it."""
    try:
        spec = find_spec(module)
    except ModuleNotFoundError:
        spec = None
    if spec is None or spec.origin is None:
        return "missing"
    return "compiled" if Path(spec.origin).suffix in {".so", ".pyd"} else "pure"


def pytest_sessionstart() -> None:
    """Exit if the engine is not the expected one.

    A shell starts background jobs with SIGINT ignored, and their children inherit that; the
    programs under test must receive the signal.
    """
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    expected = os.environ.get("REDCATHEDRAL_EXPECT")
    for module in COMPILED_MODULES if expected else ():
        found = loaded_engine(module)
        if found != expected:
            pytest.exit(
                f"{module} is {found}, but REDCATHEDRAL_EXPECT says {expected}. "
                "The package is installed by `make install`; no .so may lie under src.",
                returncode=3,
            )


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Return one worker more than processors: tests also wait, for pages, processes and disks."""
    return (os.cpu_count() or 1) + 1


def pytest_configure(config: pytest.Config) -> None:
    """Limit the CPU time of each test; print failures at once."""
    config.pluginmanager.register(Budget())
    config.pluginmanager.register(EarlyReport(config))


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collect the tests without garbage collections, and exclude their objects from later ones.

    There are more than half a million of these objects, and they exist until the end of the run.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def place(item: pytest.Item) -> int:
    """Return where the folder of a test is in the order."""
    folder = item.path.relative_to(HERE).parts[0]
    return FIRST.index(folder) if folder in FIRST else len(FIRST)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run the tests of the engine first."""
    items.sort(key=place)
