"""The set-up code at the table, and a game that begins as another one."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.e2e.conftest import Arrive
from tests.e2e.person import Person
from tests.server.house import Client
from tests.server.test_setups import THREE, laid_out, setup_of


def clipboard(tab: Page) -> str:
    """What was copied."""
    tab.context.grant_permissions(["clipboard-read", "clipboard-write"])
    text: str = tab.evaluate("navigator.clipboard.readText()")
    return text


def in_menu(person: Person, name: str) -> None:
    """Choose something in the menu of the table."""
    person.button("web.menu").click()
    person.button(name).click()


def test_a_game_from_the_code_of_another(house: Client, arrive: Arrive) -> None:
    table = house.new({**THREE, "options": {"first_game": True}})
    code = setup_of(house, table)["code"]
    person = arrive(house)
    person.sit(table)
    in_menu(person, "web.setup")
    dialog = person.tab.get_by_role("dialog")
    field = dialog.locator('[data-field="copied"]')
    assert field.input_value() == code
    person.button("web.copy").click()
    dialog.get_by_text(person.say("web.copied")).wait_for()
    assert clipboard(person.tab) == code

    person.button("web.setup.again").click()
    given = dialog.locator('[data-field="setup"]')
    assert given.input_value() == code
    assert dialog.locator('input[name="players"][value="3"]').is_checked()
    assert dialog.locator('[data-field="first_game"]').is_checked()
    person.button("web.begin").click()
    person.tab.wait_for_url(lambda url: table not in url)
    person.screen.wait_for()
    assert laid_out(house, person.table_id) == laid_out(house, table)


def test_a_code_that_cannot_be_used_says_why(house: Client, arrive: Arrive) -> None:
    code = setup_of(house, house.new(THREE))["code"]
    person = arrive(house, language="pl")
    person.start()
    person.button("web.new").click()
    dialog = person.tab.get_by_role("dialog")
    dialog.locator('[data-do="options"]').click()
    for typed, told in (
        (f"{code}0", person.say("problem.setup-mistyped")),
        (code, "Ten kod przygotowania jest na 3 osoby."),
    ):
        dialog.locator('[data-field="setup"]').fill(typed)
        person.button("web.begin").click()
        dialog.get_by_role("alert").get_by_text(told).wait_for()
    dialog.locator('input[name="players"][value="3"]').check(force=True)
    person.button("web.begin").click()
    person.screen.wait_for()
    assert setup_of(house, person.table_id)["code"] == code
    person.wrong = [line for line in person.wrong if "400" not in line]


def test_without_a_clipboard_the_code_is_marked(house: Client, arrive: Arrive) -> None:
    table = house.new(THREE)
    person = arrive(house)
    person.tab.add_init_script(
        "Object.defineProperty(navigator, 'clipboard', {value: undefined});"
        "Document.prototype.execCommand = () => false;"
    )
    person.sit(table)
    in_menu(person, "web.setup")
    person.button("web.copy").click()
    person.tab.get_by_text(person.say("web.copy.failed")).wait_for()
    marked = person.tab.evaluate("document.activeElement.selectionEnd")
    assert marked == len(setup_of(house, table)["code"])
