"""Every screen size: nothing overflows, questions are in sight, names stay distinct."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pytest

from tests.e2e.conftest import Arrive
from tests.e2e.games import load
from tests.e2e.person import DRAWN, Person, is_only_answer
from tests.e2e.positions import open_position, shown
from tests.e2e.test_axe import SIDEWAYS, is_good
from tests.e2e.test_finale import TIED, finale, seated
from tests.server.harness import RED_AND_BLUE, Client

SIZES = (
    (2560, 1440),
    (1920, 1080),
    (1280, 800),
    (1024, 768),
    (768, 1024),
    (844, 390),
    (640, 400),  # 1280x800 at 200 %
    (390, 844),
    (360, 740),
)
# One of each layout, for what is laid out by width alone.
LAYOUTS = ((1280, 800), (768, 1024), (640, 400), (360, 740))
# The buttons to choose from that are not wholly on the screen once scrolled to, or lie below
# something; "none" where there are none.
UNSEEN = """() => {
  const buttons = [...document.querySelectorAll('.chooser button')];
  const unseen = buttons.filter((button) => {
    button.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
    const { left, top, right, bottom } = button.getBoundingClientRect();
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    const inside = left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
    return !inside || !button.contains(hit);
  });
  return buttons.length ? unseen.map((button) => button.dataset.key) : ['none'];
}"""
# Returns elements that stick out of the table, and elements of the player's board that overlap.
AMISS = """() => {
  const table = document.querySelector('main').getBoundingClientRect();
  const seen = [...document.querySelectorAll('main [data-key], main button, main section')]
    .filter((each) => each.getClientRects().length && !each.closest('.unseen'));
  const out = seen.filter((each) => {
    const { left, right } = each.getBoundingClientRect();
    return left < table.left - 2 || right > table.right + 2;
  });
  const things = [...document.querySelectorAll('.own, .hand')].flatMap((board) =>
    [...board.querySelectorAll('[data-key]')]);
  const upon = things.filter((one) => things.some((other) => {
    const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
    return one !== other && Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2
      && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2;
  }));
  return [...out, ...upon].map((each) => each.dataset.key ?? each.className);
}"""
# Returns the end of each visible name, and whether that end is visible.
ENDS = """() => [...document.querySelectorAll('main .name > span:last-child')]
  .filter((end) => end.checkVisibility() && end.innerText)
  .map((end) => [end.innerText, end.scrollWidth <= end.clientWidth + 1])"""

# Of the plates with names and prestige, those that do not show both whole.
CUT = """() => [...document.querySelectorAll('main .chip')].filter((chip) => {
  const { left, right } = chip.getBoundingClientRect();
  const inside = ['.name', '.score'].map((part) => chip.querySelector(part))
    .every((part) => {
      const box = part.getBoundingClientRect();
      return box.width && box.left >= left && box.right <= right;
    });
  return !inside || chip.querySelector('.score').textContent.trim() === '';
}).map((chip) => chip.textContent)"""


def at_all_sizes(person: Person, sizes: Iterable[tuple[int, int]] = SIZES) -> Iterator[str]:
    """The page at each size, drawn."""
    for width, height in sizes:
        person.tab.set_viewport_size({"width": width, "height": height})
        person.is_narrow = min(width, height) < 560
        person.tab.evaluate(DRAWN)
        yield f"{width}x{height}"


def tabs(person: Person) -> Iterator[str]:
    """Each tab of a narrow screen, or all that there is."""
    parts = person.tab.locator("main nav button").all()
    for part in parts:
        part.click()
        person.tab.evaluate(DRAWN)
        yield part.inner_text()
    if not parts:
        yield "all"


@pytest.mark.slow
def test_nothing_overflows_the_screen(server: Client, arrive: Arrive) -> None:
    person = arrive(server)
    person.open_table(load(server, "4p-advanced-01", 0.6))
    person.now()
    for size in at_all_sizes(person):
        for tab in tabs(person):
            assert person.tab.evaluate(SIDEWAYS) == [], (size, tab)
            assert person.tab.evaluate(AMISS) == [], (size, tab)


@pytest.mark.long
def test_no_panel_scrolls_sideways(server: Client, arrive: Arrive) -> None:
    """All screens and sheets in all layouts; for the table itself see the test before."""
    person = arrive(server)
    table = server.create_table(RED_AND_BLUE)
    over = seated(server, TIED)

    def fits(screen: str) -> None:
        person.tab.evaluate("() => document.fonts.ready")
        for size in at_all_sizes(person, LAYOUTS):
            assert person.tab.evaluate(SIDEWAYS) == [], (screen, size)

    person.start()
    person.tab.locator("[data-game]").first.wait_for()
    fits("start")
    for name in ("new", "settings", "help", "learn", "rules", "puzzles", "mine", "box"):
        person.button(f"web.{name}").click()
        person.tab.get_by_role("dialog").wait_for()
        person.tab.wait_for_load_state("networkidle")
        fits(name)
        person.tab.keyboard.press("Escape")
    person.button("web.box").click()
    person.tab.locator('[data-practice="score"]').click()
    person.tab.locator('[data-field="cards.1.0"]').wait_for()
    fits("score pad")
    for address in ("setup", "position", f"replay/{over}"):
        person.tab.goto("about:blank")
        person.tab.goto(f"{server.url}/#/{address}")
        person.tab.wait_for_load_state("networkidle")
        fits(address)
    person.open_table(table)
    person.button("web.menu").click()
    fits("menu")
    person.open_table(over)
    finale(person)
    fits("final scoring")
    person.tab.locator("summary").click()
    fits("final scoring, numbers")
    person.tab.locator('[data-do="postcard"]').click()
    person.tab.locator('[data-do="svg"]').wait_for()
    fits("postcard")


@pytest.mark.long
@pytest.mark.parametrize("size", [(844, 390), (1024, 768), (768, 1024)], ids=lambda each: each[0])
def test_axe(size: tuple[int, int], server: Client, arrive: Arrive) -> None:
    person = arrive(server, size=size)
    person.open_table(load(server, "3p-basic-02", 0.5))
    person.now()
    for tab in tabs(person):
        is_good(person, f"{size}, {tab}")
    drawer = person.tab.locator('[data-do="log"]')
    if drawer.count():
        drawer.click()
        is_good(person, f"{size}, the log")


@pytest.mark.long
@pytest.mark.parametrize("position", ["tile", "ornament"])
def test_chooser_is_in_sight(position: str, server: Client, arrive: Arrive) -> None:
    """Face up or down, which gems: on every tab of every screen."""
    person = arrive(server, touch=True)
    if position == "ornament":  # a turn with gems to choose from
        person.open_table(load(server, "2p-advanced-02", 0.5))
        legal = person.now()["legal"]
    else:
        legal = open_position(person, position)["legal"]
    way = next(way for way in legal if way["on"][-1].startswith(("side:", "units:", "gems:")))
    for size in at_all_sizes(person):
        for at, key in enumerate(way["on"][:-1]):
            if not is_only_answer(legal, way["on"][:at]):
                person.press(key)
        for tab in tabs(person):
            assert person.tab.evaluate(UNSEEN) == [], (size, tab)
        for _ in way["on"][:-1]:
            person.tab.keyboard.press("Escape")
        person.tab.locator(".chooser").wait_for(state="detached")


@pytest.mark.long
def test_board_fills_a_large_screen(server: Client, arrive: Arrive) -> None:
    """From 1680x940 on everything grows, and what is picked is where it is seen."""
    person = arrive(server)
    open_position(person, "3p")
    small = person.tab.locator("section.bar").bounding_box()
    person.tab.set_viewport_size({"width": 2560, "height": 1440})
    person.tab.evaluate(DRAWN)
    large = person.tab.locator("section.bar").bounding_box()
    assert small is not None
    assert large is not None
    assert large["height"] == pytest.approx(1.5 * small["height"], rel=0.1)
    assert large["y"] + large["height"] == pytest.approx(1440, abs=2)


@pytest.mark.long
def test_shortened_names_stay_distinct(server: Client, arrive: Arrive) -> None:
    """Of three bots alike each keeps its number, however little room there is."""
    seats = [{"colour": "red", "name": "Ana"}] + [
        {"colour": colour, "kind": "bot", "bot": "journeyman"}
        for colour in ("blue", "green", "yellow")
    ]
    person = arrive(server)
    person.open_table(server.create_table({"seats": seats}))
    read = set()
    for size in at_all_sizes(person):
        for name, is_whole in person.tab.evaluate(ENDS):
            assert is_whole, (size, name)
            read.add(name)
        assert person.tab.evaluate(CUT) == [], size
    assert {text[-1] for text in read} >= {"1", "2", "3"}


@pytest.mark.long
def test_opponent_panel_has_a_text_summary(server: Client, arrive: Arrive) -> None:
    """Prestige, banners left and ornaments of each, and the materials counted."""
    person = arrive(server)
    table = open_position(person, "3p")
    for seat in table["seats"]:
        if seat["colour"] == table["due"]["seat"]:
            continue
        place = next(p for p in table["position"]["seats"] if p["colour"] == seat["colour"])
        tree = person.tab.locator(f"section.opponent.p-{seat['colour']}").aria_snapshot()
        assert f"{seat['prestige']} prestige" in tree
        assert "left" in tree
        for kind, count in place["ornaments"].items():
            assert (f"{kind}: {count} available" in tree) is bool(count)
        assert f"{place['rubles']} ruble" in tree


@pytest.mark.long
def test_explanation_covers_neither_log_nor_opponents(server: Client, arrive: Arrive) -> None:
    """The card lies over the market for the cathedral, and the other way round."""
    person = arrive(server)
    table = open_position(person, "3p")
    assert shown("3p", table["legal"])
    for key, over in (("card:1.1", ".market"), ("influence:1", ".cathedral")):
        person.tab.locator(f'[data-key="{key}"]').first.hover(force=True)
        card = person.tab.locator("div.detail")
        card.wait_for()
        box = card.bounding_box()
        present = person.tab.locator(f"main {over}").first.bounding_box()
        assert box is not None
        assert present is not None
        assert present["x"] <= box["x"]
        assert box["x"] + box["width"] <= present["x"] + present["width"]
