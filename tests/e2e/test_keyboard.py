"""A whole turn of each basic action by keyboard only."""

from __future__ import annotations

import pytest

from tests.e2e.conftest import Arrive, site_runs_it
from tests.e2e.games import load
from tests.e2e.person import Person, decisions_below, is_only_answer
from tests.server.harness import Client, Json

HERE = "() => document.activeElement?.getAttribute('data-key')"
# A key of another keyboard than that of this machine.
PRESS = """(key) => document.body.dispatchEvent(
  new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...key }))"""
STEPS = 150  # presses of Tab until something counts as out of reach


def go(person: Person, key: str) -> None:
    """Press Tab until an element has the focus, then Enter."""
    for _ in range(STEPS):
        if person.tab.evaluate(HERE) == key:
            break
        person.tab.keyboard.press("Tab")
    else:
        pytest.fail(f"{key} is not reached with Tab")
    person.tab.keyboard.press("Enter")
    if person.tab.locator(f'button[data-key="{key}"][data-asks]').count():
        person.tab.keyboard.press("Enter")


def decide(person: Person, legal: Json) -> None:
    """Make a decision by keys."""
    number = person.number
    offered = person.tables[number]["legal"]
    path: list[str] = []
    for key in legal["on"]:
        if not is_only_answer(offered, path):
            go(person, key)
        path.append(key)
        if len(decisions_below(offered, path)) == 1:
            if person.is_shown_first(legal, path):  # the golden button has the focus
                person.tab.keyboard.press("Enter")
            break
    person.until_not(number)


def finish(person: Person) -> None:
    """Play the rest of the turn by keys: what is offered first, but End as soon as it is there."""
    seat = person.now()["due"]["seat"]
    while (table := person.now())["due"] and table["due"]["seat"] == seat:
        offered = table["legal"]
        decide(person, next((way for way in offered if way["text"] == "end"), offered[0]))


@pytest.mark.slow
@pytest.mark.parametrize("action", ["claim", "die", "deliver"])
def test_plays_a_turn_by_keyboard(action: str, server: Client, arrive: Arrive) -> None:
    person = arrive(server)
    person.open_table(load(server, "2p-basic-02", 0.4))
    legal = person.now()["legal"]
    wish = [way for way in legal if way["text"].split()[0] == action][-1]
    person.tab.locator("body").press("Escape")
    decide(person, wish)
    finish(person)


def test_starts_a_game_by_keyboard(server: Client, arrive: Arrive) -> None:
    """The dialog opens, traps the focus, and Escape gives it back."""
    person = arrive(server)
    person.start()
    opener = person.button("web.new")
    opener.focus()
    person.tab.keyboard.press("Enter")
    dialog = person.tab.get_by_role("dialog")
    dialog.wait_for()
    for _ in range(40):
        person.tab.keyboard.press("Tab")
        inside = person.tab.evaluate(
            "() => document.activeElement === document.body || "
            "!!document.activeElement?.closest('dialog')"
        )
        assert inside
    person.tab.keyboard.press("Escape")
    dialog.wait_for(state="hidden")
    person.tab.wait_for_function("() => document.activeElement?.textContent.length > 0")
    assert opener.evaluate("(button) => button === document.activeElement")
    person.tab.keyboard.press("Enter")
    person.button("web.begin").focus()
    person.tab.keyboard.press("Enter")
    person.screen.wait_for()


@site_runs_it
def test_shortcuts(server: Client, arrive: Arrive) -> None:
    """The keys that the help lists."""
    person = arrive(server)
    person.open_table(server.create_table({"seats": [{"colour": "red"}, {"colour": "blue"}]}))
    before = person.now()
    person.tab.evaluate(PRESS, {"key": "+", "code": "Digit1"})  # Czech, without Shift
    person.tab.locator('[data-verb][aria-pressed="true"]').wait_for()
    person.tab.keyboard.press("Escape")
    person.tab.keyboard.press("t")
    assert person.tab.evaluate(HERE) in {way["on"][0] for way in before["legal"]}
    person.decide(next(way for way in before["legal"] if way["text"].startswith("claim")))
    number = person.number
    person.tab.keyboard.press("u")
    person.until_not(number)
    assert person.now()["position"] == before["position"]
    number = person.number
    person.tab.keyboard.press("r")
    person.until_not(number)
    sheet = person.tab.get_by_role("dialog")
    for key in ("l", "m", "?"):
        person.tab.keyboard.press(key)
        sheet.wait_for()
        person.tab.keyboard.press("Escape")
        sheet.wait_for(state="hidden")
    for key, code in (("M", "KeyM"), ("μ", "KeyM"), ("д", "KeyL")):
        person.tab.evaluate(PRESS, {"key": key, "code": code})
        sheet.wait_for()
        person.tab.keyboard.press("Escape")
        sheet.wait_for(state="hidden")
    for more in ("ctrlKey", "modifierAltGraph", "isComposing"):
        person.tab.evaluate(PRESS, {"key": "m", "code": "KeyM", more: True})
    assert not sheet.is_visible()
