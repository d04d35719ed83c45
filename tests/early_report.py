"""A pytest plugin that prints failures at once: the first in full, the others by name."""

from __future__ import annotations

import pytest


class EarlyReport:
    """A plugin that prints failures; in the workers of xdist it prints nothing."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._has_failed = False

    @pytest.hookimpl(trylast=True)
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Print a failure below the dots so far."""
        terminal = self._config.pluginmanager.get_plugin("terminalreporter")
        if not report.failed or terminal is None or hasattr(self._config, "workerinput"):
            return
        terminal.ensure_newline()
        terminal.write_line(f"FAILED {report.nodeid} ({report.when})", red=True)
        if not self._has_failed:
            terminal.write_line(report.longreprtext)
        self._has_failed = True
