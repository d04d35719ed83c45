"""The number of random games: more on the compiled engine, and most in ``make test-full``."""

from __future__ import annotations

import pytest

from tests.conftest import loaded_engine

COMPILED = loaded_engine("redcathedral.engine.rules") == "compiled"
MANY = 36


@pytest.fixture(scope="session")
def volume() -> int:
    """A factor for the number of seeded games in quick tests."""
    return MANY if COMPILED else 1


@pytest.fixture(
    params=[
        pytest.param(1, id="few"),
        pytest.param(2, id="some", marks=pytest.mark.slow),
        pytest.param(MANY, id="many", marks=pytest.mark.long),
    ]
)
def costly(request: pytest.FixtureRequest) -> int:
    """A factor for the number of games in tests that check every position."""
    return int(request.param) if COMPILED else 1
