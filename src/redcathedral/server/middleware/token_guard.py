"""On the open network only who has the token comes in; a guest comes as far as a link leads."""

import hmac
import re
from collections.abc import Callable
from typing import Final
from urllib.parse import parse_qsl, urlencode

from litestar.types import ASGIApp, Receive, Scope, Send
from litestar.utils import normalize_path

from redcathedral.server.core.api_error import ApiError
from redcathedral.server.middleware.guard import (
    Guard,
    cookies_of,
    guarded_socket,
    method_of,
    send_answer,
)
from redcathedral.server.middleware.host_guard import SAFE
from redcathedral.server.middleware.visitor import set_member, was_member

TOKEN: Final = "token"
COOKIE: Final = "redcathedral"
COOKIE_AGE: Final = 30 * 24 * 3600
# What a guest may ask: the page and its texts, links, and tables, of which each knows its guests.
GUEST: Final = re.compile(
    r"/(?!api(/|$)).*"
    r"|/api/(server|words/.*|rules/.*|editions/[^/]+|join/.*|mine(/.*)?|notify(/.*)?)"
    r"|/api/tables/(?!load$)[^/]+(/.*)?"
)
# In a club a guest begins games as well, and sees those that are public.
CLUB: Final = re.compile(r"/api/(tables|lessons/.*|puzzles(/.*)?|setups(/.*)?|tabletop/.*)")
SAFE_ONLY: Final = re.compile(r"/(?!api(/|$)).*|/api/editions/.*")


class TokenGuard(Guard):
    """Tells who is in the house, by the token in the address or in a cookie, and who is a guest."""

    def __init__(
        self, app: ASGIApp, token: Callable[[], str | None], *, is_club: bool = False
    ) -> None:
        """``token`` says which it is now, None for one that nobody has."""
        super().__init__(app)
        self._token = token
        self._is_club = is_club

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse a request or hand it on; the first page goes on without the token in sight."""
        match scope:
            case {"type": "http", "method": "GET", "path": "/"} if self._is_in(_query(scope)):
                await self._let_in(scope, send)
            case {"type": "websocket"}:
                await super().__call__(scope, *guarded_socket(self, scope, receive, send))
            case _:
                await super().__call__(scope, receive, send)

    def check(self, scope: Scope) -> None:
        if self._is_in(_query(scope)) or any(map(self._is_token, cookies_of(scope, COOKIE))):
            set_member(scope, is_member=True)
            return
        path = normalize_path(scope["path"])  # as the router reads it
        is_safe = method_of(scope) in SAFE or not SAFE_ONLY.fullmatch(path)
        is_open = GUEST.fullmatch(path) or (self._is_club and CLUB.fullmatch(path))
        if not is_safe or not is_open or was_member(scope):  # with a token that is none any more
            raise ApiError(401, "token")
        set_member(scope, is_member=False)

    def _is_in(self, query: list[tuple[str, str]]) -> bool:
        given = [value for name, value in query if name == TOKEN]
        return bool(given) and self._is_token(given[0])

    def _is_token(self, text: str) -> bool:
        token = self._token()
        return token is not None and hmac.compare_digest(text.encode(), token.encode())

    async def _let_in(self, scope: Scope, send: Send) -> None:
        query = _query(scope)
        token = next(value for name, value in query if name == TOKEN)
        rest = urlencode([pair for pair in query if pair[0] != TOKEN])
        path = "/" + ("?" + rest if rest else "")
        secure = "; Secure" if scope["scheme"] == "https" else ""
        cookie = f"{COOKIE}={token}; Max-Age={COOKIE_AGE}; Path=/; HttpOnly; SameSite=Lax{secure}"
        headers = [
            (b"location", path.encode()),
            (b"set-cookie", cookie.encode()),
            (b"cache-control", b"no-store"),
        ]
        await send_answer(send, 303, headers)


def _query(scope: Scope) -> list[tuple[str, str]]:
    return parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)
