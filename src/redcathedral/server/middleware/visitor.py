"""The visitor of a request, whom the middleware has stored in the state of the ASGI scope."""

from typing import Final

from litestar.types import Scope

from redcathedral.server.core.visitor import Visitor

DEVICE_KEY: Final = "redcathedral-device"
IS_LOCAL_KEY: Final = "redcathedral-is-local"


def visitor_of(scope: Scope) -> Visitor:
    state = scope["state"]
    return Visitor(state[DEVICE_KEY], state.get(IS_LOCAL_KEY, True))


def set_local(scope: Scope, *, is_local: bool) -> None:
    scope["state"][IS_LOCAL_KEY] = is_local


def was_local(scope: Scope) -> bool:
    """Return whether the client was local when its socket was opened."""
    return scope["state"].get(IS_LOCAL_KEY) is True
