"""A person who uses the page in a browser tab: reads the targets, and clicks, taps or types.

It knows no rules: the messages of the server say which decisions are legal.
"""

from __future__ import annotations

import json
import random
import zlib
from collections.abc import Callable, Iterable
from typing import Any, Final, TypeAlias

from playwright.sync_api import Browser, ConsoleMessage, Error, Locator, Request, WebSocket
from playwright.sync_api import Page as Tab

from redcathedral.ai import bots
from redcathedral.box import Edition
from redcathedral.record.replay import read
from tests.e2e.tab_pool import leave_page, new_context
from tests.server.harness import Client, Json
from tests.server.table_changes import after_changes

WIDE: Final = (1280, 800)
NARROW: Final = (390, 844)
BUTTONS: Final = ("end", "stop", "pay", "reroll")  # in the action bar, not on the board
LAST_BUTTON: Final = ("end", "stop")  # one button, which has either key

# Returns a point where a click hits the element: its center, or the first of a grid of points.
POINT: Final = """(key) => {
  const wanted = CSS.escape(key);
  const all = document.querySelectorAll(
    `[data-key="${wanted}"][data-target],
     button[data-key="${wanted}"]:not([aria-disabled="true"])`);
  const steps = [0.5, 0.35, 0.65, 0.2, 0.8, 0.1, 0.9, 0.03, 0.97];
  for (const element of all) {
    if (!element.getClientRects().length) continue;
    const seen = () => {
      const box = element.getBoundingClientRect();
      for (const y of steps) for (const x of steps) {
        const at = [box.left + x * box.width, box.top + y * box.height];
        if (document.elementFromPoint(...at)?.closest('[data-key]') === element) return at;
      }
      return null;
    };
    const now = seen();
    if (now) return now;
    element.scrollIntoView({ block: 'center', inline: 'center' });
    const then = seen();
    if (then) return then;
  }
  return null;
}"""
# Waits until the layout is final: fonts that load late move elements.
DRAWN: Final = """async () => {
  const frame = () => new Promise(requestAnimationFrame);
  await frame();
  await document.fonts.ready;
  await frame();
  await frame();
}"""
MARKED: Final = """() => [...document.querySelectorAll('[data-target]')]
  .map((element) => element.getAttribute('data-key'))"""


# Chooses one of the legal decisions.
Policy: TypeAlias = "Callable[[Person, Json], Json]"


class Words:
    """The texts of the page by id."""

    def __init__(self, server: Client, language: str = "en") -> None:
        self._texts: dict[str, Any] = server.http.get(f"/api/words/{language}").json()

    def __call__(self, name: str) -> str:
        """Return a text without placeholders."""
        text = self._texts[name]
        assert isinstance(text, str), (name, text)
        return text


