"""Replace the parts of a hand-written page that a command writes.

Such a part begins with a line ``<!-- NAME -->`` and ends with a line ``<!-- end -->``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

END = "<!-- end -->\n"


def with_part(text: str, name: str, part: str, page: Path) -> str:
    """Return the text of a page with a new part; raises ValueError if the page has no such part."""
    start, mark, remainder = text.partition(f"<!-- {name} -->\n")
    _, end, tail = remainder.partition(END)
    if not end:
        raise ValueError(f"{page.name} has no place for the part {name}")
    return start + mark + part + end + tail


def table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table in Markdown."""
    head, *body = [f"| {' | '.join(cells)} |\n" for cells in (headings, *rows)]
    return "".join([head, f"|{'---|' * len(headings)}\n", *body])
