"""Bind the routes of the features to Litestar, so that features need no web framework."""

import re
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from inspect import Parameter, Signature, signature
from typing import Annotated, Any, Final, TypeAlias, get_args, get_origin

import litestar
from litestar import Litestar, MediaType, Request, Response, WebSocket
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.enums import RequestEncodingType
from litestar.exceptions import WebSocketDisconnect
from litestar.handlers import BaseRouteHandler
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.params import Body, FromPath, PathParameter, QueryParameter
from litestar.status_codes import HTTP_204_NO_CONTENT
from litestar.types import Scope
from msgspec import Meta

from redcathedral import __version__
from redcathedral.server.core.api_error import ApiError
from redcathedral.server.core.params import check_language
from redcathedral.server.core.route import Client, Disconnected, Reply, Route, routes_of
from redcathedral.server.core.server_feature import ServerFeature
from redcathedral.server.middleware.client_network import client_network
from redcathedral.server.middleware.device import AnyRequest, visitor_of
from redcathedral.server.middleware.response import answer_error, response
from redcathedral.server.operations import OPERATION_ROUTES, REQUEST_METRICS
from redcathedral.server.registry import feature_classes
from redcathedral.server.run.static import NOT_BUILT_PAGE, Page

FeatureMethod: TypeAlias = Callable[..., Awaitable[object]]
SKIPS_COMPRESSION: Final = "is_packed"  # an option of routes that return compressed data
MAX_REQUEST_BYTES: Final = 64 * 1024
SERVED_KEY: Final = "redcathedral-served"  # of the ``Served`` in the state of a request
# The parameters of methods that `handle` makes itself; Litestar reads the others.
OWN_PARAMETERS: Final = ("self", "visitor", "client", "socket", "body")


class Served:
    """The features and the page of the server that gets a request.

    All servers of a process share one Litestar application, because its creation is slow.
    """

    def __init__(self, features: Sequence[ServerFeature], page: Page) -> None:
        self.features: Mapping[type, ServerFeature] = {
            type(feature): feature for feature in features
        }
        self.page = page


class LitestarSocket:
    """Implements the ``Socket`` of the features with Litestar's WebSocket."""

    def __init__(self, socket: WebSocket[object, object, State]) -> None:
        self._socket = socket

    async def accept(self) -> None:
        with _disconnections():
            await self._socket.accept()

    async def send(self, text: str) -> None:
        with _disconnections():
            await self._socket.send_data(text)

    async def receive(self) -> str:
        try:
            return await self._socket.receive_data("text")
        except WebSocketDisconnect as error:
            raise Disconnected from error

    async def close(self, code: int) -> None:
        with _disconnections():
            await self._socket.close(code)


@contextmanager
def _disconnections() -> Iterator[None]:
    try:
        yield
    except (WebSocketDisconnect, RuntimeError, OSError) as error:
        raise Disconnected from error


@cache
def litestar_app() -> Litestar:
    routes = [
        _bind(feature, route, method)
        for feature in feature_classes()
        for route, method in routes_of(feature)
    ]
    return Litestar(
        [get_file, *OPERATION_ROUTES, *routes],
        middleware=[REQUEST_METRICS.middleware],
        exception_handlers={Exception: answer_error},
        request_max_body_size=MAX_REQUEST_BYTES,
        compression_config=CompressionConfig(
            backend="gzip", minimum_size=1000, exclude_opt_key=SKIPS_COMPRESSION
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
    ["/", "/{name:path}"],
    include_in_schema=False,
    sync_to_thread=False,
    opt={SKIPS_COMPRESSION: True},
)
def get_file(scope: Scope, request: AnyRequest, name: FromPath[str] = "/") -> Response[bytes]:
    page = _served(scope).page
    if name == "/" and not page.is_built:
        return Response(NOT_BUILT_PAGE.encode(), status_code=503, media_type=MediaType.HTML)
    file = page.file(name.lstrip("/"), _base_url(scope))
    if file is None:
        raise ApiError(404, "not-found")
    return file.response(
        accepts_gzip="gzip" in request.headers.get("accept-encoding", ""),
        if_none_match=request.headers.get("if-none-match", ""),
    )


def _served(scope: Scope) -> Served:
    served: Served = scope["state"][SERVED_KEY]
    return served


def _bind(feature: type[ServerFeature], route: Route, method: FeatureMethod) -> BaseRouteHandler:
    parameters = signature(method).parameters
    hints = {name: parameter.annotation for name, parameter in parameters.items()}
    path = re.sub(r"{(\w+)}", lambda name: f"{{{name[1]}:{hints[name[1]].__name__}}}", route.path)

    async def handle(**values: Any) -> object:
        scope = values.pop("scope")
        if "lang" in values:
            check_language(values["lang"])
        if "socket" in parameters:
            values["socket"] = LitestarSocket(values["socket"])
        if "visitor" in parameters:
            values["visitor"] = visitor_of(scope)
        if "client" in parameters:
            host = scope["client"][0] if scope["client"] else None
            values["client"] = Client(client_network(host), _base_url(scope))
        if "body" in parameters:
            values["body"] = values.pop("request").body
        result = await method(_served(scope).features[feature], **values)
        return response(result, route.status) if isinstance(result, Reply) else result

    annotations: dict[str, Any] = {"scope": Scope}
    if route.method is None:
        annotations["socket"] = WebSocket[object, object, State]
    if "body" in parameters:
        annotations["request"] = AnyRequest
    for name in parameters:
        if name not in OWN_PARAMETERS:
            annotations[name] = _annotation(
                name, hints[name], is_in_path=f"{{{name}}}" in route.path
            )
    result = signature(method).return_annotation
    if result is Reply:
        result = Response[None] if route.status == HTTP_204_NO_CONTENT else Response[Any]
    annotations["return"] = result
    handle.__name__ = method.__name__
    handle.__annotations__ = annotations
    vars(handle)["__signature__"] = Signature(
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
    namespace = method.__globals__  # resolves annotations that are strings
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
    """Return a parameter's type with Litestar's marker for the source of its value."""
    if name == "data":
        return Annotated[hint, Body(media_type=RequestEncodingType.JSON)]
    if is_in_path:
        return Annotated[hint, PathParameter()]
    if get_origin(hint) is Annotated:
        kind, meta = get_args(hint)
        assert isinstance(meta, Meta)
        assert meta == Meta(ge=meta.ge, le=meta.le), "only these limits are passed on"
        return Annotated[kind, QueryParameter(ge=meta.ge, le=meta.le)]
    return Annotated[hint, QueryParameter()]


def _base_url(scope: Scope) -> str:
    return str(Request[object, object, State](scope).base_url).rstrip("/")
