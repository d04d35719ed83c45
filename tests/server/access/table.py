"""The table of access, read from ``access.txt``: what each visitor may do and see."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

FILE = Path(__file__).parent / "access.txt"
ABSENT = "."  # there is no such visitor, or no such case for them


@dataclass
class Row:
    """What is done or seen, its name in the program, and a cell for each visitor."""

    what: str
    name: str
    cells: dict[str, str]


@dataclass
class Section:
    """A part of the table with the same visitors."""

    title: str
    visitors: list[str]
    rows: list[Row] = field(default_factory=list)

    @property
    def names(self) -> set[str]:
        """The names of routes, commands or messages in it."""
        return {row.name for row in self.rows}

    def cells(self, what: str) -> Iterator[tuple[str, str]]:
        """Return the visitors of a row with their cells, except absent visitors."""
        row = next(row for row in self.rows if row.what == what)
        return ((visitor, cell) for visitor, cell in row.cells.items() if cell != ABSENT)


@dataclass
class AccessTable:
    """The whole table; ``signs`` are the statuses and codes that its short cells mean."""

    signs: dict[str, str]
    sections: dict[str, Section]

    def meaning(self, cell: str) -> str:
        """Return a cell in full, such as `403 banned`; what is no sign means itself."""
        return self.signs.get(cell, cell)


def read_table(text: str) -> AccessTable:
    """Read the table; raises ValueError for a line that is not understood."""
    table = AccessTable({}, {})
    section: Section | None = None
    title = ""
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        if line.startswith("["):
            title, section = line.strip("[] "), None
            continue
        parts = [part.strip() for part in line.split("|")]
        if title == "signs":
            table.signs[parts[0]] = parts[1]
        elif section is None:
            section = table.sections[title] = Section(title, parts[2].split())
        else:
            what, name, cells = parts
            if len(cells.split()) != len(section.visitors):
                raise ValueError(f"line {number}: {what!r} has {len(cells.split())} cells")
            if any(row.what == what for row in section.rows):
                raise ValueError(f"line {number}: there are two rows {what!r}")
            row = Row(what, name, dict(zip(section.visitors, cells.split(), strict=True)))
            section.rows.append(row)
    return table
