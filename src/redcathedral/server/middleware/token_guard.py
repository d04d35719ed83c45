"""A guard that lets in clients with the server's token, and guests only to some paths."""

import hmac
import re
from collections.abc import Callable
from typing import Final
from urllib.parse import parse_qsl, urlencode

from litestar.types import ASGIApp, Receive, Scope, Send
from litestar.utils import normalize_path

from redcathedral.server.core.api_error import ApiError
from redcathedral.server.core.visitor import Guests
from redcathedral.server.middleware import guard
from redcathedral.server.middleware.device import set_local, visitor_of, was_local
from redcathedral.server.middleware.host_guard import SAFE_METHODS

TOKEN_PARAMETER: Final = "token"
TOKEN_COOKIE: Final = "redcathedral"
COOKIE_SECONDS: Final = 30 * 24 * 3600
# Guests may load the page and its texts, follow links and open tables; each table checks them.
GUEST_PATHS: Final = re.compile(
    r"/(?!api(/|$)).*"
    r"|/api/(server|words/.*|rules/.*|editions/[^/]+(/file|/json)?|box(/(?!file$)[^/]+)?)"
    r"|/api/(join/.*|mine(/.*)?|mistakes/.*|notify(/.*)?)"
    r"|/api/tables/(?!load$)[^/]+(/.*)?"
)
# In a club, guests may also begin games and see public ones.
CLUB_PATHS: Final = re.compile(r"/api/(tables|(deals|puzzles|setups)(/.*)?|lessons/.*|tabletop/.*)")
# A banned guest may load the page and its texts; a table's socket closes with the reason.
BANNED_PATHS: Final = re.compile(r"/(?!api(/|$)).*|/api/(server|words/.*)|/api/tables/[^/]+/live")
READ_ONLY_PATHS: Final = re.compile(r"/(?!api(/|$)).*|/api/editions/.*")


class TokenGuard(guard.Guard):
    """Treats clients with the token (in URL, cookie or header) as local, and others as guests."""

    def __init__(
        self,
        app: ASGIApp,
        token: Callable[[], str | None],
        guests: Guests,
        *,
        is_club: bool = False,
    ) -> None:
        """``token`` returns the current token, or None if all clients are guests."""
        super().__init__(app)
        self._token = token
        self._guests = guests
        self._is_club = is_club

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check a request; a token in the URL of the page is moved to a cookie first."""
        match scope:
            case {"type": "http", "method": "GET", "path": "/"} if self._has_token(_query(scope)):
                await self._redirect_with_cookie(scope, send)
            case {"type": "websocket"}:
                await super().__call__(scope, *guard.guarded_socket(self, scope, receive, send))
            case _:
                await super().__call__(scope, receive, send)

    def check(self, scope: Scope) -> None:
        scheme, _, bearer = guard.headers_of(scope).get(b"authorization", "").partition(" ")
        bearers = [bearer.strip()] if scheme.casefold() == "bearer" else []
        tokens = (*bearers, *guard.cookies_of(scope, TOKEN_COOKIE))
        if self._has_token(_query(scope)) or any(map(self._is_token, tokens)):
            set_local(scope, is_local=True)
            return
        path = normalize_path(scope["path"])  # the router does the same
        if visitor_of(scope).device in self._guests.banned and not BANNED_PATHS.fullmatch(path):
            raise ApiError(403, "banned")
        may_use_method = guard.method_of(scope) in SAFE_METHODS or not READ_ONLY_PATHS.fullmatch(
            path
        )
        is_open = GUEST_PATHS.fullmatch(path) or (self._is_club and CLUB_PATHS.fullmatch(path))
        if not may_use_method or not is_open or was_local(scope):  # local: the token has changed
            raise ApiError(401, "token")
        set_local(scope, is_local=False)

    def _has_token(self, query: list[tuple[str, str]]) -> bool:
        values = [value for name, value in query if name == TOKEN_PARAMETER]
        return bool(values) and self._is_token(values[0])

    def _is_token(self, text: str) -> bool:
        token = self._token()
        return token is not None and hmac.compare_digest(text.encode(), token.encode())

    async def _redirect_with_cookie(self, scope: Scope, send: Send) -> None:
        query = _query(scope)
        token = next(value for name, value in query if name == TOKEN_PARAMETER)
        other_parameters = urlencode([pair for pair in query if pair[0] != TOKEN_PARAMETER])
        path = "/" + ("?" + other_parameters if other_parameters else "")
        secure = "; Secure" if scope["scheme"] == "https" else ""
        cookie = f"{TOKEN_COOKIE}={token}; Max-Age={COOKIE_SECONDS}; Path=/; HttpOnly; SameSite=Lax"
        headers = [
            (b"location", path.encode()),
            (b"set-cookie", (cookie + secure).encode()),
            (b"cache-control", b"no-store"),
        ]
        await guard.send_answer(send, 303, headers)


def _query(scope: Scope) -> list[tuple[str, str]]:
    return parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)
