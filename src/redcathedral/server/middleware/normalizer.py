"""Simplify HTTP requests for the application.

A HEAD request becomes GET and its response loses the body, `Accept-Encoding` becomes ``gzip`` or
is removed, and a byte order mark at the start of a body is removed.
"""

from collections.abc import Iterable
from typing import Final, cast

from litestar import types

from redcathedral.server.middleware.accept import weight_by_name
from redcathedral.server.middleware.guard import SOCKET_METHOD, method_of

BOM: Final = b"\xef\xbb\xbf"
ENCODING_HEADER: Final = b"accept-encoding"


class Normalizer:
    """An ASGI middleware that normalizes HTTP requests."""

    def __init__(self, app: types.ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: types.Scope, receive: types.Receive, send: types.Send) -> None:
        if method_of(scope) == SOCKET_METHOD:
            await self._app(scope, receive, send)
            return
        normalized = cast(types.HTTPScope, {**scope, "headers": _headers(scope["headers"])})
        if normalized["method"] == "HEAD":
            normalized["method"] = "GET"
            send = _without_body(send)
        await self._app(normalized, _without_bom(receive), send)


def accepts_gzip(header: str) -> bool:
    weights = weight_by_name(header)
    return weights.get("gzip", weights.get("x-gzip", weights.get("*", 0.0))) > 0


def _headers(request_headers: Iterable[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    all_headers = [*request_headers]
    encodings = [value.decode("latin-1") for name, value in all_headers if name == ENCODING_HEADER]
    headers = [header for header in all_headers if header[0] != ENCODING_HEADER]
    return [*headers, (ENCODING_HEADER, b"gzip")] if accepts_gzip(",".join(encodings)) else headers


def _without_body(send: types.Send) -> types.Send:
    """Return a ``send`` that omits the body and keeps the header Content-Length."""

    async def send_head(message: types.Message) -> None:
        if message["type"] == "http.response.body":
            message["body"] = b""
        await send(message)

    return send_head


def _without_bom(receive: types.Receive) -> types.Receive:
    """Return a ``receive`` that removes a byte order mark, even if messages split it."""
    has_started = False

    async def receive_body() -> types.HTTPReceiveMessage | types.WebSocketReceiveMessage:
        nonlocal has_started
        message = await receive()
        if has_started or message["type"] != "http.request":
            return message
        has_started = True
        body = message["body"]
        while message["more_body"] and len(body) < len(BOM) and BOM.startswith(body):
            next_message = await receive()
            if next_message["type"] != "http.request":
                return next_message
            message = next_message
            body += message["body"]
        message["body"] = body.removeprefix(BOM)
        return message

    return receive_body
