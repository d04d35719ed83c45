"""Modes as parameters of a test: a few with every option always, the others marked slow."""

from __future__ import annotations

import pytest

from tests.properties.modes import ALL

FEW = {
    *("two-advanced", "three-basic", "four-basic", "solo-advanced"),
    *("four-first-game", "four-limited", "solo-all-options"),
}

few_modes = pytest.mark.parametrize(
    "mode",
    [
        pytest.param(mode, id=mode.name, marks=[] if mode.name in FEW else pytest.mark.slow)
        for mode in ALL
    ],
)
