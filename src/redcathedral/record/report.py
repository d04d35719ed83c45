"""What replaying a record came to: the game, and what is wrong with the file."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Final

from redcathedral.box.problem import ParseError
from redcathedral.box.quoting import quote
from redcathedral.record.game_record import Record
from redcathedral.record.lines import Line
from redcathedral.record.strict_json import PathDifference

PROBLEM_LIMIT: Final = 100  # disagreements after which a file is not followed any further


class RecordError(ParseError):
    """A record that cannot be replayed as it stands: where, what was read, why, the way out.

    ``line`` counts from 1; 0 is the file as a whole.  ``legal`` lists the decisions (or chance
    outcomes) possible there; ``paths`` what differs in a `state` line.
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
        at = f"{file}:{line}" if line else file
        super().__init__(reason, fix, place=f"{at}: {quote(read)}" if read else at, legal=legal)
        self.file = file
        self.line = line
        self.read = read
        self.paths = tuple(paths)

    def __reduce__(self) -> "tuple[type[RecordError], tuple[object, ...]]":
        fields = (self.file, self.line, self.read, self.reason, self.fix, self.legal, self.paths)
        return type(self), fields

    @property
    def headline(self) -> str:
        """Place, text, reason and way out on one line."""
        return super().__str__()

    @property
    def details(self) -> list[str]:
        """What was legal there and what differs, a line each."""
        result = [f"{path}: in the file {read}, here {own}" for path, read, own in self.paths]
        if self.legal:
            result.append(f"legal there ({len(self.legal)}): " + ", ".join(self.legal))
        return result

    def __str__(self) -> str:
        return "\n  ".join([self.headline, *self.details])


class UnreadableRecord(RecordError):
    """The file is no record, or a line of it cannot be understood."""


class Disagreement(RecordError):
    """The record can be read, but the rules say otherwise."""


class Halt(Exception):
    """The record cannot be followed any further; the disagreement has been told."""


@dataclass
class Replay:
    """What replaying a file came to.

    ``record`` is the game as far as it could be followed, None when not even its set-up could.
    ``problems`` are disagreements, or one thing that cannot be read; ``excepted`` those of lines
    named as ``exceptions``; ``whole`` whether the game was followed to the end of the file.
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
        """Whether a line, or the file, could not be read."""
        return any(isinstance(problem, UnreadableRecord) for problem in self.problems)

    def report_disagreement(
        self,
        line: Line,
        reason: str,
        fix: str,
        legal: Sequence[str] = (),
        paths: Sequence[PathDifference] = (),
    ) -> None:
        """Note what the rules see differently on a line; raises Halt after too much of it."""
        problem = Disagreement(self.file, line.number, line.quoted, reason, fix, legal, paths)
        if line.number in self.exceptions:
            self.excepted.append(problem)
        else:
            self.problems.append(problem)
            if len(self.problems) == PROBLEM_LIMIT:
                raise Halt
