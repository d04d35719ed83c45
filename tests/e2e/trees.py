"""What a screen reader finds in the named positions, kept as text in ``trees`` to be read.

``make trees`` writes them anew after a change that was meant.
"""

from __future__ import annotations

import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tests.e2e.browser import NONE, found, opened
from tests.e2e.person import DRAWN, Person
from tests.e2e.positions import sit
from tests.server.harness import serving

FOLDER: Final = Path(__file__).parent / "trees"
NAMES: Final = ("start", "3p", "over")
LOG: Final = 12  # lines of the log


def trees(person: Person) -> Iterator[tuple[str, str]]:
    """Name and tree of each position: roles, accessible names and what is in what."""
    for name in NAMES:
        if sit(person, name)["over"]:
            person.tab.get_by_test_id("finale").wait_for()
            person.tab.evaluate(DRAWN)
        yield name, "".join(_short(person.tab.locator("body").aria_snapshot()))


def _short(tree: str) -> Iterator[str]:
    """The lines without most of the log, which is alike everywhere."""
    log: str | None = None  # how far it is indented
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
    """Write them."""
    program = found()
    if program is None:
        print(NONE, file=sys.stderr)
        return 1
    FOLDER.mkdir(exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as data,
        serving(Path(data)) as server,
        opened(program) as browser,
    ):
        for name, tree in trees(Person(browser, server)):
            (FOLDER / f"{name}.yaml").write_text(tree, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
