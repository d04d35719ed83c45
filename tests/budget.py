"""A limit on the CPU time of each test.  CPU time, unlike a clock, ignores what else is running."""

from __future__ import annotations

import os
from collections.abc import Generator
from multiprocessing import active_children

import pytest

SECONDS = 5.0
EXEMPT_MARKERS = ("slow", "long", "site", "servers")
EXEMPT_FOLDER = "e2e"


def cpu_seconds() -> float:
    """Return the CPU time of this process and of its children that have ended."""
    active_children()  # Reap ended processes, so that their time is known now.
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def is_exempt(item: pytest.Item) -> bool:
    """Return whether a test may exceed the limit."""
    has_marker = any(item.get_closest_marker(name) for name in EXEMPT_MARKERS)
    return has_marker or EXEMPT_FOLDER in item.path.parent.parts


class Budget:
    """A plugin that fails a test which uses too much CPU time, with its setup and teardown."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self._seconds = seconds
        self._own_end = 0.0  # when the fixtures of the test alone had ended
        self._shared = 0.0

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """Measure the whole test; report one more failure if it is over the limit."""
        self._shared = 0.0
        before = cpu_seconds()
        result = yield
        used = cpu_seconds() - before - self._shared
        if used > self._seconds and not is_exempt(item):
            item.ihook.pytest_runtest_logreport(report=failure(item, used, self._seconds))
        return result

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_teardown(self) -> Generator[None, object, object]:
        """Measure the end of shared fixtures, which follows that of the test's own fixtures.

        The CPU time of the workers of a shared server, for example, is known only when they end.
        """
        self._own_end = cpu_seconds()
        result = yield
        self._shared = cpu_seconds() - self._own_end
        return result

    def pytest_fixture_post_finalizer(self, fixturedef: pytest.FixtureDef[object]) -> None:
        """Note when a fixture of the test alone has ended."""
        if fixturedef.scope == "function":
            self._own_end = cpu_seconds()


def failure(item: pytest.Item, used: float, limit: float) -> pytest.TestReport:
    """Return the report about a test over the limit."""
    message = (
        f"{used:.1f} CPU seconds, of {limit:g}, including its fixtures. Make the test cheaper, or "
        "mark it `slow`: then .ci/run runs it, and make test does not."
    )
    return pytest.TestReport(
        nodeid=item.nodeid,
        location=item.location,
        keywords={},
        outcome="failed",
        longrepr=message,
        when="teardown",
        duration=used,
    )
