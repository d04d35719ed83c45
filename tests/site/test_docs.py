"""The documentation next to the game."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.site.conftest import Visit

pytestmark = [pytest.mark.site, pytest.mark.xdist_group("site")]


def test_start_page_and_documentation_link_to_each_other(visit: Visit) -> None:
    visitor = visit()
    visitor.start()
    # the service worker answers with the start page for every address of the game
    visitor.tab.wait_for_function("navigator.serviceWorker.controller !== null")
    visitor.tab.locator("footer a").click()
    expect(visitor.tab.locator("h1")).to_contain_text("Documentation")
    visitor.tab.locator("header").get_by_role("link", name="Rules").click()
    expect(visitor.tab.locator("h1")).to_contain_text("The rules")
    visitor.tab.locator("header").get_by_role("link", name="Play").click()
    expect(visitor.tab.locator('[data-do="first"]')).to_be_visible()
    kept = "caches.keys().then((names) => caches.open(names[0])).then((cache) => cache.keys())"
    names = visitor.tab.evaluate(f"{kept}.then((keys) => keys.map(({{ url }}) => url))")
    assert [name for name in names if "/docs" in name] == []
