"""Hints: requests, display on the board, and agreement of the other players."""

from __future__ import annotations

import pytest

from redcathedral.ai.analysis import QUICK
from redcathedral.ai.weights.file import is_packaged
from tests.e2e.conftest import Arrive, site_runs_it
from tests.e2e.person import NARROW, WIDE, Person
from tests.e2e.test_axe import is_good
from tests.server.harness import AGAINST_A_BOT, RED_AND_BLUE, Client

pytestmark = pytest.mark.skipif(not is_packaged(), reason="the package has no weights")


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hints from less simulation, so that the tests are fast."""
    monkeypatch.setattr("redcathedral.server.features.hints.feature.BUDGET", QUICK)


def lit(person: Person) -> list[str]:
    """The elements that glow."""
    marks = person.tab.locator('[data-highlight="glowing"]')
    return [mark.get_attribute("data-key") or "" for mark in marks.all()]


@pytest.mark.parametrize(
    "size",
    [
        pytest.param(WIDE, id="wide", marks=site_runs_it),
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
    card.locator('[data-do="show-hints"]').click()
    turns = card.locator(".turn")
    turns.first.wait_for()
    assert turns.count() == 3
    pressed = [turn.get_attribute("aria-pressed") for turn in turns.all()]
    assert pressed == ["true", "false", "false"]  # the first is shown at once
    first = lit(person)
    assert first, "the things with which it begins glow"
    turns.nth(1).click()
    assert turns.nth(1).get_attribute("aria-pressed") == "true"
    assert "%" in turns.first.inner_text()
    card.locator("summary").click()
    assert card.locator(".numbered li").first.inner_text().startswith("Chance of winning: ")
    is_good(person, "hints")
    card.locator('[data-do="no-hints"]').click()
    assert card.count() == 0
    assert not lit(person)


@site_runs_it
def test_chosen_turn_is_played_to_its_end(server: Client, arrive: Arrive) -> None:
    """It takes one click, and the card of plans stays hidden."""
    person = arrive(server)
    person.open_table(server.create_table(RED_AND_BLUE))
    person.tab.keyboard.press("h")
    card = person.tab.get_by_test_id("hints")
    card.locator('[data-do="show-hints"]').click()
    card.locator(".turn").nth(1).click()
    text = card.locator(".turn").nth(1).locator(".text").inner_text()
    person.tab.evaluate(
        """() => new MutationObserver(() => {
          if (document.querySelector('[data-testid="plan"]')) document.body.dataset.planned = 'yes';
        }).observe(document.body, { childList: true, subtree: true })"""
    )
    card.locator('[data-do="play-hint"]').click()
    card.wait_for(state="detached")
    while (table := person.now())["due"]["seat"] != "blue":
        person.until_not(table["number"])
    log = "\n".join(person.log())
    assert all(sentence in log for sentence in text.rstrip(".").split(". "))
    assert person.tab.locator("body").get_attribute("data-planned") is None


@pytest.mark.long
def test_by_keyboard(server: Client, arrive: Arrive) -> None:
    """H asks, shows and hides the hints, the focused turn is shown, and the game continues."""
    person = arrive(server)
    person.open_table(server.create_table(AGAINST_A_BOT))
    person.tab.keyboard.press("h")
    card = person.tab.get_by_test_id("hints")
    person.tab.locator('[data-do="no-hints"]:focus').wait_for()
    assert "will not count in your statistics" in card.inner_text()
    person.tab.keyboard.press("Enter")
    assert card.count() == 0
    assert not person.now()["is_hinted"]
    person.tab.keyboard.press("h")
    person.tab.locator('[data-do="no-hints"]:focus').wait_for()
    person.tab.keyboard.press("Shift+Tab")
    person.tab.keyboard.press("Enter")
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
    person.tab.locator('[data-do="show-hints"]').click()
    person.tab.get_by_test_id("hints").locator(".turn").first.wait_for()


@pytest.mark.long
def test_hints_ask_the_player_at_another_page(server: Client, arrive: Arrive) -> None:
    table = server.create_table(RED_AND_BLUE)
    ana, other = arrive(server), arrive(server)
    ana.open_table(table, ["red"])
    other.open_table(table, ["blue"])
    ana.tab.locator('[data-do="hint"]').click()
    ana.tab.locator('[data-do="show-hints"]').click()
    proposal = other.tab.get_by_test_id("proposal")
    proposal.wait_for()
    for sentence in ("Ana would like to play with hints.", "then not count in your statistics"):
        assert sentence in proposal.inner_text()
    proposal.get_by_role("button", name="Agree too").click()
    ana.tab.get_by_test_id("hints").locator(".turn").first.wait_for()
    assert other.tab.get_by_test_id("hints").count() == 0
    number = ana.number
    ana.tab.locator('[data-do="menu"]').click()
    ana.tab.locator('[data-do="allow-hints"]').click()
    ana.until_not(number)
    assert not ana.now()["can"]["hint"]