class Person:
    """A browser tab and the person who uses it."""

    has_axe = True  # whether ``is_good`` checks the accessibility of the page
    logs_refusals = True  # whether the browser logs a refused request
    rest = 0  # ms before and after each click, in which Playwright asks the page nothing
    hold = 0  # ms that the mouse button is pressed

    def __init__(
        self,
        browser: Browser | None,
        server: Client,
        *,
        size: tuple[int, int] = WIDE,
        touch: bool = False,
        moving: bool = False,
        dark: bool = False,
        language: str = "en",
        tab: Tab | None = None,
    ) -> None:
        self.server = server
        self.touch = touch
        self.is_narrow = size[0] < 960
        self.tables: dict[int, Json] = {}  # the messages of the server, by number
        self.wrong: list[str] = []
        self._pressed = ""  # the last key
        if tab is None:
            assert browser is not None
            tab = new_context(browser, touch=touch, language=language).new_page()
        self.tab = tab
        self.context = self.tab.context
        self.tab.set_viewport_size({"width": size[0], "height": size[1]})
        self.tab.emulate_media(
            color_scheme="dark" if dark else "light",
            reduced_motion="no-preference" if moving else "reduce",
        )
        self.tab.on("websocket", self._listen)
        self.tab.on("pageerror", self._error)
        self.tab.on("console", self._console)
        self.tab.on("request", self._request)
        self.text = Words(server, language)

    # --- what happens

    def stop_listening(self) -> None:
        """Release the tab for the next test."""
        self.tab.remove_listener("websocket", self._listen)
        self.tab.remove_listener("pageerror", self._error)
        self.tab.remove_listener("console", self._console)
        self.tab.remove_listener("request", self._request)

    def _error(self, error: Error) -> None:
        self.wrong.append(f"error: {error.stack}")

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", self._hear)

    def _hear(self, text: str | bytes) -> None:
        message: Json = json.loads(text)
        if message["type"] == "changes":
            message = after_changes(self.tables[message["base"]], message)
        if message["type"] == "table":
            self.tables[message["number"]] = message
        elif message["type"] == "refused":
            self.wrong.append(f"refused: {message['reason']}")

    def _console(self, line: ConsoleMessage) -> None:
        if line.type in ("error", "warning") and "WebSocket" not in line.text:
            self.wrong.append(f"{line.type}: {line.text} at {line.location}")

    def _request(self, request: Request) -> None:
        if not request.url.startswith((self.server.url, "data:", "blob:")):
            self.wrong.append(f"asked elsewhere: {request.url}")

    # --- going somewhere

    def start(self) -> None:
        """Open the page."""
        self.tab.goto(self.server.url)
        self.button("web.new").wait_for()

    def open_table(self, table: str, seats: Iterable[str] | None = None) -> None:
        """Open a table, to play all seats or some of them."""
        who = "" if seats is None else "/" + ("-".join(seats) or "-")
        self.tables.clear()
        leave_page(self.tab)  # a new address after the # alone would not reload the page
        self.tab.goto(f"{self.server.url}/#/table/{table}{who}")
        self.screen.wait_for()
        self.tab.evaluate(DRAWN)

    @property
    def table_id(self) -> str:
        """Return the id of the table in the address."""
        return self.tab.url.partition("#/table/")[2].partition("/")[0]

    def button(self, name: str) -> Locator:
        """The button with this text."""
        return self.tab.get_by_role("button", name=self.text(name), exact=True)

    # --- looking

    @property
    def screen(self) -> Locator:
        """The table on the screen."""
        return self.tab.get_by_test_id("table")

    @property
    def number(self) -> int:
        """The number of the position on the screen."""
        return int(self.screen.get_attribute("data-number") or -1)

    def until_not(self, number: int) -> None:
        """Wait until another position is on the screen."""
        self.tab.wait_for_selector(f'[data-testid="table"]:not([data-number="{number}"])')

    def until(self, number: int) -> None:
        """Wait until this position is on the screen."""
        self.tab.wait_for_selector(f'[data-testid="table"][data-number="{number}"]')

    def marked(self) -> set[str]:
        """Return the keys of the targets; the score marker of the seat to move is ``marker``."""
        due = self.tables[self.number]["due"] or {"seat": None}
        own = f"marker:{due['seat']}"
        return {"marker" if key == own else key for key in self.tab.evaluate(MARKED)}

    def log(self) -> list[str]:
        """Return the entries of the log on the screen."""
        return self.tab.get_by_test_id("log").locator("[data-entry]").all_inner_texts()

    def count_bytes(self) -> dict[str, int]:
        """Return a dict that counts the received bytes, with headers, while the page loads."""
        loaded: dict[str, int] = {}
        names: dict[str, str] = {}
        session = self.context.new_cdp_session(self.tab)
        session.send("Network.enable")
        session.on(
            "Network.responseReceived",
            lambda event: names.update({event["requestId"]: event["response"]["url"]}),
        )

        def add_response(event: Json) -> None:
            name = names.get(event["requestId"], "?")
            loaded[name] = loaded.get(name, 0) + int(event["encodedDataLength"])

        def add_frame(event: Json) -> None:
            text = event["response"]["payloadData"].encode()
            loaded["socket"] = loaded.get("socket", 0) + len(zlib.compress(text))

        session.on("Network.loadingFinished", add_response)
        session.on("Network.webSocketFrameReceived", add_frame)
        return loaded

    def weigh(self, table: str) -> dict[str, int]:
        """Open a table and return the bytes received until the first decision can be made."""
        loaded = self.count_bytes()
        self.open_table(table)
        self.now()
        self.tab.evaluate("() => document.fonts.ready")
        return loaded

    def now(self) -> Json:
        """The position on the screen, when it is this page's turn or the game is over."""
        while True:
            number = self.number
            table = self.tables.get(number)
            if table and max(self.tables) == number:
                if table["over"] or (table["due"] and table["due"]["yours"]):
                    return table
                self.until_not(number)
            elif table:
                self.until_not(number)
            else:
                self.tab.wait_for_timeout(0)  # let Playwright handle messages

    # --- doing

    def press(self, key: str) -> None:
        """Click or tap an element or a button; confirm the end of a turn with something left."""
        if key in LAST_BUTTON and self._pressed in LAST_BUTTON:
            # Two presses of one button: the page ignores a double click.
            self.tab.locator(f'button[data-key="{key}"]').evaluate("(button) => button.click()")
        else:
            self._press(key)
        self._pressed = key
        asks = self.tab.locator(f'button[data-key="{key}"][data-asks]')
        if asks.count():
            asks.evaluate("(button) => button.click()")  # the page ignores a double click

    def _press(self, key: str) -> None:
        if self.is_narrow:
            self.tab.evaluate(DRAWN)  # the page scrolls to the last pick within a frame
        at = self.tab.evaluate(POINT, key)
        if at is None and self.is_narrow:
            at = self._look_for(key)
        assert at is not None, f"{key} cannot be hit; marked are {sorted(self.marked())}"
        if self.touch:
            self.tab.touchscreen.tap(*at)
            return
        self.tab.mouse.move(*at)
        while (found := self.tab.evaluate(POINT, key)) != at:  # the board was still being drawn
            assert found is not None, f"{key} cannot be hit any more"
            at = found
            self.tab.mouse.move(*at)
        self._rest()
        self.tab.mouse.down()
        if self.hold:
            self.tab.wait_for_timeout(self.hold)
        self.tab.mouse.up()
        self._rest()

    def _rest(self) -> None:
        if self.rest:
            self.tab.wait_for_timeout(self.rest)

    def _look_for(self, key: str) -> list[float] | None:
        """Search the tabs of a narrow screen for an element."""
        for part in self.tab.locator("nav button").all():
            part.tap()
            at: list[float] | None = self.tab.evaluate(POINT, key)
            if at is not None:
                return at
        return None

    def decide(self, legal: Json) -> None:
        """Make a decision by picking its elements, and check the targets after each pick."""
        number = self.number
        offered = self.tables[number]["legal"]
        path: list[str] = []
        for key in legal["on"]:
            if not is_only_answer(offered, path):
                self.check_marks(offered, path)
                self.press(key)
            path.append(key)
            if len(decisions_below(offered, path)) == 1:
                if self.is_shown_first(legal, path):
                    button = self.tab.get_by_test_id("go")
                    self._rest()
                    button.tap() if self.touch else button.click(delay=self.hold)
                    self._rest()
                break
        self.until_not(number)

    def is_shown_first(self, legal: Json, path: list[str]) -> bool:
        """Whether the golden button must confirm a decision, instead of the last pick.

        Touch shows no preview before a pick, and a mouse shows no cost before the first one.  A die
        waits for its destination, and after a touch a delivery always waits.
        """
        costs = legal.get("rubles") or legal.get("prestige")  # missing in old versions (bench)
        if self.touch:
            is_delivery = legal["verb"] == "deliver"
            return bool(costs and path != ["pay"]) or is_delivery or len(path) < len(legal["on"])
        return len(path) == 1 and path != ["pay"] and bool(costs or path[0].startswith("die:"))

    def check_marks(self, offered: list[Json], path: list[str]) -> None:
        """Check that the targets are exactly the elements that the server offers.

        Buttons of the action bar are always enabled; a narrow screen shows only some elements.
        """
        ways = [way for legal in offered for way in (legal["on"], *legal["also"])]
        wanted = {way[len(path)] for way in ways if way[: len(path)] == path != way}
        buttons = {way[0] for way in ways if way[0] in BUTTONS}
        marked = self.marked()
        assert marked <= wanted | buttons, (path, marked - wanted)
        if not self.is_narrow:
            assert marked >= wanted - buttons, (path, wanted - marked)

    def play_out(
        self, policy: Policy, each: Callable[[Json], object] = len, most: int = 10_000
    ) -> Json:
        """Play for all seats of this page, up to ``most`` decisions, and return the last table."""
        for _ in range(most):
            table = self.now()
            if table["over"]:
                break
            each(table)
            self.decide(policy(self, table))
        return self.now()

    def close(self) -> None:
        """Leave the page and check that it reported no errors."""
        self.tab.goto("about:blank")
        assert self.wrong == []


