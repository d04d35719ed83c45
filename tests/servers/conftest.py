from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.conftest import postgresql, postgresql_server
from tests.servers.cluster import ServerCluster

__all__ = ["postgresql", "postgresql_server"]


@pytest.fixture
def cluster(postgresql: str, tmp_path: Path) -> Iterator[ServerCluster]:
    """Two server processes on one empty database."""
    servers = ServerCluster(postgresql, tmp_path)
    try:
        servers.start(2)
        yield servers
    finally:
        servers.close()
