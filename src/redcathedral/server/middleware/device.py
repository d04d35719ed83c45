"""Identify the visitor of a request by a secret in a cookie; the database has only its hash.

The visitor is stored in the state of the ASGI scope.
"""

import re
import secrets
from typing import Final, TypeAlias

from litestar import Request
from litestar.datastructures import State
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from redcathedral.server.core.visitor import COOKIE, Visitor, secret_hash
from redcathedral.server.middleware.guard import cookies_of, method_of

DEVICE_KEY: Final = "redcathedral-device"
IS_LOCAL_KEY: Final = "redcathedral-is-local"
AnyRequest: TypeAlias = Request[object, object, State]
COOKIE_SECONDS: Final = 400 * 24 * 3600  # browsers keep no cookie longer
FIRST_PAGE_PATH: Final = "/api/server"  # the first request of a page
SECRET_PATTERN: Final = re.compile(r"[A-Za-z0-9_-]{43}")


class DeviceCookie:
    """An ASGI middleware that identifies the device.

    A request that creates something sets the cookie, and the first request of a page renews it.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket"):
            cookie_secrets = filter(SECRET_PATTERN.fullmatch, cookies_of(scope, COOKIE))
            cookie_secret = next(cookie_secrets, None)
            secret = cookie_secret or secrets.token_urlsafe(32)
            scope["state"][DEVICE_KEY] = secret_hash(secret)
            if cookie_secret is None and method_of(scope) == "POST":
                send = _setting_cookie(scope, send, secret, 201)
            elif cookie_secret is not None and scope["path"] == FIRST_PAGE_PATH:
                send = _setting_cookie(scope, send, secret, 200)
        await self._app(scope, receive, send)


def _setting_cookie(scope: Scope, send: Send, secret: str, status: int) -> Send:
    """Return a ``send`` that adds the cookie to a response with this status."""
    secure = "; Secure" if scope["scheme"] == "https" else ""
    cookie = (
        f"{COOKIE}={secret}; Max-Age={COOKIE_SECONDS}; Path=/; HttpOnly; SameSite=Strict{secure}"
    )

    async def send_with_cookie(message: Message) -> None:
        if message["type"] == "http.response.start" and message["status"] == status:
            message["headers"] = [*message["headers"], (b"set-cookie", cookie.encode())]
        await send(message)

    return send_with_cookie


def visitor_of(scope: Scope) -> Visitor:
    state = scope["state"]
    return Visitor(state[DEVICE_KEY], state.get(IS_LOCAL_KEY, True))


def set_local(scope: Scope, *, is_local: bool) -> None:
    scope["state"][IS_LOCAL_KEY] = is_local


def was_local(scope: Scope) -> bool:
    """Return whether the client was local when its socket was opened."""
    return scope["state"].get(IS_LOCAL_KEY) is True
