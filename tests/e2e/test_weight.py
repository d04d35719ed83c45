"""The size of what the browser loads before the first decision."""

from __future__ import annotations

import pytest
from playwright.sync_api import Route

from tests.e2e.conftest import Arrive
from tests.e2e.person import WIDE
from tests.server.harness import RED_AND_BLUE, Client

LIMIT = 300_000  # bytes


def test_splash_screen_shows_before_the_scripts_load(server: Client, arrive: Arrive) -> None:
    """Title and sky, also in the dark, as the policy of the server allows; then they go."""
    person = arrive(server, dark=True, fresh=True)
    scripts: list[Route] = []

    def hold(script: Route) -> None:
        scripts.append(script)

    person.tab.route("**/index-*.js", hold, times=1)
    person.tab.goto(server.url, wait_until="commit")
    splash = person.tab.locator("#splash")
    splash.get_by_role("heading").wait_for()
    for part in (".sky", "h1"):
        box = splash.locator(part).bounding_box()
        assert box is not None
        assert box["width"] == WIDE[0]
    grounds = splash.locator("h1").evaluate(
        "(title) => [title, document.body].map((each) => getComputedStyle(each).backgroundColor)"
    )
    assert grounds == ["rgb(15, 14, 20)", "rgb(27, 26, 34)"]
    scripts[0].continue_()
    person.button("web.new").wait_for()
    assert splash.count() == 0


@pytest.mark.parametrize("language", ["en", pytest.param("pl", marks=pytest.mark.slow)])
def test_bytes_loaded_before_the_first_decision(
    language: str, server: Client, arrive: Arrive
) -> None:
    """Page, fonts, texts of one language, edition and first message, as they come over the wire."""
    loaded = arrive(server, language=language, fresh=True).weigh(server.create_table(RED_AND_BLUE))
    total = sum(loaded.values())
    assert total < LIMIT, f"{total:,} bytes: {loaded}"
    texts = [name for name in loaded if "/api/words/" in name]
    assert [name.rpartition("/")[2] for name in texts] == [language]
    assert not any("/api/rules" in name or "/api/lessons" in name for name in loaded)
    assert any(name.endswith(".woff2") for name in loaded)
    assert all(name.startswith(("http", "socket")) for name in loaded)
