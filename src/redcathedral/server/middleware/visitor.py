"""The visitor of a request, as the guards have identified it."""

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
    """Return whether the client was a member when its socket was opened."""
    return scope["state"].get(IS_MEMBER) is True
