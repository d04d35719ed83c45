"""Count the words of the hand-written documents and the lines of the source.

``python tools/size.py`` prints the totals and the words of each document, the longest first.
``tests/project/test_size.py`` checks that the totals are within the limits.
"""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]

MAX_DOCUMENT_WORDS: Final = 45_000
MAX_README_WORDS: Final = 800
MAX_SOURCE_LINES: Final = 80_000

# Pages that a command writes.  Their templates are counted: tools/*/page.md.
GENERATED_PAGES: Final = frozenset(
    {
        "docs/calibration.md",
        "docs/concepts/endgames.md",
        "docs/puzzles.md",
        "docs/reference/command-line.md",
        "docs/rules/README.md",
        "docs/statistics.md",
    }
)
# The part of a page that a command writes, as in docs/leaderboard.md.
GENERATED_PART: Final = re.compile(r"^<!-- [\w-]+ -->$.*?^<!-- end -->$", re.MULTILINE | re.DOTALL)
SOURCE_SUFFIXES: Final = frozenset({".py", ".ts", ".svelte", ".css"})


def tracked(*folders: str) -> list[str]:
    """Return the paths that git tracks, relative to the root, without deleted files."""
    command = ["git", "ls-files", "-z", "--", *folders]
    listing = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return [name for name in listing.split("\0") if name and (ROOT / name).is_file()]


def hand_written(text: str) -> str:
    """Return a page without the parts that a command writes."""
    return GENERATED_PART.sub("", text)


def document_words() -> dict[str, int]:
    """Count the hand-written words of each tracked Markdown file."""
    pages = [name for name in tracked() if name.endswith(".md") and name not in GENERATED_PAGES]
    return {
        name: len(hand_written((ROOT / name).read_text(encoding="utf-8")).split()) for name in pages
    }


def source_lines() -> int:
    """Count the lines of the tracked source of the package and of the page."""
    names = [name for name in tracked("src", "web/src") if Path(name).suffix in SOURCE_SUFFIXES]
    return sum((ROOT / name).read_bytes().count(b"\n") for name in names)


def main() -> None:
    """Print the totals and each document."""
    words = document_words()
    print(
        f"{sum(words.values()):>7,} words of hand-written documents, at most {MAX_DOCUMENT_WORDS:,}"
    )
    print(f"{words['README.md']:>7,} words of README.md, at most {MAX_README_WORDS:,}")
    print(f"{source_lines():>7,} lines of source, at most {MAX_SOURCE_LINES:,}")
    for name, count in sorted(words.items(), key=lambda item: -item[1]):
        print(f"{count:>7,} {name}")


if __name__ == "__main__":
    main()
