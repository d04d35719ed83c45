"""Errors in edition files, records and other input: the place, the reason, the rule and the fix."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """An error in an edition file: the place, the reason, the rule and the fix.

    An error about components has a ``code``, for the text ``edition-problem.CODE`` with ``values``.
    An error in the form of the file has none.
    """

    line: int  # from 1; 0 for the file as a whole
    place: str  # "bases.b1", or "" for the file as a whole
    reason: str
    rule: str  # such as "R2.7", or "format" for the form of the file
    fix: str
    code: str = field(default="", compare=False)  # such as "tower-height"
    values: Mapping[str, int] = field(default_factory=dict, compare=False)

    def __str__(self) -> str:
        line = f"line {self.line}: " if self.line else ""
        place = f"{self.place}: " if self.place else ""
        rule = f" ({self.rule})" if self.line or self.rule != "format" else ""
        return f"{line}{place}{self.reason}{rule}. Fix: {self.fix}."


class EditionError(ValueError):
    """An edition that cannot be read or played; ``problems`` lists all problems in line order."""

    def __init__(self, file: str, problems: Iterable[Problem]) -> None:
        self.file = file
        self.problems = tuple(sorted(problems))
        super().__init__("\n".join(f"{file}: {problem}" for problem in self.problems))

    @classmethod
    def single(cls, file: str, reason: str, fix: str, line: int = 0) -> "EditionError":
        """Return an error with a single problem, about the form of the file."""
        return cls(file, [Problem(line, "", reason, "format", fix)])

    def __reduce__(self) -> "tuple[type[EditionError], tuple[str, tuple[Problem, ...]]]":
        return type(self), (self.file, self.problems)


class NewerEditionError(EditionError):
    """An edition whose format a later version of the program wrote."""


class ParseError(ValueError):
    """A text that cannot be read: the reason, the fix, and the rule if there is one.

    ``place`` is where the text is in its file; the function that reads the file sets it.
    ``legal`` lists valid texts for the same place.  ``code`` and ``values`` are those of a Problem.
    """

    def __init__(
        self,
        reason: str,
        fix: str,
        *,
        place: str = "",
        rule: str = "",
        legal: Iterable[str] = (),
        code: str = "",
        values: Mapping[str, int] | None = None,
    ) -> None:
        super().__init__(": ".join(filter(None, [place, "; ".join(filter(None, [reason, fix]))])))
        self.place = place
        self.reason = reason
        self.fix = fix
        self.rule = rule
        self.legal = tuple(legal)
        self.code = code
        self.values = values or {}
