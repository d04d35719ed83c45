"""Who asks, as the guards around the application have found out."""

from typing import Final

from litestar.types import Scope

from redcathedral.server.core.visitor import Visitor

DEVICE: Final = "redcathedral-device"
IS_MEMBER: Final = "redcathedral-is-member"


def visitor_of(scope: Scope) -> Visitor:
    state = scope["state"]
    return Visitor(state[DEVICE], state.get(IS_MEMBER, True))


def set_member(scope: Scope, *, is_member: bool) -> None:
    scope["state"][IS_MEMBER] = is_member


def was_member(scope: Scope) -> bool:
    """Whether who asks has been let into the house, when the socket was opened."""
    return scope["state"].get(IS_MEMBER) is True
