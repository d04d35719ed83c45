"""The gate before everything: who may ask at all, and what every answer says to the browser.

A page of somebody else must not reach a table on this machine: a request is answered only under
an address of this machine (no DNS rebinding), and what changes something, or a socket, only for a
page of this server (no forged requests).  On the open network a token is asked for as well.
"""

from __future__ import annotations

import hmac
import ipaddress
import re
import socket
from collections.abc import Iterable
from http.cookies import CookieError, SimpleCookie
from typing import TYPE_CHECKING, Final
from urllib.parse import parse_qsl, urlencode

import msgspec

from redcathedral.server.wire.lobby import Problem

if TYPE_CHECKING:
    from litestar.types import ASGIApp, Message, Receive, Scope, Send

TOKEN: Final = "token"
COOKIE: Final = "redcathedral"
COOKIE_AGE: Final = 30 * 24 * 3600
SOCKET: Final = "socket"
SCHEMES: Final = {"ws": "http", "wss": "https"}  # a page of which opens such a socket
HOST: Final = re.compile(r"(\[(?P<six>[0-9a-f:.]+)\]|(?P<name>[^\[\]:@/]+))(:[0-9]{1,5})?")
SAFE: Final = ("GET", "HEAD", "OPTIONS")
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; "
    "img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS: Final = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)


def own_names() -> frozenset[str]:
    """What this machine is called."""
    name = socket.gethostname().casefold()
    return frozenset({"localhost", name, f"{name}.local"})


class Gate:
    """Lets requests through to an application, or refuses them."""

    def __init__(self, app: ASGIApp, *, token: str | None, names: Iterable[str] = ()) -> None:
        self._app = app
        self._token = token
        self._names = own_names() | {name.casefold() for name in names}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request or hand it on."""
        if scope["type"] == "lifespan":  # type: ignore[comparison-overlap]
            await self._app(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = [*message.get("headers", ())]
                message["headers"] = [*given, *HEADERS, *_caching(scope["path"], given)]
            await send(message)

        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        method = _method(scope)
        problem = self._problem(method, scope["scheme"], headers)
        if problem is not None:
            await _refuse(scope, receive, send_guarded, problem)
            return
        query = parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)
        if self._token is not None:
            given = [value for name, value in query if name == TOKEN]
            if given and self._is_token(given[0]):
                if method == "GET" and scope["path"] == "/":
                    rest = urlencode([pair for pair in query if pair[0] != TOKEN])
                    await self._let_in(send_guarded, "/" + ("?" + rest if rest else ""))
                    return
            elif not self._is_token(_cookie(headers)):
                fix = "open the address that the server printed, or scan its QR code again"
                refusal = Problem("token", "this table asks for a token", fix)
                await _refuse(scope, receive, send_guarded, refusal, 401)
                return
        await self._app(scope, receive, send_guarded)

    def _is_token(self, text: str) -> bool:
        return self._token is not None and hmac.compare_digest(text.encode(), self._token.encode())

    def _problem(self, method: str, scheme: str, headers: dict[bytes, str]) -> Problem | None:
        host = headers.get(b"host", "")
        if not self._is_own(host):
            fix = "open it under an address of this machine, such as localhost"
            return Problem("foreign-host", f"the server is not called {host[:60]!r}", fix)
        origin = headers.get(b"origin")
        own = f"{SCHEMES.get(scheme, scheme)}://{host}"
        if origin is not None and method not in SAFE and origin.casefold() != own.casefold():
            fix = "use the page of this server"
            return Problem("foreign-origin", f"a page of {origin[:60]!r} may not ask this", fix)
        return None

    def _is_own(self, host: str) -> bool:
        """Whether a Host header names this machine: a number cannot be rebound, a name can."""
        found = HOST.fullmatch(host.casefold())
        if found is None:
            return False
        if found["name"] in self._names:
            return True
        try:
            if found["six"]:
                ipaddress.IPv6Address(found["six"])
            else:
                ipaddress.IPv4Address(found["name"])
        except ValueError:
            return False
        return True

    async def _let_in(self, send: Send, path: str) -> None:
        """Keep the token in a cookie and take it out of the address."""
        cookie = f"{COOKIE}={self._token}; Max-Age={COOKIE_AGE}; Path=/; HttpOnly; SameSite=Lax"
        headers = [
            (b"location", path.encode()),
            (b"set-cookie", cookie.encode()),
            (b"cache-control", b"no-store"),
            (b"content-length", b"0"),
        ]
        await send({"type": "http.response.start", "status": 303, "headers": headers})
        await send({"type": "http.response.body", "body": b"", "more_body": False})


def _method(scope: Scope) -> str:
    """The method of a request; SOCKET for a socket."""
    match scope:
        case {"type": "http", "method": str(method)}:
            return method
        case _:
            return SOCKET


def _caching(path: str, headers: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """What is told of tables is not kept by anybody, unless the answer says otherwise."""
    is_said = any(name.lower() == b"cache-control" for name, _ in headers)
    return [] if is_said or not path.startswith("/api/") else [(b"cache-control", b"no-store")]


def _cookie(headers: dict[bytes, str]) -> str:
    try:
        found = SimpleCookie(headers.get(b"cookie", "")).get(COOKIE)
    except CookieError:
        return ""
    return "" if found is None else found.value


async def _refuse(
    scope: Scope, receive: Receive, send: Send, problem: Problem, status: int = 403
) -> None:
    if _method(scope) == SOCKET:
        await receive()
        await send({"type": "websocket.close", "code": 1008, "reason": problem.code})
        return
    body = msgspec.json.encode(problem)
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})
