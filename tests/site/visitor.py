"""A person at the site: its server is in the page, so that no socket shows its messages."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from playwright.sync_api import Browser, ConsoleMessage
from playwright.sync_api import Page as Tab

from tests.e2e.person import DRAWN, WIDE, Person
from tests.e2e.tab_pool import new_context
from tests.server.harness import RED_AND_BLUE
from tests.site.page_client import PageClient

KEPT: Final = """() => {
  const texts = `site/answers/words-${document.documentElement.lang}.json`;
  return caches.match(texts).then(Boolean);
}"""
HEARD: Final = "heard: "
# Logs each message that the server in the page sends to the page.
LISTEN: Final = """
Object.defineProperty(globalThis, 'site', {
  configurable: true,
  set(site) {
    site.openUnheard = site.openSocket;
    site.openSocket = (path) => {
      const socket = site.openUnheard(path);
      let listener = null;
      return Object.defineProperty(socket, 'onmessage', {
        get: () => (event) => {
          console.debug(`heard: ${event.data}`);
          listener?.(event);
        },
        set: (next) => (listener = next),
      });
    };
    Object.defineProperty(globalThis, 'site', { value: site });
  },
});"""


def new_tab(browser: Browser, *, touch: bool = False, language: str = "en") -> Tab:
    """Return a tab in a new window, which logs the messages of the server in its page."""
    context = new_context(browser, touch=touch, language=language)
    context.add_init_script(LISTEN)
    return context.new_page()


class Visitor(Person):
    """A browser tab at the site, and the person who uses it."""

    def __init__(
        self,
        tab: Tab,
        url: str,
        *,
        size: tuple[int, int] = WIDE,
        touch: bool = False,
        moving: bool = False,
        dark: bool = False,
        language: str = "en",
    ) -> None:
        super().__init__(
            None,
            PageClient(url, lambda: tab),
            size=size,
            touch=touch,
            moving=moving,
            dark=dark,
            language=language,
            tab=tab,
        )
        self.expected: list[str] = []  # parts of errors that the test provokes

    def _console(self, line: ConsoleMessage) -> None:
        if line.text.startswith(HEARD):
            self._hear(line.text.removeprefix(HEARD))
        elif not any(part in line.text for part in self.expected):
            super()._console(line)

    def until_ready(self) -> None:
        """Wait until the server in the page answers."""
        self.tab.wait_for_function("() => globalThis.site?.ready.then(() => true)")

    def until_kept(self) -> None:
        """Wait until the browser has all files, with the texts of the language."""
        self.tab.wait_for_function(KEPT)

    def begin_first_game(self) -> None:
        """Begin the game with a bot that new players are offered."""
        self.start()
        self.tab.locator('[data-do="first"]').click()
        self.screen.wait_for()

    def begin_game(self) -> None:
        """Begin a game of two people at this device."""
        self.start()
        self.show_table(self.server.create_table(RED_AND_BLUE))

    def show_table(self, table: str) -> None:
        """Open a table from another screen, without loading the page again."""
        self.tables.clear()
        self.go(f"table/{table}")
        self.screen.wait_for()

    def go(self, screen: str) -> None:
        """Open a screen without loading the page again."""
        self.tab.evaluate("(hash) => { location.hash = hash }", f"#/{screen}")

    def record(self) -> str:
        """Return the record of the game on the screen."""
        address = f"/api/tables/{self.table_id}/record"
        return self.server.http.get(address, params={"bare": "true"}).text


class LastingVisitor(Visitor):
    """A visitor who goes from screen to screen without loading the page again.

    A page that is loaded starts Python, which takes seconds.
    """

    has_axe = False  # the tests with a server check the same page
    logs_refusals = False

    def start(self) -> None:
        self._leave_screen()
        self.go("")
        self.button("web.new").wait_for()

    def open_table(self, table: str, seats: Iterable[str] | None = None) -> None:
        who = "" if seats is None else "/" + ("-".join(seats) or "-")
        self._leave_screen()
        self.show_table(f"{table}{who}")
        self.tab.evaluate(DRAWN)

    def _leave_screen(self) -> None:
        """Show a screen that needs no server, because the next one may be the current one."""
        self.go("print/score")
        self.tab.locator('[data-sheet="score"]').wait_for()
