"""Who asks, as the guards around the application have found out."""

from typing import Final

from litestar.types import Scope

from redcathedral.server.core.visitor import Visitor

DEVICE: Final = "redcathedral-device"
IS_LOCAL: Final = "redcathedral-in-house"


def visitor_of(scope: Scope) -> Visitor:
    state = scope["state"]
    return Visitor(state[DEVICE], state.get(IS_LOCAL, True))


def mark(scope: Scope, *, is_local: bool) -> None:
    scope["state"][IS_LOCAL] = is_local


def is_at_home(scope: Scope) -> bool:
    """Whether who asks has been let into the house, when the socket was opened."""
    return scope["state"].get(IS_LOCAL) is True
