"""What a request can be refused for: an HTTP status and a problem in plain words."""

from __future__ import annotations

from collections.abc import Sequence

from redcathedral.server.wire.lobby import Problem


class Refusal(Exception):
    """A request that is not carried out: why, and the way out."""

    def __init__(
        self, status: int, code: str, reason: str, fix: str, details: Sequence[str] = ()
    ) -> None:
        super().__init__(f"{reason}; {fix}")
        self.status = status
        self.problem = Problem(code, reason, fix, list(details))

    @classmethod
    def of(cls, status: int, problem: Problem) -> Refusal:
        """A refusal for a problem that another process has found."""
        return cls(status, problem.code, problem.reason, problem.fix, problem.details)


def unknown_table(table: str) -> Refusal:
    """There is no table with this id."""
    reason = f"there is no table {table[:40]!r}"
    return Refusal(404, "unknown-table", reason, "open one of the list of games, or a new one")