def decisions_below(offered: list[Json], path: list[str]) -> list[Json]:
    """Return the decisions whose picks begin with a path."""
    return [
        legal
        for legal in offered
        if any(way[: len(path)] == path for way in (legal["on"], *legal["also"]))
    ]


def is_only_answer(offered: list[Json], path: list[str]) -> bool:
    """Whether the next pick has no alternative, so that the page adds it to a pick."""
    ways = [way for legal in offered for way in (legal["on"], *legal["also"])]
    return len({way[len(path)] for way in ways if path and way[: len(path)] == path != way}) == 1


def random_policy(seed: int) -> Policy:
    """Return a policy of random decisions that rarely gives prestige away."""
    chance = random.Random(seed)

    def choose(_: Person, table: Json) -> Json:
        cheap = [legal for legal in table["legal"] if not legal["text"].startswith("prestige")]
        return chance.choice(cheap or table["legal"])

    return choose


def greedy_policy(seed: int, lot: float = 0.15, edition: Edition | None = None) -> Policy:
    """Return a policy of the greedy bot, which ends games, with some random decisions."""
    chance = random.Random(seed)
    any_ = random_policy(seed)
    bot = bots.make("greedy", seed, 0)

    def choose(person: Person, table: Json) -> Json:
        if len(table["legal"]) > 1 and chance.random() >= lot:
            text = person.server.http.get(f"/api/tables/{table['id']}/record").text
            wish = bot.choose(read(text, edition).walk().state)
            for legal in table["legal"]:
                if legal["id"] == wish:
                    found: Json = legal
                    return found
        return any_(person, table)

    return choose
