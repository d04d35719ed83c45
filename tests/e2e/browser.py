"""The browser of these tests: a Chromium of this machine, else the one that Playwright installed.

``python -m tests.e2e.browser`` says what is left out where there is none.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Browser

REQUIRE = "REDCATHEDRAL_REQUIRE_BROWSER"
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ELSEWHERE = "somewhere.cathedrals.test"  # this machine, by a name that does not say so
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-sync",
    f"--host-resolver-rules=MAP {ELSEWHERE} 127.0.0.1",
)
NONE = (
    "There is no Chromium here, so the tests with a browser (tests/e2e) are left out. "
    "To get one: apt-get install chromium, or .venv/bin/playwright install chromium"
)


def found() -> Path | None:
    """The program of a Chromium, or None."""
    for name in NAMES:
        if program := shutil.which(name):
            return Path(program)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        program = playwright.chromium.executable_path
    return Path(program) if program and Path(program).is_file() else None


def is_required() -> bool:
    """Whether it is an error that there is no browser."""
    return os.environ.get(REQUIRE) == "1"


@contextmanager
def opened(program: Path) -> Iterator[Browser]:
    """A browser that reaches only this machine."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
        try:
            yield browser
        finally:
            browser.close()


def main() -> int:
    """Say so where there is none."""
    if found() is None:
        print(f"*** {NONE}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
