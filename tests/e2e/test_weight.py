"""What the browser loads before the first decision weighs less than the limit."""

from __future__ import annotations

from tests.e2e.conftest import Arrive
from tests.server.house import RED_AND_BLUE, Client

LIMIT = 300_000  # bytes


def test_what_is_loaded_before_the_first_decision(house: Client, arrive: Arrive) -> None:
    """Page, fonts, texts, edition and the first message, as they come over the wire."""
    loaded = arrive(house).weigh(house.new(RED_AND_BLUE))
    total = sum(loaded.values())
    assert total < LIMIT, f"{total:,} bytes: {loaded}"
    assert any(name.endswith(".woff2") for name in loaded)
    assert all(name.startswith(("http", "socket")) for name in loaded)
