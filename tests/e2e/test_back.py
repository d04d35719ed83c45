"""The back button of the browser closes the top dialog; a double click counts as one click."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator

from tests.e2e.conftest import Arrive, site_runs_it
from tests.e2e.person import POINT, Person
from tests.server.harness import RED_AND_BLUE, Client

OPEN_SHEET = "dialog[open]"
CHOSEN = '[data-highlight="chosen"]'


@pytest.fixture
def server(empty_server: Client) -> Client:
    """A server without games: these tests look at its list of games, or change the server."""
    return empty_server


def open_table_from_start(person: Person) -> Locator:
    """Open the only game of the list; all open sheets."""
    person.start()
    person.tab.locator('[data-do="open"]').first.click()
    person.screen.wait_for()
    return person.tab.locator(OPEN_SHEET)


def until_start(person: Person) -> None:
    person.button("web.new").wait_for()
    assert person.tab.locator(OPEN_SHEET).count() == 0


@pytest.mark.slow
def test_back_closes_sheets_one_by_one(server: Client, arrive: Arrive) -> None:
    person = arrive(server)
    table = server.create_table(RED_AND_BLUE)
    sheet = open_table_from_start(person)
    person.button("web.menu").click()
    person.button("web.settings").click()
    person.tab.locator('[data-do="notify"]').click()
    sheet.nth(1).wait_for()
    person.tab.go_back()
    sheet.nth(1).wait_for(state="detached")
    person.tab.locator('[data-field="lang"]').wait_for()
    person.tab.go_back()
    sheet.wait_for(state="detached")
    assert person.table_id == table
    person.tab.go_back()
    until_start(person)


@pytest.mark.slow
def test_a_sheet_that_was_closed_leaves_nothing_in_the_history(
    server: Client, arrive: Arrive
) -> None:
    """By Escape, by its button, and in the place of another one."""
    person = arrive(server)
    server.create_table(RED_AND_BLUE)
    sheet = open_table_from_start(person)
    for _ in range(3):
        person.button("web.menu").click()
        person.tab.keyboard.press("Escape")
        sheet.wait_for(state="detached")
    person.button("web.menu").click()
    person.button("web.report").click()
    sheet.locator("textarea").wait_for()
    person.button("web.close").click()
    sheet.wait_for(state="detached")
    person.tab.go_back()
    until_start(person)


@site_runs_it
def test_a_sheet_that_leads_elsewhere_leaves_nothing_in_the_history(
    server: Client, arrive: Arrive
) -> None:
    person = arrive(server)
    person.start()
    person.button("web.new").click()
    person.tab.locator('[data-do="start"]').click()
    person.screen.wait_for()
    person.button("web.menu").click()
    person.tab.go_back()
    person.tab.locator(OPEN_SHEET).wait_for(state="detached")
    person.tab.go_back()
    until_start(person)
    person.tab.locator('[data-do="box"]').click()
    person.tab.locator('[data-practice="setup"]').click()
    person.tab.get_by_role("list").first.wait_for()
    person.tab.go_back()
    until_start(person)


@pytest.mark.long
def test_the_page_is_loaded_again_with_a_sheet_open(server: Client, arrive: Arrive) -> None:
    person = arrive(server)
    server.create_table(RED_AND_BLUE)
    open_table_from_start(person)
    person.button("web.menu").click()
    person.tab.locator(OPEN_SHEET).wait_for()
    person.tab.reload()
    person.screen.wait_for()
    person.tab.go_back()
    until_start(person)


@pytest.mark.long
def test_a_link_in_a_sheet(server: Client, arrive: Arrive) -> None:
    """The address is followed; Back leads to where the sheet was."""
    person = arrive(server)
    server.create_table(RED_AND_BLUE)
    open_table_from_start(person)
    person.button("web.menu").click()
    person.tab.locator(OPEN_SHEET).wait_for()
    person.tab.evaluate("location.hash = '#/setup'")
    person.screen.wait_for(state="detached")
    person.tab.get_by_role("list").first.wait_for()
    person.tab.go_back()
    person.screen.wait_for()
    person.tab.go_back()
    until_start(person)


@pytest.mark.slow
def test_the_second_click_of_a_double_click_takes_nothing_back(
    server: Client, arrive: Arrive
) -> None:
    person = arrive(server)
    person.open_table(server.create_table(RED_AND_BLUE))
    legal = person.now()["legal"]
    key = next(each for each in legal if each["verb"] == "claim")["on"][0]
    at = person.tab.evaluate(POINT, key)
    person.tab.mouse.dblclick(*at)
    chosen = person.tab.locator(CHOSEN)
    assert chosen.first.get_attribute("data-key") == key
    person.tab.mouse.click(*at)
    chosen.first.wait_for(state="detached")
