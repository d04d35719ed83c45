"""Tabs at the site that tests use one after another: Python takes seconds to start in a new one."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from playwright.sync_api import Browser
from playwright.sync_api import Page as Tab

from tests.e2e.person import DRAWN
from tests.site.visitor import LastingVisitor, new_tab

SETTINGS: Final = "localStorage['redcathedral.settings']"  # the page writes them when it starts
# A new window stores nothing for long, and its reader knows that.
WARNED: Final = "localStorage['redcathedral.site.read'] ??= JSON.stringify({ volatile: true })"
# Deletes what a test left, and shows the start page. Returns whether the page must start again, as
# it reads some stored values only then.
CLEAN: Final = """async (settings) => {
  const mustStart = localStorage['redcathedral.settings'] !== settings
    || document.querySelector('dialog[open]')
    || ['edition', 'box', 'box.checked'].some((name) => `redcathedral.${name}` in localStorage);
  localStorage.clear();
  localStorage['redcathedral.settings'] = settings;
  sessionStorage.clear();
  for (const [kind, name] of JSON.parse(await (await site.save()).text()).documents)
    if (kind === 'game') await site.fetch(`api/tables/${name}`, { method: 'DELETE' });
  location.hash = '#/';
  return Boolean(mustStart);
}"""


class Kind(NamedTuple):
    """What a browser cannot change in an open window."""

    touch: bool = False
    language: str = "en"


class SiteTabs:
    """Idle tabs by kind, each alone in its window."""

    def __init__(self, browser: Browser, url: str) -> None:
        self.url = url
        self._browser = browser
        self._idle: dict[Kind, Tab] = {}
        self._settings = ""

    def take(self, kind: Kind) -> Tab:
        """Return a tab at the start page, whose server has no games."""
        if kind in self._idle:
            return self._idle.pop(kind)
        tab = new_tab(self._browser, touch=kind.touch, language=kind.language)
        tab.context.add_init_script(WARNED)
        tab.goto(self.url)
        tab.wait_for_function(SETTINGS)
        self._settings = tab.evaluate(SETTINGS)
        return tab

    def give_back(self, tab: Tab, kind: Kind) -> None:
        """Delete what a test left in a tab, and keep the tab."""
        tab.unroute_all()
        for _ in range(tab.locator("dialog[open]").count()):
            tab.keyboard.press("Escape")
            tab.evaluate(DRAWN)
        tab.mouse.move(0, 0)
        tab.context.clear_permissions()
        tab.emulate_media(media="screen", forced_colors="none")
        if tab.evaluate(CLEAN, self._settings):
            tab.reload()
        session = tab.context.new_cdp_session(tab)
        session.send("Page.resetNavigationHistory")
        session.detach()
        self._idle[kind] = tab


class Stay:
    """The tab and the visitor of one test: the games of the site are open in one tab."""

    def __init__(self, tabs: SiteTabs) -> None:
        self.visitor: LastingVisitor | None = None
        self.is_good = False  # whether the test has passed, so that others can use the tab
        self._tabs = tabs
        self._tab: Tab | None = None
        self._kind = Kind()

    def tab(self) -> Tab:
        """Return the tab, which is one for a mouse and in English before the visitor arrives."""
        if self._tab is None:
            self._tab = self._tabs.take(self._kind)
        return self._tab

    def arrive(
        self, *, touch: bool = False, language: str = "en", **options: Any
    ) -> LastingVisitor:
        """Return the visitor."""
        assert self.visitor is None, "the games are open in one tab"
        kind = Kind(touch, language)
        assert self._tab is None or self._kind == kind, "the games are in another window"
        self._kind = kind
        self.visitor = LastingVisitor(
            self.tab(), self._tabs.url, touch=touch, language=language, **options
        )
        return self.visitor

    def end(self) -> None:
        """Keep the tab for the next test, if possible."""
        if self.visitor:
            self.visitor.stop_listening()
        if self._tab and self.is_good:
            self._tabs.give_back(self._tab, self._kind)
        elif self._tab:
            self._tab.context.close()
