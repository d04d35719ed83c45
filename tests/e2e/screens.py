"""Pictures of the page for people to look at: ``python -m tests.e2e.screens [FOLDER]``.

Start, set-up, tables in the middle of a game and a result, in both themes, wide and narrow.
"""

from __future__ import annotations

import sys
import tempfile
from itertools import product
from pathlib import Path

from playwright.sync_api import Browser

from redcathedral.server.http.static import Page
from tests.e2e.browser import NONE, found, opened
from tests.e2e.games import load
from tests.e2e.person import NARROW, WIDE, Person
from tests.server.house import RED_AND_BLUE, Client, serving

FOLDER = Path(__file__).parents[2] / "build" / "screens"
GAMES = ("2p-basic-01", "4p-basic-01", "solo-advanced-01", "3p-advanced-01")


def main() -> int:
    """Take all pictures; nothing may go wrong at the page meanwhile."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    program = found()
    if program is None or not Page().is_built:
        told = NONE if program is None else "The page is not built: make install builds it."
        print(told, file=sys.stderr)
        return 1
    folder.mkdir(parents=True, exist_ok=True)
    wrong: list[str] = []
    with opened(program) as browser:
        for size, dark in product((WIDE, NARROW), (False, True)):
            with tempfile.TemporaryDirectory() as data, serving(Path(data)) as house:
                wrong += screens(browser, house, folder, size, dark=dark)
    print(f"The pictures are in {folder}.")
    for line in wrong:
        print(line, file=sys.stderr)
    return 1 if wrong else 0


def screens(
    browser: Browser, house: Client, folder: Path, size: tuple[int, int], *, dark: bool
) -> list[str]:
    """Take the pictures of one size and theme; what went wrong at the page."""
    end = f"{size[0]}x{size[1]}-{'dark' if dark else 'light'}"
    print(end, flush=True)
    person = Person(browser, house, size=size, dark=dark, touch=size == NARROW)

    def shoot(name: str) -> None:
        person.tab.evaluate("() => document.fonts.ready")
        person.tab.screenshot(path=folder / f"{name}-{end}.png")

    house.new(RED_AND_BLUE)
    person.start()
    person.tab.locator("[data-game]").first.wait_for()
    shoot("start")
    person.button("web.new").click()
    shoot("new")
    for game in GAMES:
        person.sit(load(house, game, 0.6))
        table = person.now()
        shoot(game)
        if person.is_narrow:
            for index, part in enumerate(person.tab.locator("nav button").all()):
                part.tap()
                shoot(f"{game}-tab{index + 1}")
        else:
            die = next(way for way in table["legal"] if way["text"].startswith("die"))
            person.tab.locator(f'[data-key="{die["on"][0]}"]').first.hover(force=True)
            shoot(f"{game}-die")
            person.press(die["on"][0])
            shoot(f"{game}-picked")
    person.sit(load(house, GAMES[-1]))
    person.tab.locator("tr.total").wait_for()
    shoot("over")
    person.context.close()
    return person.wrong


if __name__ == "__main__":
    sys.exit(main())
