"""Read the rows of an edition file: ids, keys, values and marks.

One run reports all problems: an invalid row is skipped, and an invalid value is replaced by a valid
default.  In the end an edition with problems is rejected, so a default is never used in a game.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TypeVar

from redcathedral.box.edition import MARKS, RECONSTRUCTED
from redcathedral.box.file_sections import SECTIONS, FileSection
from redcathedral.box.problem import ParseError, Problem
from redcathedral.box.quoting import closest_name, toml_kind, toml_text
from redcathedral.box.source import Source

T = TypeVar("T")


@dataclass(slots=True)
class EditionFile:
    """An edition file that is being read, with the problems found so far."""

    source: Source
    problems: list[Problem] = field(default_factory=list)
    broken_sections: set[str] = field(default_factory=set)  # sections with a problem
    marks: dict[str, str] = field(default_factory=dict)  # as in ``Edition.marks``

    def report(
        self,
        section: str,
        row: str,
        reason: str,
        rule: str,
        fix: str,
        code: str = "",
        /,
        **values: int,
    ) -> None:
        """Add a problem of a row, or with ``row`` empty of the section as a whole."""
        line = self.source.line(section, row)
        place = f"{section}.{row}" if row else section
        place = ascii(place)[1:-1][:60]
        self.problems.append(Problem(line, place, reason, rule, fix, code, values))
        self.broken_sections.add(section)

    def rows(self, name: str) -> "list[Row]":
        """Return the valid rows of a section, sorted by id; numbers in ids sort by value."""
        section = SECTIONS[name]
        table = self.source.tables.get(name)
        if not isinstance(table, dict):
            reason = "the section is missing" if table is None else "this is not a section"
            fix = f"write [{name}] with its rows, as in the packaged edition"
            self.report(name, "", reason, section.rule, fix)
            return []
        for id_ in section.rows:
            if id_ not in table:
                fix = f"add a row {id_} to [{name}]"
                self.report(name, "", f"the row {id_} is missing", section.rule, fix)
        if len(table) < section.min_rows:
            least = section.min_rows
            fix = f"add at least {least}"
            self.report(name, "", "there are no rows", section.rule, fix, "no-rows", least=least)
        rows = [self._read_row(section, id_, value) for id_, value in table.items()]
        return sorted((row for row in rows if row is not None), key=lambda row: row.order)

    def _read_row(self, section: FileSection, name: str, value: object) -> "Row | None":
        matches = bool(section.id_pattern) and re.fullmatch(section.id_pattern, name) is not None
        if name not in section.rows and not matches:
            examples = section.id_examples or ", ".join(section.rows)
            fix = suggestion(name, section.rows) or f"name rows like: {examples}"
            self.report(section.name, name, "there is no such row", section.rule, fix)
            return None
        if not isinstance(value, dict):
            fix = "write the row as  id = { ... }"
            self.report(section.name, name, f"this is {toml_kind(value)}", "format", fix)
            return None
        row = Row(self, section, name, value)
        row.check_keys()
        row.read_marks()
        return row if all(key in value for key in section.keys) else None


@dataclass(slots=True)
class Row:
    """A row of a section.  Each method that reads a value reports it if it is invalid."""

    file: EditionFile
    section: FileSection
    id: str
    values: dict[str, object]
    mark: str = RECONSTRUCTED
    is_valid: bool = True  # no problem of this row has been reported so far

    @property
    def order(self) -> tuple[tuple[int, str], ...]:
        """A key for sorting rows by id, with numbers by value: b2 comes before b10."""
        parts = re.findall(r"[0-9]+|[^0-9]+", self.id)
        return tuple((int(part), "") if part.isdecimal() else (-1, part) for part in parts)

    def report(self, reason: str, rule: str, fix: str, code: str = "", /, **values: int) -> None:
        """Add a problem of this row."""
        self.file.report(self.section.name, self.id, reason, rule, fix, code, **values)
        self.is_valid = False

    def check_keys(self) -> None:
        """Report missing and unknown keys."""
        allowed = (*self.section.keys, "mark", "marks")
        for key in self.values:
            if key not in allowed:
                fix = suggestion(key, allowed) or f"the keys of this row are: {', '.join(allowed)}"
                self.report(f"there is no key {toml_text(key)[1:-1]}", "format", fix)
        for key in (*self.section.keys, "mark"):
            if key not in self.values:
                value = f"one of {', '.join(MARKS)}" if key == "mark" else "its value"
                self.report(f"the key {key} is missing", "format", f"add {key} = {value}")

    def read_marks(self) -> None:
        """Read the mark of the row, and the marks of its parts."""
        path = f"{self.section.name}.{self.id}"
        if "mark" in self.values:
            self.mark = self._mark(self.values["mark"])
            self.file.marks[path] = self.mark
        marks = self.values.get("marks", {})
        if not isinstance(marks, dict):
            fix = 'write  marks = { key = "printed" }  with a key of this row'
            self.report(f"marks is {toml_kind(marks)}", "format", fix)
            return
        parts = (*self.section.keys, *self.section.parts)
        for key, mark in marks.items():
            if key in parts:
                self.file.marks[f"{path}.{key}"] = self._mark(mark)
            else:
                fix = f"name one of: {', '.join(parts)}"
                self.report(f"marks names {toml_text(key)}, which is not a part", "format", fix)

    def _mark(self, mark: object) -> str:
        if isinstance(mark, str) and mark in MARKS:
            return mark
        fix = suggestion(mark, MARKS) or f"the marks are: {', '.join(MARKS)}"
        self.report(f"{toml_text(mark)} is not a mark", "format", fix)
        return RECONSTRUCTED

    def part_mark(self, *keys: str) -> str:
        """Return the mark of the first of these parts that has one, otherwise the row's mark."""
        path = f"{self.section.name}.{self.id}"
        marks = (self.file.marks.get(f"{path}.{key}") for key in keys)
        return next((mark for mark in marks if mark is not None), self.mark)

    def number(self, key: str, low: int, high: int) -> int:
        """Return the whole number of a key, from ``low`` to ``high``; ``low`` if it is invalid."""
        return self.check_number(self.values[key], key, low, high)

    def check_number(self, value: object, key: str, low: int, high: int) -> int:
        """Return a whole number from ``low`` to ``high``; report others, and return ``low``."""
        if not isinstance(value, int) or isinstance(value, bool):
            fix = f"write a whole number from {low} to {high}, without quotes"
            self.report(f"{key} is {toml_kind(value)}", "format", fix)
        elif not low <= value <= high:
            fix = f"write a number from {low} to {high}"
            reason = f"{key} is {toml_text(value)}"
            self.report(reason, self.section.rule, fix, "number", least=low, most=high)
        else:
            return value
        return low

    def text(self, key: str, parse: Callable[[str], T], default: T) -> T:
        """Return the parsed text of a key; ``default`` if it is invalid."""
        return self.parse_text(self.values[key], key, parse, default)

    def parse_text(self, value: object, key: str, parse: Callable[[str], T], default: T) -> T:
        """Return ``parse(value)``, with single spaces in the text; ``default`` if it is invalid."""
        if not isinstance(value, str):
            self.report(f"{key} is {toml_kind(value)}", "format", "write a text in double quotes")
            return default
        try:
            return parse(" ".join(value.split()))
        except ParseError as error:
            self.report(error.reason, error.rule, error.fix, error.code, **error.values)
            return default

    def items(self, key: str) -> list[object]:
        """Return the list of a key; empty if it is invalid."""
        value = self.values[key]
        if isinstance(value, list):
            return value
        self.report(f"{key} is {toml_kind(value)}", "format", f"write a list: {key} = [..., ...]")
        return []


def suggestion(name: object, allowed: Iterable[str]) -> str:
    """Return a fix with the closest allowed name, or an empty string if no name is similar."""
    closest = closest_name(name, allowed) if isinstance(name, str) else None
    return f"perhaps you meant {closest}" if closest else ""
