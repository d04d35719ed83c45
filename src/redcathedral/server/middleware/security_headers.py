"""Add security headers to every response, which protect the page from other sites."""

from typing import Final

from litestar.types import ASGIApp, Message, Receive, Scope, Send

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; "
    "img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; "
    "worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS: Final = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)


class SecurityHeaders:
    """An ASGI middleware that adds headers, except those that a response sets itself."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = [*message.get("headers", ())]
                present = {name.lower() for name, _ in given}
                ours = [header for header in HEADERS if header[0] not in present]
                message["headers"] = [*given, *ours, *_caching(scope["path"], given)]
            await send(message)

        await self._app(scope, receive, send_with_headers)


def _caching(path: str, headers: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    is_set = any(name.lower() == b"cache-control" for name, _ in headers)
    return [] if is_set or not path.startswith("/api/") else [(b"cache-control", b"no-store")]
