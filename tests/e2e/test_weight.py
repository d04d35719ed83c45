"""What the browser loads before the first decision weighs less than the limit."""

from __future__ import annotations

import pytest

from tests.e2e.conftest import Arrive
from tests.server.house import RED_AND_BLUE, Client

LIMIT = 300_000  # bytes


@pytest.mark.parametrize("language", ["en", "pl"])
def test_what_is_loaded_before_the_first_decision(
    language: str, house: Client, arrive: Arrive
) -> None:
    """Page, fonts, texts of one language, edition and first message, as they come over the wire."""
    loaded = arrive(house, language=language).weigh(house.new(RED_AND_BLUE))
    total = sum(loaded.values())
    assert total < LIMIT, f"{total:,} bytes: {loaded}"
    texts = [name for name in loaded if "/api/words/" in name]
    assert [name.rpartition("/")[2] for name in texts] == [language]
    assert not any("/api/rules" in name or "/api/lessons" in name for name in loaded)
    assert any(name.endswith(".woff2") for name in loaded)
    assert all(name.startswith(("http", "socket")) for name in loaded)
