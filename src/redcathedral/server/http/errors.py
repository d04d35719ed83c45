"""What is answered where a request is refused or fails: always a problem with its way out."""

import asyncio
import logging
from collections.abc import Callable
from typing import Final

from litestar import Response
from litestar.exceptions import HTTPException
from litestar.types import ExceptionHandlersMap

from redcathedral.server.host.refusal import RequestRefused
from redcathedral.server.store.problem import StoreError
from redcathedral.server.wire.lobby import RequestProblem

LOG: Final = logging.getLogger(__name__)
SCHEMA: Final = "see /api/schema/openapi.json"


def _answer(problem: RequestProblem, status: int) -> Response[RequestProblem]:
    return Response(problem, status_code=status, headers={"cache-control": "no-store"})


def _refused(_: object, error: RequestRefused) -> Response[RequestProblem]:
    return _answer(error.problem, error.status)


def _http(_: object, error: HTTPException) -> Response[RequestProblem]:
    """What the framework refuses: in our form, without its details of the program."""
    status = error.status_code
    if status == 413:
        return _answer(RequestProblem("too-large", "the request is too long", "send less"), status)
    if status in (404, 405):
        reason = "there is nothing here" if status == 404 else "this cannot be asked here"
        return _answer(RequestProblem("not-found", reason, SCHEMA), status)
    if 400 <= status < 500:
        extra = error.extra if isinstance(error.extra, list) else []
        details = [str(item.get("message", "")) for item in extra if isinstance(item, dict)]
        reason = details[0] if details else "the request cannot be read"
        fix = f"{SCHEMA} for what is asked here"
        return _answer(RequestProblem("bad-request", reason, fix, details), status)
    return _failed(_, error)


def _store(_: object, error: StoreError) -> Response[RequestProblem]:
    LOG.error("%s", error)
    reason = "the games cannot be read or written"
    return _answer(RequestProblem("store", reason, "look at the server's messages"), 503)


def _failed(_: object, error: Exception) -> Response[RequestProblem]:
    LOG.error("a request failed", exc_info=error)
    fix = "look at the server's messages, and report what you did"
    return _answer(RequestProblem("failed", "the server failed at this", fix), 500)


def _always(
    status: int, code: str, reason: str, fix: str
) -> Callable[[object, Exception], Response[RequestProblem]]:
    return lambda _, __: _answer(RequestProblem(code, reason, fix), status)


BUSY: Final = _always(429, "busy", "the table is busy", "try again in a moment")
HANDLERS: Final[ExceptionHandlersMap] = {
    RequestRefused: _refused,
    HTTPException: _http,
    StoreError: _store,
    asyncio.QueueFull: BUSY,
    TimeoutError: BUSY,
    RecursionError: _always(400, "bad-request", "the request is nested too deep", SCHEMA),
    UnicodeDecodeError: _always(
        400, "bad-request", "the request is not UTF-8 text", "send it as UTF-8"
    ),
    Exception: _failed,
}
