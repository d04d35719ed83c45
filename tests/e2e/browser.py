"""Find and launch Chromium: one that is installed, or else the one of Playwright.

``python -m tests.e2e.browser`` reports whether there is one.
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
ELSEWHERE = "somewhere.cathedrals.test"  # resolves to this machine, but is not a local name
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
# The suggestions under the address bar are pages: each new tab would load about 180 files for them.
# The other features are those that Playwright disables and that could change what a page does: this
# flag replaces the one of Playwright.
DISABLED_FEATURES = (
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    "WebUIOmniboxFullPopup",
    "AimEnabled",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
)
NO_BROWSER = (
    "There is no Chromium here, so the tests with a browser (tests/e2e) are skipped. "
    "To get one: apt-get install chromium, or .venv/bin/playwright install chromium"
)


def find_chromium() -> Path | None:
    """Return the path of Chromium, or None."""
    for name in NAMES:
        if program := shutil.which(name):
            return Path(program)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        program = playwright.chromium.executable_path
    return Path(program) if program and Path(program).is_file() else None


def is_required() -> bool:
    """Whether a missing browser is an error."""
    return os.environ.get(REQUIRE) == "1"


@contextmanager
def launch_chromium(program: Path) -> Iterator[Browser]:
    """Launch a browser for this machine only."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        flags = (*FLAGS, f"--disable-features={','.join(DISABLED_FEATURES)}")
        browser = playwright.chromium.launch(executable_path=program, args=flags)
        try:
            yield browser
        finally:
            browser.close()


def main() -> int:
    """Report a missing browser."""
    if find_chromium() is None:
        print(f"*** {NO_BROWSER}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
