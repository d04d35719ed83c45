"""Pictures of the page for people to look at: ``make screens``, ``make gallery``.

The named positions at rest and with a decision pointed at, in both themes; some of them on other
screens and for other eyes; start and set-up.  ``--gallery`` takes those of docs/gallery.md instead,
and a FOLDER is another place for them.
"""

from __future__ import annotations

import base64
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser

from redcathedral.server.run.static import Page
from tests.e2e.browser import NO_BROWSER, find_chromium, launch_chromium
from tests.e2e.person import NARROW, WIDE, Person, decisions_below, greedy_policy, is_only_answer
from tests.e2e.positions import POSITIONS, TOP, open_position, shown
from tests.server.harness import Client, Json, serving

FOLDER: Final = TOP / "build" / "screens"
GALLERY: Final = TOP / "docs" / "images"
THEMES: Final = ("light", "dark")
SIDEWAYS: Final = (844, 390)
# The other screens, and what is drawn on them.
SCREENS: Final = (NARROW, SIDEWAYS, (1024, 768), (1920, 1080), (2560, 1440))
ON_SCREENS: Final = ("4p", "tile", "over")
# The other eyes, by the names that Chromium has for them, and what they see.
EYES: Final = ("protanopia", "deuteranopia", "tritanopia", "achromatopsia")
FOR_EYES: Final = ("4p", "3p-advanced")
# name: the position, the screen, the theme, whether it is pointed at something
PICTURES: Final = {
    "table": ("4p", WIDE, "light", True),
    "night": ("last-round", WIDE, "dark", False),
    "advanced": ("3p-advanced", WIDE, "light", True),
    "solo": ("solo", WIDE, "dark", True),
    "end": ("over", WIDE, "light", False),
    "large": ("3p", (1920, 1080), "light", False),
    "tablet": ("4p", (1024, 768), "light", False),
    "phone": ("2p", NARROW, "light", False),
}
# name: the address, the screen, the theme, the language
PAGES: Final = {
    "start": ("/", WIDE, "light", "en"),
    "lesson": ("learn/first/12", WIDE, "light", "cs"),
    "lesson-phone": ("learn/first/4", NARROW, "light", "fr"),
    "rules": ("rules/R5.5", WIDE, "light", "pl"),
    "rules-phone": ("rules/R6.5", NARROW, "dark", "ca"),
}
FIRST_GAME: Final = {
    "seats": [{"colour": "red"}, {"colour": "blue", "kind": "bot", "bot": "apprentice"}],
    "options": {"first_game": True},
}
QUALITY: Final = 80


class Camera:
    """Somebody at the page, and where the pictures go."""

    def __init__(
        self, browser: Browser, server: Client, size: tuple[int, int], language: str = "en"
    ) -> None:
        self._size = size
        self.person = Person(browser, server, size=size, touch=min(size) < 500, language=language)
        self._session = self.person.context.new_cdp_session(self.person.tab)

    def point(self, way: Json, offered: list[Json]) -> None:
        """Go towards a decision as far as it is not made, and point at what comes next."""
        path: list[str] = []
        for key in way["on"][:-1]:
            if len(decisions_below(offered, [*path, key])) == 1:
                break
            if not is_only_answer(offered, path):
                self.person.press(key)
            path.append(key)
        if not self.person.touch:
            key = way["on"][len(path)]
            self.person.tab.locator(f'[data-key="{key}"]').first.hover(force=True)

    def theme(self, theme: str) -> None:
        """Make it day or night."""
        self.person.tab.emulate_media(color_scheme="dark" if theme == "dark" else "light")

    def see(self, eyes: str) -> None:
        """See as somebody with these eyes; "none" for no deficiency."""
        self._session.send("Emulation.setEmulatedVisionDeficiency", {"type": eyes})

    def shoot(self, folder: Path, name: str) -> None:
        """Take a picture, called by the size of the screen as well."""
        self.person.tab.evaluate("() => document.fonts.ready")
        width, height = self._size
        self.person.tab.screenshot(path=folder / f"{name}-{width}x{height}.png")

    def print(self, path: Path) -> None:
        """Take a picture small enough to keep."""
        self.person.tab.evaluate("() => document.fonts.ready")
        taken = self._session.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
        path.write_bytes(base64.b64decode(taken["data"]))


