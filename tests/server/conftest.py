from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.house import Client, serving


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Client]:
    """A server with an empty data folder."""
    with serving(tmp_path) as client:
        yield client
