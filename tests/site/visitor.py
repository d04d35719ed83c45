"""A person at the site: its server is in the page, so that no socket shows its messages."""

from __future__ import annotations

from typing import Final

from playwright.sync_api import Browser, ConsoleMessage
from playwright.sync_api import Page as Tab

from tests.e2e.person import WIDE, Person
from tests.server.harness import Client
from tests.site.hosting import Host

# Calls `heard` with each message that the server in the page sends.
LISTEN: Final = """
Object.defineProperty(globalThis, 'site', {
  configurable: true,
  set(site) {
    const openSocket = site.openSocket;
    site.openSocket = (path) => {
      const socket = openSocket(path);
      let listener = null;
      return Object.defineProperty(socket, 'onmessage', {
        get: () => (event) => {
          heard(event.data);
          listener?.(event);
        },
        set: (next) => (listener = next),
      });
    };
    Object.defineProperty(globalThis, 'site', { value: site });
  },
});"""


class Visitor(Person):
    """A browser tab at the site, and the person who uses it."""

    def __init__(
        self,
        browser: Browser,
        host: Host,
        *,
        size: tuple[int, int] = WIDE,
        touch: bool = False,
        tab: Tab | None = None,
    ) -> None:
        super().__init__(browser, Client(host.url), size=size, touch=touch, tab=tab)
        self.expected: list[str] = []  # parts of errors that the test provokes
        self.tab.expose_function("heard", self._hear)
        self.tab.add_init_script(LISTEN)

    def _console(self, line: ConsoleMessage) -> None:
        if not any(part in line.text for part in self.expected):
            super()._console(line)

    def until_ready(self) -> None:
        """Wait until the server in the page answers."""
        self.tab.evaluate("site.ready.then(() => null)")

    def begin_first_game(self) -> None:
        """Begin the game with a bot that new players are offered."""
        self.start()
        self.tab.locator('[data-do="first"]').click()
        self.screen.wait_for()

    def record(self) -> str:
        """Return the record of the game on the screen."""
        path = f"api/tables/{self.table_id}/record?bare=true"
        text: str = self.tab.evaluate(f"site.fetch('{path}', {{}}).then((r) => r.text())")
        return text
