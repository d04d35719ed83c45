"""The documentation next to the game."""

from __future__ import annotations

from typing import Final

import pytest
from playwright.sync_api import expect

from tests.site.conftest import Visit

pytestmark = [pytest.mark.site, pytest.mark.xdist_group("site")]


# Once the service worker has taken over, it answers every address of the game with the start page.
CONTROLLED: Final = """new Promise((done) => {
  if (navigator.serviceWorker.controller) done(null);
  navigator.serviceWorker.addEventListener('controllerchange', () => done(null));
})"""
KEPT: Final = """caches.keys()
  .then((names) => caches.open(names[0]))
  .then((cache) => cache.keys())
  .then((requests) => requests.map(({ url }) => url))"""


def test_start_page_and_documentation_link_to_each_other(visit: Visit) -> None:
    visitor = visit()
    visitor.start()
    visitor.tab.evaluate(CONTROLLED)
    visitor.tab.locator("footer a").click()
    expect(visitor.tab.locator("h1")).to_contain_text("Documentation")
    visitor.tab.locator("header").get_by_role("link", name="Rules").click()
    expect(visitor.tab.locator("h1")).to_contain_text("The rules")
    visitor.tab.locator("header").get_by_role("link", name="Play").click()
    expect(visitor.tab.locator('[data-do="first"]')).to_be_visible()
    kept = visitor.tab.evaluate(KEPT)
    assert len(kept) > 20
    assert [address for address in kept if "/docs" in address] == []
