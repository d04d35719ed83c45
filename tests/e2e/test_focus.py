"""The keyboard focus is never lost: it moves on when its element disappears."""

from __future__ import annotations

import pytest

from tests.e2e.conftest import Arrive
from tests.e2e.games import load
from tests.e2e.person import DRAWN, Person
from tests.server.harness import RED_AND_BLUE, Client

AT = """([game, what]) => {
  const here = document.activeElement;
  const row = here?.closest('[data-game]')?.dataset.game ?? '';
  return here?.dataset.do === what && row === game;
}"""
AT_PROMPT = "() => document.activeElement?.dataset.testid === 'prompt'"


@pytest.fixture
def server(empty_server: Client) -> Client:
    """A server without games: these tests look at its list of games, or change the server."""
    return empty_server


def is_at(person: Person, what: str, game: str = "") -> None:
    """Wait until this button has the focus, in the row of this game."""
    person.tab.wait_for_function(AT, arg=[game, what])


@pytest.mark.long
def test_focus_after_removing_a_game(server: Client, arrive: Arrive) -> None:
    """Asked, kept, asked again, removed; then the next one, and the last."""
    person = arrive(server)
    for _ in range(3):
        server.create_table(RED_AND_BLUE)
    person.start()
    rows = person.tab.locator("[data-game]")
    rows.nth(2).wait_for()
    first, second, third = (row.get_attribute("data-game") or "" for row in rows.all())
    keys = person.tab.keyboard

    rows.nth(1).locator('[data-do="remove"]').focus()
    keys.press("Enter")
    is_at(person, "keep", second)
    keys.press("Enter")
    is_at(person, "remove", second)
    for gone, here in ((second, third), (third, first)):
        keys.press("Enter")
        is_at(person, "keep", gone)
        keys.press("Shift+Tab")
        is_at(person, "confirm", gone)
        keys.press("Enter")
        is_at(person, "remove", here)
    keys.press("Enter")
    is_at(person, "keep", first)
    keys.press("Shift+Tab")
    keys.press("Enter")
    is_at(person, "new")


@pytest.mark.long
def test_focus_after_removing_a_game_of_a_filtered_list(server: Client, arrive: Arrive) -> None:
    """The focus goes to the row that is there now, whatever is not shown before it."""
    person = arrive(server)
    over = [load(server, "2p-basic-01") for _ in range(3)]
    for _ in range(2):
        server.create_table(RED_AND_BLUE)
    person.start()
    person.tab.locator('[data-field="filter"][value="over"]').check(force=True)
    rows = person.tab.locator("[data-game]")
    rows.nth(2).wait_for()
    assert rows.count() == len(over)
    first, second, _ = (row.get_attribute("data-game") or "" for row in rows.all())
    rows.nth(0).locator('[data-do="remove"]').focus()
    person.tab.keyboard.press("Enter")
    is_at(person, "keep", first)
    person.tab.keyboard.press("Shift+Tab")
    person.tab.keyboard.press("Enter")
    is_at(person, "remove", second)


def test_focus_when_a_game_begins(server: Client, arrive: Arrive) -> None:
    """The focus is on the next action, even before the first decision."""
    person = arrive(server)
    person.start()
    person.button("web.new").click()
    person.tab.get_by_role("dialog").locator("select.who").nth(1).select_option("person")
    person.button("web.begin").focus()
    person.tab.keyboard.press("Enter")
    person.screen.wait_for()
    person.tab.wait_for_function(AT_PROMPT)


@pytest.mark.slow
def test_focus_after_ending_turns_with_the_mouse(server: Client, arrive: Arrive) -> None:
    """The button that ends a turn is then disabled, and the next action has the focus."""
    person = arrive(server)
    person.open_table(load(server, "solo-basic-01", 0.3))
    for _ in range(2):
        seat = person.now()["due"]["seat"]
        while not (ends := [way for way in person.now()["legal"] if way["verb"] == "end"]):
            person.decide(person.now()["legal"][0])
        assert person.now()["due"]["seat"] == seat
        person.decide(ends[0])
        person.tab.evaluate(DRAWN)  # a button that is off loses the focus when it is drawn
        person.tab.wait_for_function("() => document.activeElement !== document.body")


@pytest.mark.long
def test_focus_after_back_with_the_mouse(server: Client, arrive: Arrive) -> None:
    person = arrive(server)
    person.open_table(server.create_table(RED_AND_BLUE))
    person.press("die:white")
    person.button("web.back").click()
    person.tab.wait_for_function(AT_PROMPT)


@pytest.mark.slow
def test_focus_when_the_pressed_action_disappears(server: Client, arrive: Arrive) -> None:
    person = arrive(server)
    person.open_table(load(server, "3p-basic-02", 0.55))
    person.now()
    person.tab.locator('[data-verb="reroll"]').click()
    person.tab.get_by_text(person.text("web.ask.reroll.space")).wait_for()
    person.tab.locator('[data-key^="space:"]:focus').wait_for()


@pytest.mark.long
def test_focus_after_reconsidering_an_end_by_agreement(server: Client, arrive: Arrive) -> None:
    person = arrive(server)
    person.open_table(server.create_table(RED_AND_BLUE))
    person.button("web.menu").click()
    person.button("web.agree").focus()
    person.tab.keyboard.press("Enter")
    is_at(person, "cancel")
    person.tab.keyboard.press("Enter")
    is_at(person, "agree")


@pytest.mark.slow
def test_steps_of_opponents_keep_the_focus(server: Client, arrive: Arrive) -> None:
    """The focus moves to the next action when a local player must decide again."""
    table = server.create_table(RED_AND_BLUE)
    person = arrive(server)
    person.open_table(table, ["red"])
    other = server.open_page(table, seat="blue")
    person.now()
    for start in ("claim", "tile", "end"):
        person.decide(next(each for each in person.now()["legal"] if each["verb"] == start))
        other.next_table()
    person.tab.keyboard.press("Shift+Tab")
    person.tab.locator('[data-do="menu"]').focus()
    for start in ("claim", "tile"):
        number = other.play(other.first_legal(start))["number"]
        person.until(number)
        is_at(person, "menu")
    other.play("end")
    person.tab.wait_for_function("() => document.activeElement?.dataset.testid === 'prompt'")
