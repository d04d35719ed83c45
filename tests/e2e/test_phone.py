"""A small phone: the current question is in sight, and the keyboard can scroll."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Arrive
from tests.e2e.games import load
from tests.e2e.person import DRAWN, NARROW, Person, greedy_policy
from tests.server.harness import RED_AND_BLUE, Client

SMALL = (360, 740)
LOW = (740, 360)  # on its side

# Where the first button of the chooser is hit, and how far the picked workshop space is covered.
# What is picked comes into sight with the next picture.
SEEN = """async (key) => {
  await new Promise(requestAnimationFrame);
  const chooser = document.querySelector('.chooser').getBoundingClientRect();
  const button = document.querySelector('.chooser button');
  const { left, top, width, height } = button.getBoundingClientRect();
  const picked = document.querySelector(`[data-key="${key}"]`).getBoundingClientRect();
  const hit = document.elementFromPoint(left + width / 2, top + height / 2);
  const over = Math.min(picked.bottom, chooser.bottom) - Math.max(picked.top, chooser.top);
  return [button.contains(hit), Math.max(0, over)];
}"""

FINGER = 44  # CSS pixels
# Returns the touch area of each target of a kind in the market, and whether the square for a finger
# in its middle picks it everywhere.
AREAS = """([kind, finger]) => [...document.querySelectorAll(`[data-key^="${kind}:"][data-target]`)]
  .map((target) => {
    const { x, y, width, height } = target.querySelector('.hit').getBoundingClientRect();
    const parts = [-1, -0.5, 0, 0.5, 1].map((part) => part * (finger / 2 - 0.5));
    const isFree = parts.every((down) => parts.every((across) => {
      const hit = document.elementFromPoint(x + width / 2 + across, y + height / 2 + down);
      return hit?.closest('[data-key]') === target;
    }));
    return { key: target.dataset.key, x, y, width, height, isFree };
  })"""
# Where the market and everything in it is.
PLACES = """() => [...document.querySelectorAll('.drawing svg, .drawing svg .art[data-flip]')]
  .map((part) => part.getBoundingClientRect()).map(({ x, y, width, height }) =>
    [x, y, width, height].map(Math.round))"""


def check_areas(person: Person, kind: str) -> int:
    """Check that a finger can hit each target of a kind; return their number."""
    areas = person.tab.evaluate(AREAS, [kind, FINGER])
    for index, one in enumerate(areas):
        assert min(one["width"], one["height"]) >= FINGER, one
        assert one["isFree"], one
        for other in areas[:index]:
            across = min(e["x"] + e["width"] for e in (one, other)) - max(one["x"], other["x"])
            down = min(e["y"] + e["height"] for e in (one, other)) - max(one["y"], other["y"])
            assert min(across, down) < 1, (one, other)
    return len(areas)


def with_a_tile(server: Client) -> str:
    """Create a table where a claimed card needs its workshop tile; return its id."""
    table = server.create_table(RED_AND_BLUE)
    page = server.open_page(table)
    page.play(page.first_legal("claim"))
    return table


def go_to_board(person: Person) -> None:
    """Open the tab with the player's own board."""
    person.tab.locator("nav button").nth(2).tap()
    person.tab.locator("section.own").wait_for()


@pytest.mark.long
@pytest.mark.parametrize(
    "size", [pytest.param(SMALL, id="portrait"), pytest.param(LOW, id="landscape")]
)
def test_chooser_is_in_sight(size: tuple[int, int], server: Client, arrive: Arrive) -> None:
    """Up or down, wherever the space lies on the board."""
    person = arrive(server, size=size, touch=True)
    person.open_table(with_a_tile(server))
    legal = person.now()["legal"]
    go_to_board(person)
    for key in sorted({way["on"][0] for way in legal if way["text"].startswith("tile")}):
        person.press(key)
        person.tab.locator(".chooser").wait_for()
        assert person.tab.evaluate(SEEN, key) == [True, 0], key
        person.tab.locator('[data-do="cancel"]').tap()
        person.tab.locator(".chooser").wait_for(state="detached")
    number = person.number
    person.press(key)
    person.tab.locator('.chooser [data-key="side:down"]').tap()
    person.until_not(number)


