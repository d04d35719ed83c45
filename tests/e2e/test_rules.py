"""The rules dialog: from the start screen, a lesson, a preview, an explanation, a link."""

from __future__ import annotations

import pytest

from tests.e2e.conftest import Arrive, site_runs_it
from tests.e2e.games import load
from tests.e2e.person import DRAWN, NARROW, WIDE, Person
from tests.e2e.test_axe import is_good
from tests.server.harness import Client


def is_open(person: Person, rule: str) -> None:
    """The rule has the focus, so it is in sight."""
    person.tab.locator(f'dialog [data-number="{rule}"]:focus').wait_for()
    person.tab.evaluate(DRAWN)  # late fonts move the links


@pytest.mark.parametrize(
    ("size", "dark"),
    [
        pytest.param(WIDE, False, id="wide", marks=site_runs_it),
        pytest.param(NARROW, True, id="narrow", marks=pytest.mark.slow),
    ],
)
def test_rules_can_be_read_and_searched(
    size: tuple[int, int], dark: bool, server: Client, arrive: Arrive
) -> None:
    person = arrive(server, size=size, dark=dark, touch=size == NARROW)
    person.start()
    opener = person.tab.locator('[data-do="rules"]')
    opener.click()
    person.tab.locator('.book [data-number="R9.14"]').wait_for()
    assert person.tab.locator(".book h3").first.inner_text() == "The aim of the game"
    is_good(person, "the rules")
    find = person.tab.locator('[data-field="find"]')
    find.fill("banner inventory")
    person.tab.locator('.book [data-number="R5.3"]').wait_for(state="detached")
    assert person.tab.locator('.book [data-number="R1.4"]').is_visible()
    find.fill("How do I win?")
    person.tab.locator('.book [data-number="aim"]').wait_for()
    assert person.tab.locator(".book h3").first.inner_text() == "The aim of the game"
    assert person.tab.locator('.book [data-number="R7.6"]').is_visible()
    find.fill("xyzzy")
    person.tab.get_by_text(person.text("web.rules.none")).wait_for()
    find.fill("5.4")
    person.tab.locator('.book [data-number="R5.4"]').wait_for()
    assert person.tab.locator(".book article").count() == 1
    find.fill("")
    person.tab.keyboard.press("Escape")
    person.tab.locator("dialog").wait_for(state="detached")
    assert opener.evaluate("(it) => document.activeElement === it")


def test_rule_number_leads_to_its_rule(server: Client, arrive: Arrive) -> None:
    person = arrive(server)
    person.tab.goto(f"{server.url}/#/rules/R5.8")
    is_open(person, "R5.8")
    person.tab.locator('.book [data-number="R5.7"] [data-to="R7.1"]').click()
    is_open(person, "R7.1")


@pytest.mark.slow
def test_lessons_and_help_link_to_rules(server: Client, arrive: Arrive) -> None:
    person = arrive(server)
    person.tab.goto(f"{server.url}/#/learn/first/12")
    person.tab.locator('.strip [data-rule="R5.4"]').click()
    is_open(person, "R5.4")
    person.tab.keyboard.press("Escape")
    person.tab.locator("dialog").wait_for(state="detached")
    person.tab.keyboard.press("?")
    person.tab.locator("dialog details").nth(2).locator("summary").click()
    person.tab.locator('dialog [data-rule="R5.3"]').click()
    is_open(person, "R5.3")


@pytest.mark.slow
def test_previews_and_explanations_link_to_rules(server: Client, arrive: Arrive) -> None:
    person = arrive(server)
    person.open_table(load(server, "2p-basic-02", 0.3))
    table = person.now()
    die = next(way for way in table["legal"] if way["verb"] == "die")
    person.press(die["on"][0])
    person.tab.locator(f'[data-key="{die["on"][1]}"][data-target]').first.focus()
    person.tab.locator('.bar [data-rule="R6.1"]').wait_for()
    person.tab.keyboard.press("i")
    is_open(person, "R6.1")
    person.tab.keyboard.press("Escape")
    person.tab.locator("dialog").wait_for(state="detached")
    person.tab.keyboard.press("Escape")
    person.tab.locator('[data-key="influence:1"]').first.click(force=True)
    person.tab.locator('div.detail [data-rule="R6.6"]').click()
    is_open(person, "R6.6")
