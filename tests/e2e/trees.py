"""Accessibility trees of some positions, stored in the folder ``trees``.

``make trees`` writes them again after an intended change.
"""

from __future__ import annotations

import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tests.e2e.browser import NO_BROWSER, find_chromium, launch_chromium
from tests.e2e.person import DRAWN, Person
from tests.e2e.positions import open_position
from tests.server.harness import serving

FOLDER: Final = Path(__file__).parent / "trees"
NAMES: Final = ("start", "3p", "over")
LOG: Final = 12  # lines of the log


def trees(person: Person) -> Iterator[tuple[str, str]]:
    """Yield the name and the accessibility tree of each position."""
    for name in NAMES:
        if open_position(person, name)["over"]:
            person.tab.get_by_test_id("finale").wait_for()
            person.tab.evaluate(DRAWN)
        yield name, "".join(_short(person.tab.locator("body").aria_snapshot()))


def _short(tree: str) -> Iterator[str]:
    """Yield the lines of a tree without most of the log."""
    log: str | None = None  # the indentation of the log
    left = 0
    for line in re.sub("api/tables/[^/]+", "api/tables/ID", tree).splitlines(keepends=True):
        if log is not None and line.startswith(f"{log} "):
            left -= 1
            if left < 0:
                continue
        else:
            log = None
        if line.strip() == "- log:":
            log, left = line[: line.index("-")], LOG
        yield line


def main() -> int:
    """Write the trees."""
    program = find_chromium()
    if program is None:
        print(NO_BROWSER, file=sys.stderr)
        return 1
    FOLDER.mkdir(exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as data,
        serving(Path(data)) as server,
        launch_chromium(program) as browser,
    ):
        for name, tree in trees(Person(browser, server)):
            (FOLDER / f"{name}.yaml").write_text(tree, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
