"""The rows of an edition file's sections, read one by one: ids, keys and marks.

A row that has a problem is reported and left out, or a harmless value stands in for the wrong
one; the edition is refused in the end, so a stand-in never reaches a game.
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
    """A source on its way to an edition, with the problems found so far."""

    source: Source
    problems: list[Problem] = field(default_factory=list)
    broken: set[str] = field(default_factory=set)  # sections with a problem
    marks: dict[str, str] = field(default_factory=dict)

    def report(self, section: str, row: str, reason: str, rule: str, fix: str) -> None:
        """Note that a row, or a section as a whole, cannot be right."""
        line = self.source.line(section, row)
        place = f"{section}.{row}" if row else section
        self.problems.append(Problem(line, ascii(place)[1:-1][:60], reason, rule, fix))
        self.broken.add(section)

    def rows(self, name: str) -> "list[Row]":
        """The rows of a section, sorted by id, numbers in ids by their value."""
        section = SECTIONS[name]
        table = self.source.tables.get(name)
        if not isinstance(table, dict):
            reason = "the section is missing" if table is None else "this is no section"
            fix = f"write [{name}] with its rows, as in the packaged edition"
            self.report(name, "", reason, section.rule, fix)
            return []
        for id_ in section.rows:
            if id_ not in table:
                fix = f"add a row {id_} to [{name}]"
                self.report(name, "", f"the row {id_} is missing", section.rule, fix)
        if len(table) < section.least:
            fix = f"add at least {section.least}"
            self.report(name, "", "there are no rows", section.rule, fix)
        rows = [self._row(section, id_, value) for id_, value in table.items()]
        return sorted((row for row in rows if row is not None), key=lambda row: row.order)

    def _row(self, section: FileSection, name: str, value: object) -> "Row | None":
        fits = re.fullmatch(section.ids, name) is not None if section.ids else False
        if name not in section.rows and not fits:
            like = section.like or ", ".join(section.rows)
            fix = suggestion(name, section.rows) or f"name rows like: {like}"
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
    """One row: its values, read one by one; what is wrong is reported."""

    file: EditionFile
    section: FileSection
    id: str
    values: dict[str, object]
    mark: str = RECONSTRUCTED
    sound: bool = True  # nothing has been refused in it so far

    @property
    def order(self) -> tuple[tuple[int, str], ...]:
        """Sorts ids with numbers by their value: b2 before b10."""
        parts = re.findall(r"[0-9]+|[^0-9]+", self.id)
        return tuple((int(part), "") if part.isdecimal() else (-1, part) for part in parts)

    def report(self, reason: str, rule: str, fix: str) -> None:
        """Note what cannot be right in this row."""
        self.file.report(self.section.name, self.id, reason, rule, fix)
        self.sound = False

    def check_keys(self) -> None:
        """The row has its keys and no others."""
        known = (*self.section.keys, "mark", "marks")
        for key in self.values:
            if key not in known:
                fix = suggestion(key, known) or f"the keys of this row are: {', '.join(known)}"
                self.report(f"there is no key {toml_text(key)[1:-1]}", "format", fix)
        for key in (*self.section.keys, "mark"):
            if key not in self.values:
                what = f"one of {', '.join(MARKS)}" if key == "mark" else "its value"
                self.report(f"the key {key} is missing", "format", f"add {key} = {what}")

    def read_marks(self) -> None:
        """The mark of the row and of the parts that have their own."""
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
                self.report(f"marks names {toml_text(key)}, which is no part", "format", fix)

    def _mark(self, mark: object) -> str:
        if isinstance(mark, str) and mark in MARKS:
            return mark
        fix = suggestion(mark, MARKS) or f"the marks are: {', '.join(MARKS)}"
        self.report(f"{toml_text(mark)} is no mark", "format", fix)
        return RECONSTRUCTED

    def part_mark(self, *keys: str) -> str:
        """The mark of a part: its own, else that of the part it belongs to, else the row's."""
        path = f"{self.section.name}.{self.id}"
        marks = (self.file.marks.get(f"{path}.{key}") for key in keys)
        return next((mark for mark in marks if mark is not None), self.mark)

    def number(self, key: str, low: int, high: int) -> int:
        """A whole number of the row within its bounds; ``low`` stands in for a wrong one."""
        return self.whole(self.values[key], key, low, high)

    def whole(self, value: object, key: str, low: int, high: int) -> int:
        """A whole number that stands under a key."""
        if not isinstance(value, int) or isinstance(value, bool):
            fix = f"write a whole number from {low} to {high}, without quotes"
            self.report(f"{key} is {toml_kind(value)}", "format", fix)
        elif not low <= value <= high:
            fix = f"write a number from {low} to {high}"
            self.report(f"{key} is {toml_text(value)}", self.section.rule, fix)
        else:
            return value
        return low

    def text(self, key: str, parse: Callable[[str], T], stand_in: T) -> T:
        """A text of the row, parsed."""
        return self.parsed(self.values[key], key, parse, stand_in)

    def parsed(self, value: object, key: str, parse: Callable[[str], T], stand_in: T) -> T:
        """A text that stands under a key, parsed; how many spaces are in it does not matter."""
        if not isinstance(value, str):
            self.report(f"{key} is {toml_kind(value)}", "format", "write a text in double quotes")
            return stand_in
        try:
            return parse(" ".join(value.split()))
        except ParseError as error:
            self.report(error.reason, error.rule, error.fix)
            return stand_in

    def items(self, key: str) -> list[object]:
        """A list of the row."""
        value = self.values[key]
        if isinstance(value, list):
            return value
        self.report(f"{key} is {toml_kind(value)}", "format", f"write a list: {key} = [..., ...]")
        return []


def suggestion(name: object, known: Iterable[str]) -> str:
    """The known name that is most like this one, as a fix; else nothing."""
    near = closest_name(name, known) if isinstance(name, str) else None
    return f"perhaps {near} is meant" if near else ""
