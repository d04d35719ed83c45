"""Load games of the conformance set, complete or up to some turn, as tables of a server."""

from __future__ import annotations

import gzip
import re
from pathlib import Path
from typing import Final

from tests.server.harness import Client

RECORDS: Final = Path(__file__).parents[1] / "conformance"


def text(name: str, part: float = 1.0) -> str:
    """Return a record with people on all seats, up to the turn at ``part`` of the game."""
    whole = gzip.decompress((RECORDS / f"{name}.rcg.gz").read_bytes()).decode()
    whole = re.sub(r"(?m)^(seat \w+) .*$", r"\1", whole)
    if part == 1.0:
        return whole
    turns = [match.start() for match in re.finditer(r"(?m)^turn ", whole)]
    return whole[: turns[int(len(turns) * part)]]


def load(server: Client, name: str, part: float = 1.0) -> str:
    """Load a game and return the id of its table."""
    answer = server.http.post("/api/tables/load", content=text(name, part).encode())
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])
