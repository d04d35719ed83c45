"""The attributes of an engine object as plain data, for any class."""

from __future__ import annotations

from redcathedral.engine.components import Components
from redcathedral.engine.setting import Setting
from redcathedral.engine.state import State

WORKED_OUT = {"moves", "journal"}  # what no copy has: the memo of legal decisions, and the journal


def attributes(thing: object) -> dict[str, object]:
    """Return every attribute by name, so that no list here can miss a new one."""
    kept = thing.__getstate__()
    assert isinstance(kept, dict)
    left_out = WORKED_OUT if isinstance(thing, State) else set()
    return {name: _plain(value) for name, value in kept.items() if name not in left_out}


def _plain(value: object) -> object:
    if isinstance(value, Setting):
        return attributes(value)
    if isinstance(value, Components):
        return value.edition
    return list(value) if hasattr(value, "__iter__") else value
