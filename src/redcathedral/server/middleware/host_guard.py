"""A guard against DNS rebinding and forged requests.

A request must use a host name of this machine, and come from a page of this server.
"""

import ipaddress
import re
import socket
from collections.abc import Iterable
from typing import Final

from litestar.types import ASGIApp, Scope

from redcathedral.server.core.api_error import ApiError
from redcathedral.server.middleware.guard import Guard, headers_of, method_of

PAGE_SCHEMES: Final = {"ws": "http", "wss": "https"}  # scheme of a WebSocket -> scheme of its page
HOST_PATTERN: Final = re.compile(r"(\[(?P<ipv6>[0-9a-f:.]+)\]|(?P<name>[^\[\]:@/]+))(:[0-9]{1,5})?")
SAFE_METHODS: Final = ("GET", "HEAD", "OPTIONS")


class HostGuard(Guard):
    """Checks the headers `Host` and `Origin`; ``names`` are additional names of this machine."""

    def __init__(self, app: ASGIApp, names: Iterable[str] = ()) -> None:
        super().__init__(app)
        machine = socket.gethostname().casefold()
        self._names = {"localhost", machine, f"{machine}.local", *map(str.casefold, names)}

    def check(self, scope: Scope) -> None:
        headers = headers_of(scope)
        host = headers.get(b"host", "")
        if not self._is_local_host(host):
            raise ApiError(403, "foreign-host")
        origin = headers.get(b"origin")
        if origin is None or method_of(scope) in SAFE_METHODS:
            return
        page_origin = f"{PAGE_SCHEMES.get(scope['scheme'], scope['scheme'])}://{host}"
        if origin.casefold() != page_origin.casefold():
            raise ApiError(403, "foreign-origin")

    def _is_local_host(self, host: str) -> bool:
        """Return whether a host is a name of this machine, or an IP address."""
        match = HOST_PATTERN.fullmatch(host.casefold())
        if match is None:
            return False
        name = (match["name"] or "").removesuffix(".")  # a fully qualified name may end with a dot
        if name in self._names:
            return True
        try:
            if match["ipv6"]:
                ipaddress.IPv6Address(match["ipv6"])
            else:
                ipaddress.IPv4Address(name)
        except ValueError:
            return False
        return True
