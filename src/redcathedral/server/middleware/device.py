"""Identify the device of a request by a secret in a cookie; the store has only its hash."""

import re
import secrets
from typing import Final, TypeAlias

from litestar import Request
from litestar.datastructures import State
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from redcathedral.server.core.visitor import COOKIE, secret_hash
from redcathedral.server.middleware.guard import cookies_of, method_of
from redcathedral.server.middleware.visitor import DEVICE

AnyRequest: TypeAlias = Request[object, object, State]
AGE: Final = 400 * 24 * 3600  # seconds; browsers keep no cookie longer
FIRST_PATH: Final = "/api/server"  # the first request of a page
SECRET: Final = re.compile(r"[A-Za-z0-9_-]{43}")


class DeviceCookie:
    """An ASGI middleware that identifies the device.

    Creating something sets the cookie; loading the page renews it.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        match scope:
            case {"type": "http" | "websocket"}:
                known = next(filter(SECRET.fullmatch, cookies_of(scope, COOKIE)), None)
                secret = known or secrets.token_urlsafe(32)
                scope["state"][DEVICE] = secret_hash(secret)
                if known is None and method_of(scope) == "POST":
                    send = _setting_cookie(scope, send, secret, 201)
                elif known is not None and scope["path"] == FIRST_PATH:
                    send = _setting_cookie(scope, send, secret, 200)
                await self._app(scope, receive, send)
            case _:
                await self._app(scope, receive, send)


def _setting_cookie(scope: Scope, send: Send, secret: str, status: int) -> Send:
    secure = "; Secure" if scope["scheme"] == "https" else ""
    cookie = f"{COOKIE}={secret}; Max-Age={AGE}; Path=/; HttpOnly; SameSite=Strict{secure}"

    async def send_with_cookie(message: Message) -> None:
        if message["type"] == "http.response.start" and message["status"] == status:
            message["headers"] = [*message["headers"], (b"set-cookie", cookie.encode())]
        await send(message)

    return send_with_cookie
