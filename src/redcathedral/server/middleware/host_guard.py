"""Requests must name a host of this machine, and come from a page of this server.

That stops DNS rebinding and forged requests.
"""

import ipaddress
import re
import socket
from collections.abc import Iterable
from typing import Final

from litestar.types import ASGIApp, Scope

from redcathedral.server.core.api_error import ApiError
from redcathedral.server.middleware.guard import Guard, headers_of, method_of

SCHEMES: Final = {"ws": "http", "wss": "https"}  # of the page that opens a socket
HOST: Final = re.compile(r"(\[(?P<ipv6>[0-9a-f:.]+)\]|(?P<name>[^\[\]:@/]+))(:[0-9]{1,5})?")
SAFE: Final = ("GET", "HEAD", "OPTIONS")


class HostGuard(Guard):
    """Lets requests through by their headers `Host` and `Origin`; ``names`` are further hosts."""

    def __init__(self, app: ASGIApp, names: Iterable[str] = ()) -> None:
        super().__init__(app)
        machine = socket.gethostname().casefold()
        self._names = {"localhost", machine, f"{machine}.local", *map(str.casefold, names)}

    def check(self, scope: Scope) -> None:
        headers = headers_of(scope)
        host = headers.get(b"host", "")
        if not self._is_own(host):
            raise ApiError(403, "foreign-host")
        origin = headers.get(b"origin")
        own = f"{SCHEMES.get(scope['scheme'], scope['scheme'])}://{host}"
        if origin is None or method_of(scope) in SAFE:
            return
        if origin.casefold() != own.casefold():
            raise ApiError(403, "foreign-origin")

    def _is_own(self, host: str) -> bool:
        """Return whether a host is a known name, or an IP address, which cannot be rebound."""
        match = HOST.fullmatch(host.casefold())
        if match is None:
            return False
        name = (match["name"] or "").removesuffix(".")  # the optional dot of the root
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