@pytest.mark.long
def test_explanation_is_in_sight(server: Client, arrive: Arrive) -> None:
    """A tap on what cannot be picked."""
    person = arrive(server, size=SMALL, touch=True)
    person.open_table(load(server, "2p-basic-01", 0.3))
    person.now()
    go_to_board(person)
    person.tab.locator('[data-key^="workshop:"]:not([data-target])').first.tap()
    card = person.tab.locator("div.detail").bounding_box()
    bar = person.tab.locator("section.bar").bounding_box()
    assert card is not None
    assert bar is not None
    assert 0 <= card["y"] <= card["y"] + card["height"] <= bar["y"] + 1


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "part"),
    [
        pytest.param("4p-basic-01", 0.05, id="3 dice next to another"),
        pytest.param("4p-advanced-01", 0.29, id="3 and 2 dice"),
        pytest.param("4p-basic-02", 0.53, id="3 dice at the side"),
    ],
)
def test_a_finger_hits_the_market(game: str, part: float, server: Client, arrive: Arrive) -> None:
    """All dice; then, after a move, the tile and the influence actions. Nothing moves meanwhile."""
    person = arrive(server, size=NARROW, touch=True)
    person.open_table(load(server, game, part))
    legal = person.now()["legal"]
    assert check_areas(person, "die") == 5
    places = person.tab.evaluate(PLACES)
    way = next(way for way in legal if way["verb"] == "die" and not way["rubles"])
    person.press(way["on"][0])
    person.tab.locator("div.detail").wait_for()
    person.tab.evaluate(DRAWN)
    assert person.tab.evaluate(PLACES) == places
    number = person.number
    person.press(way["on"][1])
    person.until_not(number)
    person.now()
    person.tab.evaluate(DRAWN)
    assert person.tab.evaluate(PLACES)[0] == places[0]
    assert check_areas(person, "tile") == 1
    assert check_areas(person, "influence")


@pytest.mark.long
def test_first_time_explanation_does_not_shrink_the_board(server: Client, arrive: Arrive) -> None:
    """It covers the player's board, but not what a question is about."""
    person = arrive(server, size=NARROW, touch=True)
    seats = [{"colour": "red"}, {"colour": "blue"}]
    person.open_table(server.create_table({"seats": seats, "options": {"first_game": True}}))
    before = person.tab.evaluate(PLACES)[0]
    choose = greedy_policy(2, lot=0)
    while not any(entry["explained"] for entry in person.now()["log"]):
        person.decide(choose(person, person.now()))
    person.tab.locator(".strip").wait_for()
    person.tab.locator("nav button").first.tap()
    person.tab.evaluate(DRAWN)
    assert person.tab.evaluate(PLACES)[0][2:] == before[2:]
    assert person.now()["due"]["phase"] == "place-tile"
    expect(person.tab.locator('[data-highlight="glowing"]').first).to_be_in_viewport(ratio=1)


@pytest.mark.slow
def test_a_note_closes_by_any_tap(server: Client, arrive: Arrive) -> None:
    """A tap on the note, on another tab or on a card; but not on the rule that it names."""
    person = arrive(server, size=NARROW, touch=True)
    person.open_table(load(server, "2p-basic-01", 0.31))
    claim = next(way for way in person.now()["legal"] if way["verb"] == "claim")
    note = person.tab.get_by_test_id("notice")
    go_to_board(person)

    def show() -> None:
        person.tab.locator('.verbs [aria-disabled="true"]').first.tap(force=True)
        note.wait_for()

    show()
    note.tap(position={"x": 6, "y": 6})
    note.wait_for(state="detached")
    show()
    person.tab.locator("nav button").nth(1).tap()
    note.wait_for(state="detached")
    show()
    person.press(claim["on"][0])
    note.wait_for(state="detached")
    person.tab.locator('[data-do="cancel"]').tap()
    show()
    note.locator('[data-rule="R3.4"]').tap()
    person.tab.locator('dialog article[data-number="R3.4"]').wait_for()


@pytest.mark.slow
def test_a_delivery_asks_and_is_not_where_the_turn_ends(server: Client, arrive: Arrive) -> None:
    """The button that ends the turn stays in its place, with a golden button and without."""
    person = arrive(server, size=NARROW, touch=True)
    person.open_table(load(server, "2p-basic-01", 0.31))
    first, other = (way for way in person.now()["legal"] if way["verb"] == "deliver")
    end, go = person.tab.locator('button[data-key="end"]'), person.tab.get_by_test_id("go")
    place = end.bounding_box()
    assert place is not None
    end.tap(force=True)  # it is disabled
    person.tab.get_by_test_id("notice").get_by_text(person.text("web.end.early")).wait_for()
    number = person.number
    for way in (first, other):
        person.press(way["on"][0])
        golden = go.bounding_box()
        assert golden is not None
        now = end.bounding_box()
        assert now is not None
        assert (now["x"], now["width"]) == pytest.approx((place["x"], place["width"]), abs=12)
        assert golden["x"] + golden["width"] <= place["x"]
        assert person.number == number
        go.tap()
        person.until_not(number)
        person.now()
        number = person.number
        if way is first:
            person.tab.get_by_test_id("prompt").get_by_text("2 deliveries left").wait_for()


@pytest.mark.slow
def test_the_bar_describes_the_card_of_a_claim(server: Client, arrive: Arrive) -> None:
    """Its cost and reward next to the question, and nothing of the text is cut."""
    person = arrive(server, size=NARROW, touch=True)
    person.open_table(load(server, "2p-basic-01", 0.31))
    ways = person.now()["legal"]
    person.press(next(way for way in ways if way["verb"] == "claim")["on"][0])
    detail = person.tab.get_by_test_id("prompt").locator(".detail")
    detail.filter(has_text="costs").wait_for()
    assert "gives" in detail.inner_text()
    assert "banner" in detail.inner_text()
    assert detail.evaluate("text => text.scrollHeight <= text.clientHeight + 1")
