"""Bind the routes of the features to calls, which a page makes as if it sent requests."""

import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from inspect import Parameter, signature
from typing import Any, Final, NamedTuple
from urllib.parse import parse_qsl, unquote, urlsplit

import msgspec

from redcathedral.server.core.api_error import SCHEMA_FIX, ApiError, api_error
from redcathedral.server.core.params import check_language
from redcathedral.server.core.route import Client, Reply, Route, Socket, routes_of
from redcathedral.server.core.server_feature import ServerFeature
from redcathedral.server.core.visitor import Visitor
from redcathedral.server.local.documents import DEVICE

VISITOR: Final = Visitor(DEVICE)
MAX_BYTES: Final = 64 * 1024  # of a request, unless its route allows more


class RouteAnswer(NamedTuple):
    """The answer to a request."""

    status: int
    media_type: str
    headers: Mapping[str, str]
    content: bytes


@dataclass(frozen=True)
class BoundRoute:
    """A method of a feature, with the types of its parameters and the pattern of its path."""

    route: Route
    method: Callable[..., Awaitable[object]]
    hints: Mapping[str, Any]
    pattern: re.Pattern[str]

    @classmethod
    def of(cls, feature: ServerFeature, route: Route, function: Callable[..., Any]) -> "BoundRoute":
        pattern = re.compile(re.sub(r"{(\w+)}", r"(?P<\1>[^/]+)", route.path))
        hints = {name: value.annotation for name, value in signature(function).parameters.items()}
        return cls(route, getattr(feature, function.__name__), hints, pattern)

    def arguments(self, path: Mapping[str, str], query: Mapping[str, str]) -> dict[str, object]:
        """Convert the values of the path and the query; raises ApiError."""
        values: dict[str, object] = {}
        for name, parameter in signature(self.method).parameters.items():
            if name == "visitor":
                values[name] = VISITOR
            elif name == "client":
                values[name] = Client(None, "")
            elif name in path or name in query:
                text = unquote(path[name]) if name in path else query[name]
                values[name] = msgspec.convert(text, self.hints[name], strict=False)
            elif parameter.default is Parameter.empty and name not in ("data", "body", "socket"):
                raise msgspec.ValidationError(f"the query has no `{name}`")
        if "lang" in values:
            check_language(str(values["lang"]))
        return values


class LocalRoutes:
    """The routes of all features of the server in a page."""

    def __init__(self, features: Sequence[ServerFeature]) -> None:
        self._routes = [
            BoundRoute.of(feature, route, function)
            for feature in features
            for route, function in routes_of(type(feature))
        ]

    async def answer(self, method: str, address: str, body: bytes) -> RouteAnswer:
        """Return the answer to a request; the body is JSON or the content of a file."""
        try:
            return await self._answer(method, address, body)
        except msgspec.MsgspecError as error:
            return _refusal(ApiError(400, "bad-request", str(error), SCHEMA_FIX))
        except Exception as error:  # noqa: BLE001 # the page shows it
            return _refusal(api_error(error))

    async def _answer(self, method: str, address: str, body: bytes) -> RouteAnswer:
        bound, arguments = self._find(method, address)
        if len(body) > (bound.route.max_bytes or MAX_BYTES):
            raise ApiError(413, "too-large", "the request is too long", "send fewer bytes")
        if "data" in bound.hints:
            arguments["data"] = msgspec.json.decode(body, type=bound.hints["data"])
        if "body" in bound.hints:
            arguments["body"] = _reader(body)
        result = await bound.method(**arguments)
        if isinstance(result, Reply):
            content = result.content.encode() if isinstance(result.content, str) else result.content
            status = result.status or bound.route.status
            return RouteAnswer(status, result.media_type, result.headers, content)
        return _json(bound.route.status, result)

    async def connect(self, address: str, socket: Socket) -> None:
        """Serve a socket until it is closed; raises ApiError for an unknown address."""
        bound, arguments = self._find(None, address)
        await bound.method(**arguments, socket=socket)

    def _find(self, method: str | None, address: str) -> tuple[BoundRoute, dict[str, object]]:
        parts = urlsplit(address)
        query = dict(parse_qsl(parts.query, keep_blank_values=True))
        for bound in self._routes:
            if bound.route.method == method and (path := bound.pattern.fullmatch(parts.path)):
                return bound, bound.arguments(path.groupdict(), query)
        raise ApiError(404, "not-found", fix=SCHEMA_FIX)


def _json(status: int, value: object) -> RouteAnswer:
    content = b"" if value is None else msgspec.json.encode(value)
    return RouteAnswer(status, "application/json", {}, content)


def _refusal(error: ApiError) -> RouteAnswer:
    return _json(error.status, error.problem)


def _reader(body: bytes) -> Callable[[], Awaitable[bytes]]:
    async def read() -> bytes:
        return body

    return read
