"""The base class of guards, which pass requests to the application or refuse them."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Final

import msgspec
from litestar.types import (
    ASGIApp,
    HTTPReceiveMessage,
    Message,
    Receive,
    Scope,
    Send,
    WebSocketDisconnectEvent,
    WebSocketReceiveMessage,
)

from redcathedral.server.core.api_error import ApiError

SOCKET: Final = "socket"
REFUSAL_CODE: Final = 1008  # the close code of a refused socket (RFC 6455)


class Guard(ABC):
    """An ASGI middleware that checks each request."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request to the application, or refuse it."""
        try:
            # The start and the end of the server also arrive here, despite Litestar's types.
            if scope["type"] != "lifespan":  # type: ignore[comparison-overlap]
                self.check(scope)
        except ApiError as refused:
            await _refuse(refused, scope, receive, send)
        else:
            await self._app(scope, receive, send)

    @abstractmethod
    def check(self, scope: Scope) -> None:
        """Raise ApiError for a request to refuse."""


def guarded_socket(
    guard: Guard, scope: Scope, receive: Receive, send: Send
) -> tuple[Receive, Send]:
    """Return ``receive`` and ``send`` for a socket that checks the guard for every message.

    When the guard refuses, the socket is closed.
    """
    is_open = True

    async def is_allowed() -> bool:
        nonlocal is_open
        try:
            guard.check(scope)
        except ApiError as refused:
            if is_open:
                is_open = False
                await send(_closing(refused))
        return is_open

    async def receive_guarded() -> HTTPReceiveMessage | WebSocketReceiveMessage:
        message = await receive()
        if message["type"] == "websocket.receive" and not await is_allowed():
            disconnect: WebSocketDisconnectEvent = {
                "type": "websocket.disconnect",
                "code": REFUSAL_CODE,
            }
            return disconnect
        return message

    async def send_guarded(message: Message) -> None:
        if not is_open:
            return  # the socket is closed
        if message["type"] != "websocket.send" or await is_allowed():
            await send(message)

    return receive_guarded, send_guarded


def _closing(refused: ApiError) -> Message:
    return {"type": "websocket.close", "code": REFUSAL_CODE, "reason": refused.problem.code}


def method_of(scope: Scope) -> str:
    match scope:
        case {"type": "http", "method": str(method)}:
            return method
        case _:
            return SOCKET


def headers_of(scope: Scope) -> dict[bytes, str]:
    return {name: value.decode("latin-1") for name, value in scope["headers"]}


def cookies_of(scope: Scope, name: str) -> Iterator[str]:
    """Yield the values of all cookies with this name."""
    for pair in headers_of(scope).get(b"cookie", "").split(";"):
        key, _, value = pair.partition("=")
        if key.strip() == name:
            yield value.strip()


async def _refuse(refused: ApiError, scope: Scope, receive: Receive, send: Send) -> None:
    if method_of(scope) == SOCKET:
        await receive()
        await send(_closing(refused))
    else:
        headers = [(b"content-type", b"application/json"), (b"cache-control", b"no-store")]
        await send_answer(send, refused.status, headers, msgspec.json.encode(refused.problem))


async def send_answer(
    send: Send, status: int, headers: list[tuple[bytes, bytes]], body: bytes = b""
) -> None:
    headers = [*headers, (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})
