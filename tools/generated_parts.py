"""Replace the parts of a hand-written page that a command writes.

Such a part begins with a line ``<!-- NAME -->`` and ends with a line ``<!-- end -->``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

END = "<!-- end -->\n"


def with_part(text: str, name: str, part: str, page: Path) -> str:
    """Return the text of a page with a new part; raises ValueError if the page has no such part."""
    start, mark, remainder = text.partition(f"<!-- {name} -->\n")
    _, end, tail = remainder.partition(END)
    if not end:
        raise ValueError(f"{page.name} has no place for the part {name}")
    return start + mark + part + end + tail


def with_parts(text: str, parts: Mapping[str, str], page: Path) -> str:
    """Return the text of a page with new parts, by name; raises ValueError like ``with_part``."""
    for name, part in parts.items():
        text = with_part(text, name, part, page)
    return text


def table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table in Markdown."""
    head, *body = [f"| {' | '.join(cells)} |\n" for cells in (headings, *rows)]
    return "".join([head, f"|{'---|' * len(headings)}\n", *body])
