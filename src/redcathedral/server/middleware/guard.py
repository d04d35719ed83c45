"""The base class of guards, which refuse forbidden requests, and helpers for ASGI scopes."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Final

import msgspec
from litestar import types

from redcathedral.server.core.api_error import ApiError

SOCKET_METHOD: Final = "socket"
REFUSAL_CODE: Final = 1008  # the close code for a policy violation (RFC 6455)


class Guard(ABC):
    """An ASGI middleware that checks each request."""

    def __init__(self, app: types.ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: types.Scope, receive: types.Receive, send: types.Send) -> None:
        try:
            # Uvicorn also sends "lifespan", which Litestar's types leave out.
            if scope["type"] != "lifespan":  # type: ignore[comparison-overlap]
                self.check(scope)
        except ApiError as error:
            await _refuse(error, scope, receive, send)
        else:
            await self._app(scope, receive, send)

    @abstractmethod
    def check(self, scope: types.Scope) -> None:
        """Raise ApiError if the request is forbidden."""


def guarded_socket(
    guard: Guard, scope: types.Scope, receive: types.Receive, send: types.Send
) -> tuple[types.Receive, types.Send]:
    """Return ``receive`` and ``send`` for a WebSocket that let the guard check every message.

    The first message that the guard refuses closes the WebSocket.
    """
    is_open = True

    async def is_allowed() -> bool:
        nonlocal is_open
        try:
            guard.check(scope)
        except ApiError as error:
            if is_open:
                is_open = False
                await send(_close_message(error))
        return is_open

    async def receive_guarded() -> types.HTTPReceiveMessage | types.WebSocketReceiveMessage:
        message = await receive()
        if message["type"] == "websocket.receive" and not await is_allowed():
            return {"type": "websocket.disconnect", "code": REFUSAL_CODE}
        return message

    async def send_guarded(message: types.Message) -> None:
        if is_open and (message["type"] != "websocket.send" or await is_allowed()):
            await send(message)

    return receive_guarded, send_guarded


def _close_message(error: ApiError) -> types.Message:
    return {"type": "websocket.close", "code": REFUSAL_CODE, "reason": error.problem.code}


def method_of(scope: types.Scope) -> str:
    """Return the HTTP method of a request, SOCKET_METHOD for all other scopes."""
    match scope:
        case {"type": "http", "method": str(method)}:
            return method
        case _:
            return SOCKET_METHOD


def headers_of(scope: types.Scope) -> dict[bytes, str]:
    return {name: value.decode("latin-1") for name, value in scope["headers"]}


def cookies_of(scope: types.Scope, name: str) -> Iterator[str]:
    for pair in headers_of(scope).get(b"cookie", "").split(";"):
        key, _, value = pair.partition("=")
        if key.strip() == name:
            yield value.strip()


async def _refuse(
    error: ApiError, scope: types.Scope, receive: types.Receive, send: types.Send
) -> None:
    if method_of(scope) == SOCKET_METHOD:
        await receive()
        await send(_close_message(error))
    else:
        headers = [(b"content-type", b"application/json"), (b"cache-control", b"no-store")]
        await send_answer(send, error.status, headers, msgspec.json.encode(error.problem))


async def send_answer(
    send: types.Send, status: int, headers: list[tuple[bytes, bytes]], body: bytes = b""
) -> None:
    headers = [*headers, (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})
