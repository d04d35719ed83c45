"""Modes as parameters of a test: some on both engines, a few on one, the others marked ``long``."""

from __future__ import annotations

import pytest

from tests.properties.modes import ALL

BOTH = {"two-advanced", "three-basic", "solo-all-options"}
ONE = {"four-basic", "solo-advanced", "four-first-game", "four-limited"}


def marks(name: str) -> list[pytest.MarkDecorator]:
    """Return the marks that decide when the mode is tested."""
    if name in BOTH:
        return []
    return [pytest.mark.once if name in ONE else pytest.mark.long]


few_modes = pytest.mark.parametrize(
    "mode", [pytest.param(mode, id=mode.name, marks=marks(mode.name)) for mode in ALL]
)
