from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.server.harness import Client, serving

TOKEN = "a-token"


class Club(NamedTuple):
    """A member, and guests."""

    owner: Client
    ana: Client
    boris: Client
    eve: Client


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    """A club with its owner and three guests."""
    with serving(tmp_path, token=TOKEN, is_club=True) as owner, ExitStack() as stack:
        yield Club(owner, *(stack.enter_context(closing(Client(owner.url))) for _ in range(3)))
