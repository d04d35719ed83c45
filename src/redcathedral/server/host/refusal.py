"""What a request can be refused for: an HTTP status and a problem in plain words."""

from collections.abc import Sequence

from redcathedral.server.wire.lobby import ProblemCode, RequestProblem


class RequestRefused(Exception):
    """A request that is not carried out: why, and the way out."""

    def __init__(
        self,
        status: int,
        code: ProblemCode,
        reason: str,
        fix: str,
        details: Sequence[str] = (),
        line: int = 0,
    ) -> None:
        super().__init__(status, code, reason, fix, details, line)
        self.status = status
        self.problem = RequestProblem(code, reason, fix, list(details), line)

    def __str__(self) -> str:
        return f"{self.problem.reason}; {self.problem.fix}"


def unknown_table(table: str) -> RequestRefused:
    """There is no table with this id."""
    reason = f"there is no table {table[:40]!r}"
    fix = "open one of the list of games, or a new one"
    return RequestRefused(404, "unknown-table", reason, fix)
