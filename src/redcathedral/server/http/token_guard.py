"""On the open network only who has the token comes in."""

import hmac
from http.cookies import CookieError, SimpleCookie
from typing import Final
from urllib.parse import parse_qsl, urlencode

from litestar.types import ASGIApp, Receive, Scope, Send

from redcathedral.server.host.refusal import RequestRefused
from redcathedral.server.http.guard import Guard, answer, headers_of

TOKEN: Final = "token"
COOKIE: Final = "redcathedral"
# The links in messages have secrets of their own, and are opened on any device.
OPEN: Final = ("/api/notify/confirm/", "/api/notify/unsubscribe/")
COOKIE_AGE: Final = 30 * 24 * 3600


class TokenGuard(Guard):
    """Lets requests through that have the token, in their address or in a cookie."""

    def __init__(self, app: ASGIApp, token: str) -> None:
        super().__init__(app)
        self._token = token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse a request or hand it on; the first page goes on without the token in sight."""
        match scope:
            case {"type": "http", "path": str(path)} if path.startswith(OPEN):
                await self._app(scope, receive, send)
            case {"type": "http", "method": "GET", "path": "/"} if self._is_in(_query(scope)):
                rest = urlencode([pair for pair in _query(scope) if pair[0] != TOKEN])
                await self._let_in(send, "/" + ("?" + rest if rest else ""))
            case _:
                await super().__call__(scope, receive, send)

    def check(self, scope: Scope) -> None:
        """Raise RequestRefused for a request without the token."""
        if not self._is_in(_query(scope)) and not self._is_token(_cookie(headers_of(scope))):
            fix = "open the address that the server printed, or scan its QR code again"
            raise RequestRefused(401, "token", "this table asks for a token", fix)

    def _is_in(self, query: list[tuple[str, str]]) -> bool:
        given = [value for name, value in query if name == TOKEN]
        return bool(given) and self._is_token(given[0])

    def _is_token(self, text: str) -> bool:
        return hmac.compare_digest(text.encode(), self._token.encode())

    async def _let_in(self, send: Send, path: str) -> None:
        """Keep the token in a cookie and take it out of the address."""
        cookie = f"{COOKIE}={self._token}; Max-Age={COOKIE_AGE}; Path=/; HttpOnly; SameSite=Lax"
        headers = [
            (b"location", path.encode()),
            (b"set-cookie", cookie.encode()),
            (b"cache-control", b"no-store"),
        ]
        await answer(send, 303, headers)


def _query(scope: Scope) -> list[tuple[str, str]]:
    return parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)


def _cookie(headers: dict[bytes, str]) -> str:
    try:
        found = SimpleCookie(headers.get(b"cookie", "")).get(COOKIE)
    except CookieError:
        return ""
    return "" if found is None else found.value
