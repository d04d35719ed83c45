"""Components that the edition does not have, entered where they are needed."""

from __future__ import annotations

import pytest

from tests.e2e.conftest import Arrive, site_runs_it
from tests.e2e.person import NARROW, WIDE, Person
from tests.e2e.test_axe import is_good
from tests.e2e.test_box_screen import do, type_line, wait_for_read
from tests.e2e.test_cardboard import choose, close, go, part, settled
from tests.server.harness import Client

ANOTHER = "+"
CARD, INFLUENCE, PLAN = "ssss 9", "p 6*, a^", "2343"


def card_text(person: Person, place: str) -> str:
    chosen = person.tab.locator(f'[data-field="card.{place}"] option:checked')
    return chosen.inner_text()


def gone(person: Person, field: str) -> None:
    """Wait until an entry is closed."""
    person.tab.locator(f'[data-field="{field}"]').wait_for(state="detached")


def entered(person: Person, step: str, place: str) -> list[str]:
    """Return the names of the entered components of a list in My box."""
    person.tab.goto(f"{person.server.url}/#/box")
    do(person, f"step.{step}")
    buttons = person.tab.locator(f'[data-list="{place}"] button')
    buttons.first.wait_for()
    return [button.get_attribute("aria-label") or button.inner_text() for button in buttons.all()]


@pytest.mark.long
def test_enters_missing_components_in_a_position(server: Client, arrive: Arrive) -> None:
    person = arrive(server, fresh=True)
    go(person, "position")
    do(person, "another-plan")
    is_good(person, "a plan to enter")
    type_line(person, "234")
    person.tab.locator('dialog [role="alert"]').wait_for()
    person.tab.locator('[data-field="plan-line"]').fill(PLAN)
    person.tab.keyboard.press("Enter")
    gone(person, "plan-line")
    do(person, "start")
    settled(person, 0)
    part(person, "tower.1")
    assert person.tab.locator('[data-place^="1."]').count() == 2
    other = card_text(person, "1.2")
    first = card_text(person, "1.1")
    choose(person, "card.1.1", ANOTHER)
    is_good(person, "a card to enter")
    person.tab.keyboard.press("Escape")
    gone(person, "card-line")
    assert card_text(person, "1.1") == first
    choose(person, "card.1.1", ANOTHER)
    type_line(person, CARD)
    gone(person, "card-line")
    settled(person, 0)
    text = card_text(person, "1.1")
    assert "4 stones" in text
    assert card_text(person, "1.2") == other
    close(person)
    part(person, "market")
    choose(person, "influence.2", ANOTHER)
    person.tab.locator('[data-field="spot-kind"][value="influence.clergy"]').check(force=True)
    is_good(person, "an influence card to enter")
    person.tab.locator('[data-field="influence-line"]').fill(INFLUENCE)
    person.tab.keyboard.press("Enter")
    gone(person, "influence-line")
    settled(person, 0)
    close(person)
    person.tab.reload()
    settled(person, 0)
    part(person, "tower.1")
    assert card_text(person, "1.1") == text
    close(person)
    person.tab.goto(f"{server.url}/#/box")
    person.tab.locator('[data-field="card-line"]').press_sequentially("pppp 9\n")
    wait_for_read(person, 4)
    person.tab.goto(f"{server.url}/#/position")
    settled(person, 0)
    part(person, "tower.1")
    assert card_text(person, "1.1") == text
    close(person)
    do(person, "play")
    person.screen.wait_for()
    now = person.now()
    assert now["edition"]["id"].startswith("box-")
    assert len(now["position"]["influence"]) == 4
    assert entered(person, "bases", "entered") == [
        "costs 4 stones; gives 9 recognition",
        "costs 4 purple gems; gives 9 recognition",
    ]
    do(person, "step.influence")
    person.tab.locator('[data-field="guild"][value="clergy"]').check(force=True)
    assert len(entered(person, "influence", "entered")) == 1
    assert entered(person, "plans", "entered") == ["2 · 3 · 4 · 3"]


@pytest.mark.long
def test_says_until_undo_how_many_cards_were_replaced(server: Client, arrive: Arrive) -> None:
    person = arrive(server, fresh=True)
    go(person, "position")
    do(person, "start")
    settled(person, 0)
    person.tab.evaluate("location.hash = '#/box'")
    person.tab.locator('[data-field="card-line"]').focus()
    for rubles in range(10):  # no base of the position is among these
        type_line(person, f"ww 3 {rubles}")
    wait_for_read(person, 10)
    person.tab.evaluate("location.hash = '#/position'")
    note = person.tab.get_by_text("Cards of this position that your box no longer has")
    note.wait_for()
    do(person, "undo")
    note.wait_for(state="detached")


def focused(person: Person) -> str:
    text: str = person.tab.evaluate("document.activeElement.dataset.do ?? ''")
    return text


def missing_card(person: Person) -> None:
    """Begin to enter a card in place of the first card of the set-up."""
    button = person.tab.locator('[data-do="enter-card"]')
    button.focus()
    button.press("Enter")
    person.tab.locator('[data-field="card-line"]').wait_for()