@contextmanager
def camera(
    browser: Browser, size: tuple[int, int], wrong: list[str], language: str = "en"
) -> Iterator[Camera]:
    """Start a server and yield a camera at it, which collects the errors of the page."""
    with tempfile.TemporaryDirectory() as data, serving(Path(data)) as server:
        taker = Camera(browser, server, size, language)
        yield taker
        wrong += taker.person.wrong
        taker.person.context.close()


def screens(browser: Browser, folder: Path) -> list[str]:
    """Take all pictures to look at; what went wrong at the page."""
    wrong: list[str] = []
    for size in (WIDE, *SCREENS):
        print(f"{size[0]}x{size[1]}", flush=True)
        with camera(browser, size, wrong) as taker:
            person = taker.person
            for name in POSITIONS if size == WIDE else ON_SCREENS:
                table = open_position(taker.person, name)
                way = shown(name, table["legal"])
                for theme in THEMES if size == WIDE else THEMES[:1]:
                    taker.theme(theme)
                    taker.shoot(folder, f"{name}-{theme}")
                if size == WIDE and name in FOR_EYES:
                    _for_eyes(taker, folder, name)
                if size == NARROW and not table["over"]:
                    for index, part in enumerate(person.tab.locator("nav button").all()):
                        part.tap()
                        taker.shoot(folder, f"{name}-tab{index + 1}")
                if way:
                    taker.point(way, table["legal"])
                    for theme in THEMES if size == WIDE else THEMES[:1]:
                        taker.theme(theme)
                        taker.shoot(folder, f"{name}-shows-{theme}")
                taker.theme(THEMES[0])
            person.start()
            person.tab.locator("[data-game]").first.wait_for()
            for theme in THEMES:
                taker.theme(theme)
                taker.shoot(folder, f"list-{theme}")
            person.button("web.new").click()
            taker.shoot(folder, "new-dark")
            taker.theme(THEMES[0])
            taker.shoot(folder, "new-light")
    return wrong


def _for_eyes(taker: Camera, folder: Path, name: str) -> None:
    taker.theme(THEMES[0])
    for eyes in EYES:
        taker.see(eyes)
        taker.shoot(folder, f"{name}-{eyes}")
    taker.see("none")


def gallery(browser: Browser, folder: Path) -> list[str]:
    """Take the pictures of the gallery; what went wrong at the page."""
    wrong: list[str] = []
    for picture, (name, size, theme, pointed) in PICTURES.items():
        print(picture, flush=True)
        with camera(browser, size, wrong) as taker:
            taker.theme(theme)
            table = open_position(taker.person, name)
            way = shown(name, table["legal"])
            if pointed and way:
                taker.point(way, table["legal"])
            taker.print(folder / f"{picture}.webp")
    for picture, (address, size, theme, language) in PAGES.items():
        print(picture, flush=True)
        with camera(browser, size, wrong, language) as taker:
            taker.theme(theme)
            taker.person.tab.goto(f"{taker.person.server.url}/#/{address}")
            taker.person.tab.wait_for_load_state("networkidle")
            taker.print(folder / f"{picture}.webp")
    print("explained", flush=True)
    with camera(browser, WIDE, wrong) as taker:
        _play_until_explained(taker.person)
        taker.print(folder / "explained.webp")
    return wrong


def _play_until_explained(person: Person) -> None:
    """Play a first game until something explains itself."""
    person.open_table(person.server.create_table(FIRST_GAME))
    choose = greedy_policy(3, lot=0)
    while not any(entry["explained"] for entry in person.now()["log"]):
        person.decide(choose(person, person.now()))


def main(words: list[str]) -> int:
    """Take them; nothing may go wrong at the page meanwhile."""
    is_gallery = "--gallery" in words
    folder = GALLERY if is_gallery else Path(words[0]) if words else FOLDER
    program = find_chromium()
    if program is None or not Page().is_built:
        problem = (
            NO_BROWSER if program is None else "The page is not built: make install builds it."
        )
        print(problem, file=sys.stderr)
        return 1
    folder.mkdir(parents=True, exist_ok=True)
    with launch_chromium(program) as browser:
        wrong = gallery(browser, folder) if is_gallery else screens(browser, folder)
    print(f"The pictures are in {folder}.")
    for line in wrong:
        print(line, file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
