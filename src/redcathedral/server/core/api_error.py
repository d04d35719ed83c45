"""The errors of the HTTP interface: a status, and a problem with its reason and fix."""

import asyncio
import logging
from collections.abc import Sequence
from typing import Final

from msgspec import structs

from redcathedral.record.header import HeaderError
from redcathedral.record.person_name import PersonNameError
from redcathedral.record.setup_code import CodeFault, SetupCodeError
from redcathedral.server.core.store.problem import StoreError
from redcathedral.server.core.table.messages import narrator_for
from redcathedral.server.core.wire.lobby import NameProblem, ProblemCode, RequestProblem
from redcathedral.text.catalog import DEFAULT_LANGUAGE

LOG: Final = logging.getLogger(__name__)
SCHEMA_FIX: Final = "see /api/schema/openapi.json"
_SETUP_PROBLEMS: Final[dict[CodeFault, ProblemCode]] = {
    "mistyped": "setup-mistyped",
    "form": "setup-form",
    "edition": "setup-edition",
    "players": "setup-players",
}


class ApiError(Exception):
    """A request that is refused: ``problem`` says why, and what to do."""

    def __init__(
        self,
        status: int,
        code: ProblemCode,
        reason: str = "",
        fix: str = "",
        details: Sequence[str] = (),
        line: int = 0,
        players: int = 0,
        name: NameProblem | None = None,
    ) -> None:
        """Without ``reason`` or ``fix``, the English text of the ``code`` is used."""
        values = {"line": line, "players": players} | ({} if name is None else structs.asdict(name))
        words = narrator_for(DEFAULT_LANGUAGE)
        reason = reason or words.text(f"problem.{code}", **values)
        fix = fix or words.text(f"problem.{code}.fix", **values)
        super().__init__(status, code, reason, fix, details, line, players, name)
        self.status = status
        self.problem = RequestProblem(code, reason, fix, list(details), line, players, name)

    def __str__(self) -> str:
        reason = self.problem.reason
        return f"{reason}{' ' if reason.endswith('.') else '; '}{self.problem.fix}"


def bad_name(error: PersonNameError) -> ApiError:
    name = NameProblem(error.fault, error.character, error.at, error.limit)
    return ApiError(400, "bad-name", name=name)


def api_error(error: Exception) -> ApiError:
    """Return the ApiError for an exception; internal details go to the log only."""
    match error:
        case ApiError():
            return error
        case SetupCodeError():
            code = _SETUP_PROBLEMS[error.fault]
            return ApiError(400, code, error.reason, error.fix, players=error.players)
        case HeaderError(reason=reason, fix=fix):
            return ApiError(400, "bad-game", reason, fix)
        case StoreError():
            LOG.error("%s", error)
            return ApiError(503, "store")
        case asyncio.QueueFull() | TimeoutError():
            return ApiError(429, "busy")
        case RecursionError():
            return ApiError(400, "bad-request", "the request is nested too deeply", SCHEMA_FIX)
        case UnicodeDecodeError():
            reason = "the request is not UTF-8 text"
            return ApiError(400, "bad-request", reason, "send it as UTF-8")
        case _:
            LOG.error("a request failed", exc_info=error)
            return ApiError(500, "failed")
