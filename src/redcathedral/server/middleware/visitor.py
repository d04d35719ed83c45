"""Who asks, as the guards around the application have found out."""

from typing import Final

from litestar.types import Scope

from redcathedral.server.core.visitor import Visitor

DEVICE: Final = "redcathedral-device"
IN_HOUSE: Final = "redcathedral-in-house"


def visitor_of(scope: Scope) -> Visitor:
    state = scope["state"]
    return Visitor(state[DEVICE], state.get(IN_HOUSE, True))


def mark(scope: Scope, *, in_house: bool) -> None:
    scope["state"][IN_HOUSE] = in_house


def is_at_home(scope: Scope) -> bool:
    """Whether who asks has been let into the house, when the socket was opened."""
    return scope["state"].get(IN_HOUSE) is True
