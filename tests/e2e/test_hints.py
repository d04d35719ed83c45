"""Hints: requests, display on the board, and agreement of the other players."""

from __future__ import annotations

import pytest

from redcathedral.ai.weights.file import is_packaged
from tests.e2e.conftest import Arrive
from tests.e2e.person import NARROW, WIDE, Person
from tests.e2e.test_axe import is_good
from tests.server.harness import AGAINST_A_BOT, RED_AND_BLUE, Client

pytestmark = pytest.mark.skipif(not is_packaged(), reason="the package has no weights")


def lit(person: Person) -> list[str]:
    """The elements that glow."""
    marks = person.tab.locator('[data-highlight="glowing"]')
    return [mark.get_attribute("data-key") or "" for mark in marks.all()]


@pytest.mark.parametrize(
    "size",
    [
        pytest.param(WIDE, id="wide", marks=pytest.mark.slow),
        pytest.param(NARROW, id="narrow", marks=pytest.mark.long),
    ],
)
def test_the_best_turns_are_shown_on_the_board(
    size: tuple[int, int], server: Client, arrive: Arrive
) -> None:
    person = arrive(server, size=size, touch=size == NARROW)
    person.open_table(server.create_table(AGAINST_A_BOT))
    person.tab.locator('[data-do="hint"]').click()
    card = person.tab.get_by_test_id("hints")
    turns = card.locator(".turn")
    turns.first.wait_for()
    assert turns.count() == 3
    pressed = [turn.get_attribute("aria-pressed") for turn in turns.all()]
    assert pressed == ["true", "false", "false"]  # the first is shown at once
    first = lit(person)
    assert first, "the things with which it begins glow"
    turns.nth(1).click()
    assert turns.nth(1).get_attribute("aria-pressed") == "true"
    is_good(person, "hints")
    card.locator('[data-do="no-hints"]').click()
    assert card.count() == 0
    assert not lit(person)


@pytest.mark.long
def test_by_keyboard(server: Client, arrive: Arrive) -> None:
    """H shows and hides the hints, the focused turn is shown, and the game continues."""
    person = arrive(server)
    person.open_table(server.create_table(AGAINST_A_BOT))
    person.tab.keyboard.press("h")
    card = person.tab.get_by_test_id("hints")
    card.locator(".turn").first.wait_for()
    before = lit(person)
    for turn in card.locator(".turn").all():
        turn.focus()
        if lit(person) != before:
            break
    person.tab.keyboard.press("h")
    assert card.count() == 0
    person.tab.keyboard.press("h")
    card.locator(".turn").first.wait_for()
    person.decide(person.now()["legal"][0])
    assert card.count() == 0


@pytest.mark.long
def test_players_at_one_page_agree_to_hints_at_once(server: Client, arrive: Arrive) -> None:
    person = arrive(server)
    person.open_table(server.create_table(RED_AND_BLUE))
    person.tab.locator('[data-do="hint"]').click()
    person.tab.get_by_test_id("hints").locator(".turn").first.wait_for()


@pytest.mark.long
def test_hints_ask_the_player_at_another_page(server: Client, arrive: Arrive) -> None:
    table = server.create_table(RED_AND_BLUE)
    ana, other = arrive(server), arrive(server)
    ana.open_table(table, ["red"])
    other.open_table(table, ["blue"])
    ana.tab.locator('[data-do="hint"]').click()
    wish = other.tab.get_by_test_id("proposal")
    wish.wait_for()
    assert "Ana would like to play with hints." in wish.inner_text()
    wish.get_by_role("button", name="Agree too").click()
    ana.tab.get_by_test_id("hints").locator(".turn").first.wait_for()
    assert other.tab.get_by_test_id("hints").count() == 0
    number = ana.number
    ana.tab.locator('[data-do="menu"]').click()
    ana.tab.locator('[data-do="allow-hints"]').click()
    ana.until_not(number)
    assert not ana.now()["can"]["hint"]