def setup_cards(person: Person) -> list[str]:
    return person.tab.locator('[data-field="missing"] option').all_inner_texts()


@pytest.mark.long
@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
def test_exchanges_a_missing_card_in_a_setup(
    server: Client, arrive: Arrive, size: tuple[int, int]
) -> None:
    person = arrive(server, fresh=True, size=size, touch=size == NARROW)
    person.tab.goto(f"{server.url}/#/setup")
    missing_card(person)
    is_good(person, "a card to enter in a set-up")
    person.tab.keyboard.press("Escape")
    gone(person, "card-line")
    assert focused(person) == "enter-card"
    before = setup_cards(person)
    line = person.tab.locator('[data-field="card-line"]')
    missing_card(person)
    line.fill("ssss 9")
    line.press("Enter")
    gone(person, "card-line")
    person.tab.locator('[data-field="missing"] option', has_text="4 stones").wait_for(
        state="attached"
    )
    after = setup_cards(person)
    assert after[0] == "1.1 costs 4 stones; gives 9 recognition"
    # The entered card may have the row of one other card, which is then replaced, too.
    assert sum(old != new for old, new in zip(before, after, strict=True)) <= 2
    assert focused(person) == "enter-card"
    assert entered(person, "bases", "entered") == ["costs 4 stones; gives 9 recognition"]
    do(person, "undo")
    person.tab.locator('[data-list="entered"] button').wait_for(state="detached")


@pytest.mark.slow
def test_shows_why_a_card_is_not_kept(server: Client, arrive: Arrive) -> None:
    person = arrive(server, fresh=True)
    person.start()
    choice = "localStorage['redcathedral.edition'] = JSON.stringify({ choice: 'default' })"
    person.tab.evaluate(choice)
    person.tab.goto(f"{server.url}/#/setup")
    person.tab.reload()
    missing_card(person)
    line = person.tab.locator('[data-field="card-line"]')
    line.fill("gggggggggggg 1 2r")
    line.press("Enter")
    person.tab.get_by_role("dialog").get_by_role("alert").wait_for()
    assert line.input_value() == "gggggggggggg 1 2"
    person.tab.route("**/api/box?*", lambda route: route.abort())
    line.fill("ssss 8 1r")
    line.press("Enter")
    person.tab.get_by_text(person.text("problem.no-answer")).wait_for()
    assert line.input_value() == "ssss 8 1"
    person.tab.unroute("**/api/box?*")
    line.press("Enter")
    gone(person, "card-line")
    edition = person.tab.locator('[data-field="edition"]')
    assert edition.evaluate("one => one.selectedOptions[0].text") == person.text("box.title")
    stored = person.tab.evaluate("JSON.parse(localStorage['redcathedral.edition'])")
    assert stored["choice"] == "own"
    assert entered(person, "bases", "entered") == [
        "costs 4 stones; gives 8 recognition and 1 ruble"
    ]
    person.wrong.clear()  # the browser reports the lost connection


@pytest.mark.long
def test_says_that_the_browser_cannot_store_a_card(server: Client, arrive: Arrive) -> None:
    person = arrive(server, fresh=True)
    person.tab.goto(f"{server.url}/#/setup")
    missing_card(person)
    person.tab.evaluate(
        "() => { Storage.prototype.setItem = () => { throw new DOMException('full'); }; }"
    )
    type_line(person, "ssss 9")
    person.tab.get_by_role("alert").get_by_text(person.text("box.not-stored")).wait_for()
    close(person)
    person.tab.locator('[data-field="missing"] option', has_text="4 stones").wait_for(
        state="attached"
    )
    person.tab.evaluate("location.hash = '#/box'")
    person.tab.locator('[data-list="entered"] button').wait_for()


@pytest.mark.long
def test_keeps_the_cards_of_two_tabs(server: Client, arrive: Arrive) -> None:
    person = arrive(server, fresh=True)
    person.tab.goto(f"{server.url}/#/setup")
    missing_card(person)
    other = person.context.new_page()
    other.goto(f"{server.url}/#/box")
    other.locator('[data-field="card-line"]').fill("pppp 8")
    other.keyboard.press("Enter")
    other.locator('[data-list="entered"] button').wait_for()
    type_line(person, "ssss 9")
    gone(person, "card-line")
    other.locator('[data-list="entered"] button').nth(1).wait_for()
    other.close()


@site_runs_it
def test_a_box_has_a_report_and_hints(server: Client, arrive: Arrive) -> None:
    person = arrive(server, fresh=True)
    person.start()
    person.tab.goto(f"{server.url}/#/box")
    person.tab.locator('[data-field="card-line"]').press_sequentially("ssss 9\n")
    wait_for_read(person, 1)
    code = person.tab.locator('[data-field="copied"]').input_value()
    do(person, "report")
    report = person.tab.locator("details [data-field='copied']").input_value()
    assert f"code: {code.rpartition('/')[2]}" in report
    assert "edition: box-" in report
    is_good(person, "a report of a box")
    do(person, "home", "new", "start")
    person.screen.wait_for()
    do(person, "hint", "show-hints")
    person.tab.locator('[data-testid="hints"] .turn').first.wait_for()
