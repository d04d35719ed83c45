"""Routes, which features declare on their methods without a web framework.

A parameter of such a method is part of the path if its name is there in braces.  ``visitor``
is the device that sends the request, ``client`` its network, ``socket`` the open WebSocket, and
``body`` the bytes of the request; ``data`` is its JSON, as a value of the parameter's type.  All
other parameters are in the query.  A result is sent as JSON, unless it is a ``Reply``.
"""

from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal, NamedTuple, TypeAlias, TypeVar

Method: TypeAlias = Literal["GET", "POST", "PUT", "DELETE"]
Handler = TypeVar("Handler", bound=Callable[..., Awaitable[object]])
ROUTE_ATTRIBUTE: Final = "__route__"  # the attribute of a method with its route


@dataclass(frozen=True, slots=True)
class Route:
    """The requests that a method answers, with the status of a success.

    ``method`` is None for a WebSocket; ``max_bytes`` limits the request's size.
    """

    method: Method | None
    path: str
    status: int
    media_type: str = "application/json"
    max_bytes: int | None = None


class Client(NamedTuple):
    """The sender of a request, and the URL by which the sender reached this server."""

    network: str | None  # None for this machine
    base_url: str


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer that is not JSON."""

    content: str | bytes
    media_type: str
    headers: Mapping[str, str] = field(default_factory=dict)
    status: int | None = None  # None for the status of the route


def get(
    path: str, *, status: int = 200, media_type: str = "application/json"
) -> Callable[[Handler], Handler]:
    return _declared(Route("GET", path, status, media_type))


def post(
    path: str,
    *,
    status: int = 201,
    media_type: str = "application/json",
    max_bytes: int | None = None,
) -> Callable[[Handler], Handler]:
    return _declared(Route("POST", path, status, media_type, max_bytes))


def put(path: str, *, status: int = 200) -> Callable[[Handler], Handler]:
    return _declared(Route("PUT", path, status))


def delete(path: str) -> Callable[[Handler], Handler]:
    return _declared(Route("DELETE", path, 204))


def websocket(path: str) -> Callable[[Handler], Handler]:
    return _declared(Route(None, path, 101))


def _declared(route: Route) -> Callable[[Handler], Handler]:
    def declare(handler: Handler) -> Handler:
        setattr(handler, ROUTE_ATTRIBUTE, route)
        return handler

    return declare


def routes_of(feature: type) -> Iterator[tuple[Route, Callable[..., Awaitable[Any]]]]:
    for method in vars(feature).values():
        route = getattr(method, ROUTE_ATTRIBUTE, None)
        if route is not None:
            yield route, method
