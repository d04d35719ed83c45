"""All fields of a position as plain data, to compare and hash positions."""

from __future__ import annotations

from redcathedral.engine.state import State

SCALARS = (
    "phase",
    "seat",
    "turn",
    "closer",
    "cursor",
    "pending",
    "after",
    "claim",
    "left",
    "die",
    "space",
    "taken",
    "influenced",
    "activated",
    "action",
    "repeats",
    "window",
    "rerolled",
)
VECTORS = ("cells", "ivan_inventory", "ivan_build")
SETTING = ("colours", "advanced", "heights", "card", "influence", "ivan_cards")


def fields(state: State) -> dict[str, object]:
    """Return every field of a position, without the cache of legal decisions and the journal."""
    result: dict[str, object] = {name: int(getattr(state, name)) for name in SCALARS}
    result |= {name: list(getattr(state, name)) for name in VECTORS}
    result |= {name: list(getattr(state.setting, name)) for name in SETTING}
    return result
