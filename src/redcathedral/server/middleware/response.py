"""Litestar's responses for the replies of features, and for exceptions: JSON, or a page."""

from typing import Any, Final

from litestar import Response
from litestar.exceptions import HTTPException

from redcathedral.server.core.api_error import SCHEMA_FIX, ApiError, api_error
from redcathedral.server.core.route import Reply
from redcathedral.server.core.sentence_page import sentence_page
from redcathedral.server.core.table.messages import narrator_for
from redcathedral.server.middleware.accept import preferred_language, prefers_html
from redcathedral.server.middleware.device import AnyRequest
from redcathedral.text import languages
from redcathedral.text.catalog import DEFAULT_LANGUAGE


def response(reply: Reply, status: int) -> Response[Any]:
    """Return the response, with this status unless the reply has its own."""
    return Response(
        reply.content,
        media_type=reply.media_type,
        headers=dict(reply.headers),
        status_code=reply.status or status,
    )


DISCONNECTED_TEXT: Final = "client disconnected prematurely"  # Litestar's text
NOT_FOUND_CODE: Final = "not-found"


def answer_error(request: AnyRequest, exception: Exception) -> Response[Any]:
    error = _http_error(exception)
    answer: Response[Any] = Response(error.problem, status_code=error.status)
    if error.status == 404 and error.problem.code == NOT_FOUND_CODE:
        if prefers_html(request.headers.get("accept", "")):
            answer = _not_found_page(request.headers.get("accept-language", ""))
        answer.headers["vary"] = "accept, accept-language"
    answer.headers["cache-control"] = "no-store"
    return answer


def _not_found_page(accept_language: str) -> Response[Any]:
    language = preferred_language(accept_language, languages(), DEFAULT_LANGUAGE)
    narrator = narrator_for(language)
    sentence, link = narrator.text("problem.not-found"), narrator.text("problem.not-found.fix")
    return response(sentence_page(language, sentence, start=link, status=404), 404)


def _http_error(error: Exception) -> ApiError:
    match error:
        case HTTPException(status_code=413):
            return ApiError(413, "too-large", "the request is too long", "send fewer bytes")
        case HTTPException(status_code=404 | 405 as status):
            return ApiError(status, NOT_FOUND_CODE, fix=SCHEMA_FIX)
        case HTTPException(status_code=500, detail=detail) if detail == DISCONNECTED_TEXT:
            return ApiError(400, "bad-request", "the request was incomplete", "send it again")
        case HTTPException(status_code=status, extra=extra) if 400 <= status < 500:
            items = extra if isinstance(extra, list) else []
            details = [str(item.get("message", "")) for item in items if isinstance(item, dict)]
            reason = details[0] if details else "the request cannot be read"
            fix = f"{SCHEMA_FIX} for the format of this request"
            return ApiError(status, "bad-request", reason, fix, details)
        case _:
            return api_error(error)
