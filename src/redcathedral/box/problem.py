"""What is wrong with something written, said so that its owner can mend it."""

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

    @classmethod
    def single(cls, file: str, reason: str, fix: str, line: int = 0) -> "EditionError":
        """With the one thing that is wrong with the form of a file."""
        return cls(file, [Problem(line, "", reason, "format", fix)])

    def __reduce__(self) -> "tuple[type[EditionError], tuple[str, tuple[Problem, ...]]]":
        return EditionError, (self.file, self.problems)


class ParseError(ValueError):
    """Why something written cannot be right, by which rule, and the way out.

    Where it stands is added by who reads the whole.  ``legal`` lists what could stand there.
    """

    def __init__(
        self, reason: str, fix: str, *, place: str = "", rule: str = "", legal: Iterable[str] = ()
    ) -> None:
        super().__init__(": ".join(filter(None, [place, "; ".join(filter(None, [reason, fix]))])))
        self.place = place
        self.reason = reason
        self.fix = fix
        self.rule = rule
        self.legal = tuple(legal)
