"""Store the result of replaying a record: the game, and the problems of the file."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Final

from redcathedral.box.problem import ParseError
from redcathedral.box.quoting import quote
from redcathedral.record.game_record import Record
from redcathedral.record.lines import Line
from redcathedral.record.strict_json import PathDifference

MAX_DISAGREEMENTS: Final = 100  # the replay of a file stops after this number


class RecordError(ParseError):
    """A problem of a record: the line, its text, the reason and the fix.

    ``line`` counts from 1, and is 0 for the whole file.  ``legal`` has the possible decisions or
    chance outcomes; ``paths`` are the differences in a ``state`` line.
    """

    def __init__(
        self,
        file: str,
        line: int,
        read: str,
        reason: str,
        fix: str,
        legal: Sequence[str] = (),
        paths: Sequence[PathDifference] = (),
    ) -> None:
        place = f"{file}:{line}" if line else file
        place = f"{place}: {quote(read)}" if read else place
        super().__init__(reason, fix, place=place, legal=legal)
        self.file = file
        self.line = line
        self.read = read
        self.paths = tuple(paths)

    def __reduce__(self) -> "tuple[type[RecordError], tuple[object, ...]]":
        fields = (self.file, self.line, self.read, self.reason, self.fix, self.legal, self.paths)
        return type(self), fields

    @property
    def headline(self) -> str:
        """The place, text, reason and fix on one line."""
        return super().__str__()

    @property
    def details(self) -> list[str]:
        """The differences, and the legal decisions, one line each."""
        result = [f"{path}: in the file {read}, here {own}" for path, read, own in self.paths]
        if self.legal:
            result.append(f"legal there ({len(self.legal)}): " + ", ".join(self.legal))
        return result

    def __str__(self) -> str:
        return "\n  ".join([self.headline, *self.details])


class UnreadableRecord(RecordError):
    """The file is not a record, or a line of it cannot be read."""


class Disagreement(RecordError):
    """A line of the record contradicts the rules."""


class Halt(Exception):
    """Stops a replay after a disagreement that was added to the report."""


@dataclass
class Replay:
    """The result of replaying a file.

    ``record`` is the game up to the line where the replay stopped, or None if it stopped in the
    set-up.  ``problems`` has disagreements and unreadable lines; ``excepted`` has the disagreements
    on the lines in ``exceptions``.  ``is_complete`` is true if the replay reached the end of the
    file.  ``decisions`` and ``turns`` are counts.
    """

    file: str
    exceptions: Collection[int] = ()
    record: Record | None = None
    problems: list[RecordError] = field(default_factory=list)
    excepted: list[RecordError] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    decisions: int = 0
    turns: int = 0
    is_complete: bool = False

    @property
    def is_unreadable(self) -> bool:
        """Whether the file or a line of it could not be read."""
        return any(isinstance(problem, UnreadableRecord) for problem in self.problems)

    def report_disagreement(
        self,
        line: Line,
        reason: str,
        fix: str,
        legal: Sequence[str] = (),
        paths: Sequence[PathDifference] = (),
    ) -> None:
        """Add a disagreement on a line; raises Halt after too many of them."""
        problem = Disagreement(self.file, line.number, line.quoted, reason, fix, legal, paths)
        if line.number in self.exceptions:
            self.excepted.append(problem)
        else:
            self.problems.append(problem)
            if len(self.problems) == MAX_DISAGREEMENTS:
                raise Halt
