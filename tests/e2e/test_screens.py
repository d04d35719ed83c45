"""Pictures of the screens for people to look at, in build/screens; and their weight."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.e2e.conftest import Arrive
from tests.e2e.games import load
from tests.e2e.person import NARROW, WIDE, Person
from tests.server.house import RED_AND_BLUE, Client

FOLDER = Path(__file__).parents[2] / "build" / "screens"
LIMIT = 300_000  # bytes of all that is loaded before the first decision


def shoot(person: Person, name: str) -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    person.tab.evaluate("() => document.fonts.ready")
    person.tab.screenshot(path=FOLDER / f"{name}.png")


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["1280x800", "390x844"])
def test_screens(size: tuple[int, int], dark: bool, house: Client, arrive: Arrive) -> None:
    person = arrive(house, size=size, dark=dark, touch=size == NARROW)
    end = f"{size[0]}x{size[1]}-{'dark' if dark else 'light'}"
    house.new(RED_AND_BLUE)
    person.start()
    person.tab.locator("[data-game]").first.wait_for()
    shoot(person, f"start-{end}")
    person.button("web.new").click()
    shoot(person, f"new-{end}")
    for game in ("3p-advanced-01",) if dark else ("2p-basic-01", "4p-basic-01", "solo-advanced-01"):
        person.sit(load(house, game, 0.6))
        table = person.now()
        shoot(person, f"{game}-{end}")
        if person.is_narrow:
            for index, part in enumerate(person.tab.locator("nav button").all()):
                part.tap()
                shoot(person, f"{game}-tab{index + 1}-{end}")
        else:
            die = next(way for way in table["legal"] if way["text"].startswith("die"))
            person.tab.locator(f'[data-key="{die["on"][0]}"]').first.hover(force=True)
            shoot(person, f"{game}-die-{end}")
            person.press(die["on"][0])
            shoot(person, f"{game}-picked-{end}")
    person.sit(load(house, "3p-advanced-01"))
    person.tab.locator("tr.total").wait_for()
    shoot(person, f"over-{end}")


def test_what_is_loaded_before_the_first_decision(house: Client, arrive: Arrive) -> None:
    """Page, fonts, texts, edition and the first message, as they come over the wire."""
    person = arrive(house)
    loaded = person.count_bytes()
    person.sit(house.new(RED_AND_BLUE))
    person.now()
    person.tab.evaluate("() => document.fonts.ready")
    total = sum(loaded.values())
    assert total < LIMIT, f"{total:,} bytes: {loaded}"
    assert any(name.endswith(".woff2") for name in loaded)
    assert all(name.startswith(("http", "socket")) for name in loaded)
