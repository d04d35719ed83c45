"""Routes, which features declare on their methods without a web framework.

A parameter of such a method is part of the path if its name is there in braces.  ``visitor``
is the device that sends the request, ``client`` its network, ``socket`` the open WebSocket, and
``body`` reads the bytes of the request; ``data`` is its JSON, as a value of the parameter's
type.  All other parameters are in the query.  ``lang`` is a language that has texts, or the request
is refused.  A result is sent as JSON, unless it is a ``Reply``.
"""

import re
from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final, Literal, NamedTuple, Protocol, TypeAlias, TypeVar

Method: TypeAlias = Literal["GET", "POST", "PUT", "DELETE"]
Handler = TypeVar("Handler", bound=Callable[..., Awaitable[object]])
# Reads the bytes of a request; raises an error of the framework if there are too many.
BodyReader: TypeAlias = Callable[[], Awaitable[bytes]]
ROUTE_ATTRIBUTE: Final = "__route__"  # the attribute of a method with its route


@dataclass(frozen=True, slots=True)
class Route:
    """The requests that a method answers, with the status of a success; decorates the method.

    ``method`` is None for a WebSocket; ``max_bytes`` limits the request's size.
    """

    method: Method | None
    path: str
    status: int
    media_type: str = "application/json"
    max_bytes: int | None = None

    def __call__(self, handler: Handler) -> Handler:
        setattr(handler, ROUTE_ATTRIBUTE, self)
        return handler


get: Final = partial(Route, "GET", status=200)
post: Final = partial(Route, "POST", status=201)
put: Final = partial(Route, "PUT", status=200)
delete: Final = partial(Route, "DELETE", status=204)
websocket: Final = partial(Route, None, status=101)


class Client(NamedTuple):
    """The sender of a request, and the URL by which the sender reached this server."""

    network: str | None  # None for this machine
    base_url: str


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer with its own media type and headers."""

    content: str | bytes = b""
    media_type: str = "text/plain"
    headers: Mapping[str, str] = field(default_factory=dict)
    status: int | None = None  # None for the status of the route

    @classmethod
    def attachment(cls, text: str, name: str, suffix: str, media_type: str) -> "Reply":
        """Return a file to save, whose name has the letters and digits of ``name``."""
        file = f"redcathedral-{re.sub(r'[^A-Za-z0-9-]', '', name)}.{suffix}"
        return cls(text, media_type, {"content-disposition": f'attachment; filename="{file}"'})


class Disconnected(Exception):
    """The connection was closed by the other side, or lost."""


class Socket(Protocol):
    """One WebSocket; its methods raise Disconnected."""

    async def accept(self) -> None:
        """Open the connection."""

    async def send(self, text: str) -> None:
        """Send a message."""

    async def receive(self) -> str:
        """Wait for a message."""

    async def close(self, code: int) -> None:
        """Close the connection with a code of RFC 6455."""


def routes_of(feature: type) -> Iterator[tuple[Route, Callable[..., Awaitable[Any]]]]:
    for method in vars(feature).values():
        if (route := getattr(method, ROUTE_ATTRIBUTE, None)) is not None:
            yield route, method
