"""How much random play the machine can afford: more on the compiled engine."""

from __future__ import annotations

import pytest

from tests.conftest import loaded_engine


@pytest.fixture(scope="session")
def volume() -> int:
    """A factor for the number of seeded games."""
    return 36 if loaded_engine("redcathedral.engine.rules") == "compiled" else 1
