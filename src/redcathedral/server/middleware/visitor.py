"""The visitor of a request, as the guards have identified it."""

from typing import Final

from litestar.types import Scope

from redcathedral.server.core.visitor import Visitor

DEVICE: Final = "redcathedral-device"
IS_LOCAL: Final = "redcathedral-is-local"


def visitor_of(scope: Scope) -> Visitor:
    state = scope["state"]
    return Visitor(state[DEVICE], state.get(IS_LOCAL, True))


def set_local(scope: Scope, *, is_local: bool) -> None:
    scope["state"][IS_LOCAL] = is_local


def was_local(scope: Scope) -> bool:
    """Return whether the client was local when its socket was opened."""
    return scope["state"].get(IS_LOCAL) is True
