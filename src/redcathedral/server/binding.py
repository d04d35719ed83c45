"""Binds the routes of the features to Litestar; no feature knows the web framework."""

import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import cache
from inspect import Parameter, Signature, signature
from typing import Annotated, Any, Final, TypeAlias, get_args, get_origin

import litestar
from litestar import Litestar, MediaType, Request, Response, WebSocket
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.exceptions import WebSocketDisconnect
from litestar.handlers import BaseRouteHandler
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter, RawBody
from litestar.status_codes import HTTP_204_NO_CONTENT
from litestar.types import Scope
from msgspec import Meta

from redcathedral import __version__
from redcathedral.server.core.api_error import ApiError
from redcathedral.server.core.route import Client, Reply, Route, routes_of
from redcathedral.server.core.server_feature import ServerFeature
from redcathedral.server.core.socket import Disconnected
from redcathedral.server.middleware.client_network import client_network
from redcathedral.server.middleware.device import AnyRequest
from redcathedral.server.middleware.errors import answer_error
from redcathedral.server.middleware.response import response
from redcathedral.server.middleware.visitor import visitor_of
from redcathedral.server.registry import FEATURES
from redcathedral.server.run.static import MISSING, Page

FeatureMethod: TypeAlias = Callable[..., Awaitable[object]]
IS_PACKED: Final = "is_packed"  # marks the files of the page, which are compressed already
MAX_REQUEST_BYTES: Final = 64 * 1024
SERVED: Final = "redcathedral-served"  # the key of a ``Served`` in the state of a request
CONTEXT_PARAMETERS: Final = ("self", "visitor", "client", "socket")  # made from the scope


class Served:
    """The features and the page of the server that gets a request.

    All servers of a process have the same Litestar application, because it takes long to make.
    """

    def __init__(self, features: Sequence[ServerFeature], page: Page) -> None:
        self.features: Mapping[type, ServerFeature] = {type(each): each for each in features}
        self.page = page


class LitestarSocket:
    """The ``Socket`` of the features."""

    def __init__(self, socket: WebSocket[object, object, State]) -> None:
        self._socket = socket

    async def accept(self) -> None:
        await self._socket.accept()

    async def send(self, text: str) -> None:
        try:
            await self._socket.send_data(text)
        except (WebSocketDisconnect, RuntimeError, OSError) as error:
            raise Disconnected from error

    async def receive(self) -> str:
        try:
            return await self._socket.receive_data("text")
        except WebSocketDisconnect as error:
            raise Disconnected from error

    async def close(self, code: int) -> None:
        await self._socket.close(code)


@cache
def litestar_app() -> Litestar:
    routes = [
        _bind(feature, route, method)
        for feature in FEATURES
        for route, method in routes_of(feature)
    ]
    return Litestar(
        [get_file, *routes],
        exception_handlers={Exception: answer_error},
        request_max_body_size=MAX_REQUEST_BYTES,
        compression_config=CompressionConfig(
            backend="gzip", minimum_size=1000, exclude_opt_key=IS_PACKED
        ),
        openapi_config=OpenAPIConfig(
            title="The Red Cathedral",
            version=__version__,
            path="/api/schema",
            render_plugins=[JsonRenderPlugin()],
        ),
        logging_config=None,
    )


@litestar.get(
    ["/", "/{name:path}"], include_in_schema=False, sync_to_thread=False, opt={IS_PACKED: True}
)
def get_file(scope: Scope, request: AnyRequest, name: FromPath[str] = "/") -> Response[bytes]:
    page = _served(scope).page
    if name == "/" and not page.is_built:
        return Response(MISSING.encode(), status_code=503, media_type=MediaType.HTML)
    file = page.file(name.lstrip("/"))
    if file is None:
        raise ApiError(404, "not-found")
    return file.response(
        accepts_gzip="gzip" in request.headers.get("accept-encoding", ""),
        known=request.headers.get("if-none-match", ""),
    )


def _served(scope: Scope) -> Served:
    served: Served = scope["state"][SERVED]
    return served


def _bind(feature: type[ServerFeature], route: Route, method: FeatureMethod) -> BaseRouteHandler:
    """Return the Litestar handler of a route of a feature."""
    parameters = signature(method).parameters
    hints = {name: parameter.annotation for name, parameter in parameters.items()}
    path = re.sub(r"{(\w+)}", lambda name: f"{{{name[1]}:{hints[name[1]].__name__}}}", route.path)

    async def handle(**values: Any) -> object:
        scope = values.pop("scope")
        if "socket" in parameters:
            values["socket"] = LitestarSocket(values["socket"])
        if "visitor" in parameters:
            values["visitor"] = visitor_of(scope)
        if "client" in parameters:
            values["client"] = _client(scope)
        result = await method(_served(scope).features[feature], **values)
        return response(result, route.status) if isinstance(result, Reply) else result

    annotations: dict[str, Any] = {"scope": Scope}
    if route.method is None:
        annotations["socket"] = WebSocket[object, object, State]
    for name in parameters:
        if name not in CONTEXT_PARAMETERS:
            annotations[name] = _annotation(name, hints[name], is_in_path=f"{{{name}}}" in path)
    result = signature(method).return_annotation
    if result is Reply:
        result = Response[None] if route.status == HTTP_204_NO_CONTENT else Response[Any]
    annotations["return"] = result
    handle.__name__ = method.__name__
    handle.__doc__ = method.__doc__
    handle.__annotations__ = annotations
    handle.__signature__ = Signature(  # type: ignore[attr-defined]
        [
            Parameter(
                name,
                Parameter.KEYWORD_ONLY,
                annotation=annotation,
                default=parameters[name].default if name in parameters else Parameter.empty,
            )
            for name, annotation in annotations.items()
            if name != "return"
        ],
        return_annotation=annotations["return"],
    )
    namespace = method.__globals__  # where types may be named by texts
    if route.method is None:
        return litestar.websocket(path, signature_namespace=namespace)(handle)
    return litestar.route(
        path,
        http_method=route.method,
        status_code=route.status,
        media_type=route.media_type,
        request_max_body_size=route.max_bytes or MAX_REQUEST_BYTES,
        signature_namespace=namespace,
    )(handle)


def _annotation(name: str, hint: Any, *, is_in_path: bool) -> Any:
    """Return the type of a parameter with Litestar's mark of where its value comes from."""
    if name == "data":
        return JSONBody[hint]  # type: ignore[misc]
    if name == "body":
        return RawBody
    if is_in_path:
        return FromPath[hint]  # type: ignore[misc]
    if get_origin(hint) is Annotated:
        kind, meta = get_args(hint)
        assert isinstance(meta, Meta)
        return Annotated[kind, QueryParameter(ge=meta.ge, le=meta.le)]
    return FromQuery[hint]  # type: ignore[misc]


def _client(scope: Scope) -> Client:
    host = scope["client"][0] if scope["client"] else None
    base_url = str(Request[object, object, State](scope).base_url).rstrip("/")
    return Client(client_network(host), base_url)
