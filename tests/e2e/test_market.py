"""The size of texts and targets in the market, enlarged cards, and the gain tag."""

from __future__ import annotations

import pytest

from tests.e2e.conftest import Arrive
from tests.e2e.games import load
from tests.e2e.person import Person
from tests.e2e.positions import open_position
from tests.server.harness import Client

# What is smaller on the screen than it may be: letters, icons, and what can be picked.
SMALL = """() => {
  const svg = document.querySelector('.market svg');
  const found = [];
  const say = (what, name, size, least) => {
    if (size < least) found.push(`${what} ${name}: ${size.toFixed(1)}`);
  };
  for (const text of svg.querySelectorAll('text, p')) {
    const drawn = text.closest('text') ?? text.closest('foreignObject');
    const { a, b } = drawn.getScreenCTM();
    const size = parseFloat(getComputedStyle(text).fontSize);
    say('text', text.textContent, size * Math.hypot(a, b), 12);
  }
  for (const use of svg.querySelectorAll('use')) {
    const { a, b } = use.getScreenCTM();
    const side = Math.min(use.width.baseVal.value, use.height.baseVal.value);
    say('icon', use.getAttribute('href'), side * Math.hypot(a, b), 10);
  }
  for (const target of svg.querySelectorAll('[data-target]')) {
    const { width, height } = target.querySelector('.hit').getBoundingClientRect();
    say('target', target.dataset.key, Math.min(width, height), 24);
  }
  return found;
}"""
TAG = ".market .tag"


@pytest.mark.long
@pytest.mark.parametrize("name", ["4p", "last-round"])
def test_text_icons_and_targets_are_large_enough(name: str, server: Client, arrive: Arrive) -> None:
    """On a screen of 1280 x 800, with each card opened too."""
    person = arrive(server)
    open_position(person, name)
    assert person.tab.evaluate(SMALL) == []
    for quadrant in (1, 2, 3, 4):
        open_card(person, quadrant)
        assert person.tab.evaluate(SMALL) == [], quadrant


def open_card(person: Person, quadrant: int) -> None:
    """Point at an influence card until it opens."""
    person.tab.locator(f'[data-key="influence:{quadrant}:1"] .hit').hover(force=True)
    person.tab.locator(f'[data-open="{quadrant}"]').wait_for()


@pytest.mark.slow
def test_pointing_at_a_card_enlarges_it(server: Client, arrive: Arrive) -> None:
    """The mouse and the focus both enlarge it; it explains itself, and shrinks afterwards."""
    person = arrive(server)
    open_position(person, "4p")
    opened = person.tab.locator("[data-open]")
    for quadrant in (2, 3):
        open_card(person, quadrant)
        first = person.tab.locator(f'[data-key="influence:{quadrant}:1"]')
        _, _, action = (first.get_attribute("aria-label") or "").partition(": ")
        assert action in (opened.text_content() or "")
    person.tab.mouse.move(1, 1)
    opened.wait_for(state="detached")
    person.tab.keyboard.press("Tab")
    person.tab.locator('[data-key="influence:4"]').focus()
    person.tab.locator('[data-open="4"]').wait_for()
    person.tab.locator('[data-key^="die:"]').first.focus()
    opened.wait_for(state="detached")


@pytest.mark.long
def test_enlarged_card_takes_clicks_where_it_is_drawn(server: Client, arrive: Arrive) -> None:
    person = arrive(server)
    open_position(person, "4p")
    table = person.now()
    way = next(way for way in table["legal"] if way["verb"] == "die" and not way["rubles"])
    person.decide(way)
    table = person.now()
    influence = next(way for way in table["legal"] if way["verb"] == "influence")
    key, number = influence["on"][0], person.number
    open_card(person, int(key.split(":")[1]))
    box = person.tab.locator(f'.open [data-key="{key}"]').bounding_box()
    assert box is not None
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    person.tab.mouse.move(*middle, steps=5)
    person.tab.mouse.click(*middle)
    person.until_not(number)
    wanted = {"effect", "market", "done", "turn"}
    assert person.now()["due"]["phase"] in wanted


@pytest.mark.slow
def test_a_click_counts_where_it_began(server: Client, arrive: Arrive) -> None:
    """A card that opens during a click does not take it; moving the mouse away cancels it."""
    person = arrive(server)
    open_position(person, "4p")
    table = person.now()
    person.decide(next(way for way in table["legal"] if way["verb"] == "die" and not way["rubles"]))
    table = person.now()
    number = person.number
    (key, *_) = next(way for way in table["legal"] if way["verb"] == "influence")["on"]
    small = person.tab.locator(f'[data-key="{key}"] .hit')
    small.hover(force=True)
    person.tab.mouse.down()
    person.tab.mouse.move(1, 1)
    person.tab.mouse.up()
    person.tab.locator("[data-open]").wait_for(state="detached")
    assert not person.tab.locator('[data-testid="go"]').count()
    assert person.number == number
    small.hover(force=True)
    person.tab.mouse.down()
    person.tab.locator(f'.open [data-key="{key}"]').wait_for()
    person.tab.mouse.up()
    person.until_not(number)


@pytest.mark.long
def test_tapping_enlarges_a_card(server: Client, arrive: Arrive) -> None:
    """One that cannot be picked; touching elsewhere shuts it."""
    person = arrive(server, size=(390, 844), touch=True)
    open_position(person, "4p")
    person.tab.locator('[data-key="influence:1:2"]:not([data-target]) .hit').tap(force=True)
    person.tab.locator('[data-open="1"]').wait_for()
    person.tab.locator('[data-key="tile:5"] .hit').tap(force=True)
    person.tab.locator("[data-open]").wait_for(state="detached")


@pytest.mark.parametrize(("part", "received"), [(0.38, 0), (0.4, 3)])
def test_gain_tag_shows_what_cannot_be_received(
    part: float, received: int, server: Client, arrive: Arrive
) -> None:
    person = arrive(server)
    person.open_table(load(server, "2p-basic-01", part))
    table = person.now()
    way = next(
        way
        for way in table["legal"]
        if way["offer"] and way["offer"]["received"] == received and way["text"].endswith("+0")
    )
    person.tab.locator(f'[data-key="{way["on"][0]}"] .hit').hover(force=True)
    tag = person.tab.locator(TAG)
    tag.wait_for()
    offered = way["offer"]["offered"]
    wanted = f"+{received} of {offered}" if received else person.text("board.no-room")
    assert tag.text_content() == wanted
    name = person.tab.locator(f'[data-key="{way["on"][0]}"]').get_attribute("aria-label") or ""
    said = f"{received} of {offered}" if received else f"no room for {offered}"
    assert said in name
