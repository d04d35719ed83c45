"""What a request can be refused for: an HTTP status and a problem in plain words."""

from collections.abc import Sequence
from typing import Final

from redcathedral.record.person_name import BadName
from redcathedral.record.setup_code import CodeFault, SetupCodeError
from redcathedral.server.table.table_message import words_in
from redcathedral.server.wire.lobby import NameProblem, ProblemCode, RequestProblem
from redcathedral.words.catalogue import DEFAULT_LANGUAGE
from redcathedral.words.names import name_problem

BANNED: Final = "the host of this table has banned you from it"
_SETUP: Final[dict[CodeFault, ProblemCode]] = {
    "mistyped": "setup-mistyped",
    "form": "setup-form",
    "edition": "setup-edition",
    "players": "setup-players",
}


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
        players: int = 0,
        name: NameProblem | None = None,
    ) -> None:
        super().__init__(status, code, reason, fix, details, line, players, name)
        self.status = status
        self.problem = RequestProblem(code, reason, fix, list(details), line, players, name)

    def __str__(self) -> str:
        return f"{self.problem.reason}; {self.problem.fix}"


def unknown_table(table: str) -> RequestRefused:
    reason = f"there is no table {table[:40]!r}"
    fix = "open one of the list of games, or a new one"
    return RequestRefused(404, "unknown-table", reason, fix)


def banned() -> RequestRefused:
    return RequestRefused(403, "banned", BANNED, "ask the host to end the ban")


def not_seated() -> RequestRefused:
    """Only who sits at a table, or on this seat, may do this."""
    reason = "nobody sits there who asks from here"
    return RequestRefused(403, "not-seated", reason, "open the table with a seat that is yours")


def bad_name(error: BadName) -> RequestRefused:
    name = NameProblem(error.fault, error.character, error.at, error.limit)
    reason, fix = name_problem(words_in(DEFAULT_LANGUAGE), error)
    return RequestRefused(400, "bad-name", reason, fix, name=name)


def unusable_setup(error: SetupCodeError) -> RequestRefused:
    code = _SETUP[error.fault]
    return RequestRefused(400, code, error.reason, error.fix, players=error.players)
