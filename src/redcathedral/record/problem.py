"""What is wrong with a record, said so that its owner can mend it."""

from collections.abc import Sequence
from typing import NamedTuple

from redcathedral.box.problem import Misread
from redcathedral.box.quoting import quote


class PathDifference(NamedTuple):
    """One value of a `state` line that the engine sees differently; both as JSON."""

    path: str  # "$.seats[0].rubles"
    read: str
    engine: str


class RecordError(Misread):
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


class PositionError(Misread):
    """A position that cannot be: its path (``place``), the reason, the way out."""

    def __init__(self, path: str, reason: str, fix: str) -> None:
        super().__init__(reason, fix, place=path)
        self.path = path
