"""A small phone: the current question is in sight, and the keyboard can scroll."""

from __future__ import annotations

import pytest

from tests.e2e.conftest import Arrive
from tests.e2e.games import load
from tests.e2e.person import Person
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


@pytest.mark.parametrize(
    "size",
    [
        pytest.param(SMALL, id="upright"),
        pytest.param(LOW, id="on its side", marks=pytest.mark.slow),
    ],
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
