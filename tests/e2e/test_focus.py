"""The focus is never lost: where what had it has gone, it goes to what comes next."""

from __future__ import annotations

from tests.e2e.conftest import Arrive
from tests.e2e.person import Person
from tests.server.house import RED_AND_BLUE, Client

AT = """([game, what]) => {
  const here = document.activeElement;
  const row = here?.closest('[data-game]')?.dataset.game ?? '';
  return here?.dataset.do === what && row === game;
}"""


def is_at(person: Person, what: str, game: str = "") -> None:
    """Wait until this button has the focus, in the row of this game."""
    person.tab.wait_for_function(AT, arg=[game, what])


def test_a_game_is_removed(house: Client, arrive: Arrive) -> None:
    """Asked, kept, asked again, removed; then the next one, and the last."""
    person = arrive(house)
    for _ in range(3):
        house.new(RED_AND_BLUE)
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


def test_a_game_begins(house: Client, arrive: Arrive) -> None:
    """The focus goes to what is to be done now, though nothing has happened yet."""
    person = arrive(house)
    person.start()
    person.button("web.new").click()
    person.tab.get_by_role("dialog").locator("select.who").nth(1).select_option("person")
    person.button("web.begin").focus()
    person.tab.keyboard.press("Enter")
    person.screen.wait_for()
    person.tab.wait_for_function("() => document.activeElement?.dataset.testid === 'prompt'")


def test_the_end_by_agreement_is_thought_over(house: Client, arrive: Arrive) -> None:
    person = arrive(house)
    person.sit(house.new(RED_AND_BLUE))
    person.button("web.menu").click()
    person.button("web.agree").focus()
    person.tab.keyboard.press("Enter")
    is_at(person, "cancel")
    person.tab.keyboard.press("Enter")
    is_at(person, "agree")
