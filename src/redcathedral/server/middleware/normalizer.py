"""Normalization of requests for the application.

A HEAD request is passed as GET and answered without a body, `Accept-Encoding` becomes ``gzip`` or
empty, and a byte order mark at the start of a body is removed.
"""

from collections.abc import Iterable
from typing import Final, cast

from litestar.types import (
    ASGIApp,
    HTTPReceiveMessage,
    HTTPScope,
    Message,
    Receive,
    Scope,
    Send,
    WebSocketReceiveMessage,
)

from redcathedral.server.middleware.accept import weights
from redcathedral.server.middleware.guard import SOCKET, method_of

BOM: Final = b"\xef\xbb\xbf"
ENCODING: Final = b"accept-encoding"


class Normalizer:
    """An ASGI middleware that normalizes HTTP requests."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if method_of(scope) == SOCKET:  # or the start and end of the server
            await self._app(scope, receive, send)
            return
        normalized = cast(HTTPScope, {**scope, "headers": _headers(scope["headers"])})
        if normalized["method"] == "HEAD":
            normalized["method"] = "GET"
            send = _without_body(send)
        await self._app(normalized, _without_bom(receive), send)


def accepts_gzip(header: str) -> bool:
    accepted = weights(header)
    return accepted.get("gzip", accepted.get("x-gzip", accepted.get("*", 0.0))) > 0


def _headers(given: Iterable[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    headers = [*given]
    values = [value.decode("latin-1") for name, value in headers if name == ENCODING]
    others = [(name, value) for name, value in headers if name != ENCODING]
    return [*others, (ENCODING, b"gzip")] if accepts_gzip(",".join(values)) else others


def _without_body(send: Send) -> Send:
    """Return a ``send`` that omits the body; the Content-Length stays that of the body."""

    async def send_head(message: Message) -> None:
        if message["type"] == "http.response.body":
            message["body"] = b""
        await send(message)

    return send_head


def _without_bom(receive: Receive) -> Receive:
    """Return a ``receive`` that removes a byte order mark, even one split between messages."""
    is_begun = False

    async def receive_body() -> HTTPReceiveMessage | WebSocketReceiveMessage:
        nonlocal is_begun
        message = await receive()
        if is_begun or message["type"] != "http.request":
            return message
        is_begun = True
        body = message["body"]
        while message["more_body"] and len(body) < len(BOM) and BOM.startswith(body):
            more = await receive()
            if more["type"] != "http.request":
                return more
            message = more
            body += message["body"]
        message["body"] = body.removeprefix(BOM)
        return message

    return receive_body
