"""Tabs that tests use one after another: a new one costs two CPU seconds, an emptied one half."""

from __future__ import annotations

from collections import defaultdict

from playwright.sync_api import Browser, BrowserContext
from playwright.sync_api import Page as Tab

PATIENCE = 60_000  # ms until an element that does not appear fails the test
KEPT = 3  # idle tabs of a kind
Kind = tuple[bool, str]  # has touch, language


def new_context(browser: Browser, *, touch: bool, language: str) -> BrowserContext:
    """Return a window without cookies, history or stored data."""
    context = browser.new_context(
        has_touch=touch,
        is_mobile=touch,
        locale="en-GB" if language == "en" else language,
        accept_downloads=True,
    )
    context.set_default_timeout(PATIENCE)
    return context


def leave_page(tab: Tab) -> None:
    """Replace the page of a tab by an empty one.

    The page itself does so: if Playwright opened ``about:blank``, the browser would start another
    process for the next page, which takes a third of the CPU time of opening it.
    """
    if tab.url != "about:blank":
        tab.evaluate("() => location.replace('about:blank')")
        tab.wait_for_url("about:blank")


class TabPool:
    """Idle tabs by kind, each alone in its window."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._idle: defaultdict[Kind, list[Tab]] = defaultdict(list)

    def take(self, *, touch: bool, language: str) -> Tab:
        """Return an empty tab."""
        idle = self._idle[touch, language]
        if idle:
            return idle.pop()
        return new_context(self._browser, touch=touch, language=language).new_page()

    def give_back(self, tab: Tab, origin: str, *, touch: bool, language: str) -> None:
        """Empty a tab of all that a server at this origin and the test left there, and keep it."""
        idle = self._idle[touch, language]
        if len(idle) == KEPT or len(tab.context.pages) > 1 or tab.is_closed():
            tab.context.close()
            return
        tab.unroute_all()
        leave_page(tab)
        tab.mouse.move(0, 0)
        tab.context.clear_cookies()
        tab.context.clear_permissions()
        tab.emulate_media(media="screen", forced_colors="none")
        session = tab.context.new_cdp_session(tab)
        session.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
        session.send("Page.resetNavigationHistory")
        session.detach()
        idle.append(tab)
