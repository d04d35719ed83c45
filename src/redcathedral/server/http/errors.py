"""What is answered where a request is refused or fails: always a problem with its way out."""

import asyncio
import logging
from typing import Final

from litestar import Response
from litestar.exceptions import HTTPException

from redcathedral.record.header import HeaderError
from redcathedral.record.setup_code import SetupCodeError
from redcathedral.server.host.refusal import RequestRefused, unusable_setup
from redcathedral.server.store.problem import StoreError
from redcathedral.server.wire.lobby import RequestProblem

LOG: Final = logging.getLogger(__name__)
GONE: Final = "client disconnected prematurely"  # what Litestar says of half a request
SCHEMA: Final = "see /api/schema/openapi.json"


def answer_error(_: object, error: Exception) -> Response[RequestProblem]:
    """The answer to a request that ended in an error."""
    refused = _refusal(error)
    headers = {"cache-control": "no-store"}
    return Response(refused.problem, status_code=refused.status, headers=headers)


def _refusal(error: Exception) -> RequestRefused:
    """An error as a refusal in our form, without details of the program, which are logged."""
    match error:
        case RequestRefused():
            return error
        case HTTPException(status_code=413):
            return RequestRefused(413, "too-large", "the request is too long", "send less")
        case HTTPException(status_code=404):
            return RequestRefused(404, "not-found", "there is nothing here", SCHEMA)
        case HTTPException(status_code=405):
            return RequestRefused(405, "not-found", "this cannot be asked here", SCHEMA)
        case HTTPException(status_code=500, detail=detail) if detail == GONE:
            return RequestRefused(400, "bad-request", "the request broke off", "send it again")
        case HTTPException(status_code=status, extra=extra) if 400 <= status < 500:
            told = extra if isinstance(extra, list) else []
            details = [str(item.get("message", "")) for item in told if isinstance(item, dict)]
            reason = details[0] if details else "the request cannot be read"
            fix = f"{SCHEMA} for what is asked here"
            return RequestRefused(status, "bad-request", reason, fix, details)
        case SetupCodeError():
            return unusable_setup(error)
        case HeaderError(reason=reason, fix=fix):
            return RequestRefused(400, "bad-game", reason, fix)
        case StoreError():
            LOG.error("%s", error)
            reason = "the games cannot be read or written"
            return RequestRefused(503, "store", reason, "look at the server's messages")
        case asyncio.QueueFull() | TimeoutError():
            return RequestRefused(429, "busy", "the table is busy", "try again in a moment")
        case RecursionError():
            return RequestRefused(400, "bad-request", "the request is nested too deep", SCHEMA)
        case UnicodeDecodeError():
            reason = "the request is not UTF-8 text"
            return RequestRefused(400, "bad-request", reason, "send it as UTF-8")
        case _:
            LOG.error("a request failed", exc_info=error)
            fix = "look at the server's messages, and report what you did"
            return RequestRefused(500, "failed", "the server failed at this", fix)
