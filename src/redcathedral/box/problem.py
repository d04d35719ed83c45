"""What is wrong with an edition, said so that its owner can mend it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """One thing that cannot be right: where, by which rule, why, and how to mend it."""

    line: int  # from 1; 0 when the problem is the file as a whole
    place: str  # "bases.b1", or "" for the file as a whole
    reason: str
    rule: str  # "R2.7", "printed", or "format" for the form of the file
    fix: str

    def __str__(self) -> str:
        where = f"line {self.line}: " if self.line else ""
        place = f"{self.place}: " if self.place else ""
        rule = f" ({self.rule})" if self.line or self.rule != "format" else ""
        return f"{where}{place}{self.reason}{rule}. Fix: {self.fix}."


class EditionError(ValueError):
    """An edition that cannot be read or played; ``problems`` has them all, in line order."""

    def __init__(self, file: str, problems: Iterable[Problem]) -> None:
        self.file = file
        self.problems = tuple(sorted(problems))
        super().__init__("\n".join(f"{file}: {problem}" for problem in self.problems))

    def __reduce__(self) -> tuple[type[EditionError], tuple[str, tuple[Problem, ...]]]:
        return EditionError, (self.file, self.problems)


class Refusal(Exception):
    """Why a single value cannot be right; the reader adds file, line and place."""

    def __init__(self, reason: str, rule: str, fix: str) -> None:
        super().__init__(reason)
        self.reason = reason
        self.rule = rule
        self.fix = fix
