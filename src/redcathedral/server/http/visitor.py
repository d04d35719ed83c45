"""Who asks, as the guards around the application have found out."""

from typing import Final

from litestar.types import Scope

from redcathedral.server.host.visitor import Visitor

DEVICE: Final = "redcathedral-device"
IN_HOUSE: Final = "redcathedral-in-house"


def visitor_of(scope: Scope) -> Visitor:
    """Who asks with a request or opens a socket."""
    state = scope["state"]
    return Visitor(state[DEVICE], state.get(IN_HOUSE, True))


def mark_guest(scope: Scope) -> None:
    """Who asks is not let into the house."""
    scope["state"][IN_HOUSE] = False
