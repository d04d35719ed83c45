"""The set-up code at the table, and a new game with the set-up of another one."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.e2e.conftest import Arrive
from tests.e2e.person import Person
from tests.server.features.setups.test_setups import THREE, laid_out, setup_of
from tests.server.harness import Client


def clipboard(tab: Page) -> str:
    """What was copied."""
    tab.context.grant_permissions(["clipboard-read", "clipboard-write"])
    text: str = tab.evaluate("navigator.clipboard.readText()")
    return text


def in_menu(person: Person, name: str) -> None:
    """Choose something in the menu of the table."""
    person.button("web.menu").click()
    person.button(name).click()


@pytest.mark.long
def test_starts_a_game_from_a_set_up_code(server: Client, arrive: Arrive) -> None:
    table = server.create_table({**THREE, "options": {"first_game": True}})
    code = setup_of(server, table)["code"]
    person = arrive(server)
    person.open_table(table)
    in_menu(person, "web.setup")
    dialog = person.tab.get_by_role("dialog")
    field = dialog.locator('[data-field="copied"]')
    assert field.input_value() == code
    person.button("web.copy").click()
    dialog.get_by_text(person.text("web.copied")).wait_for()
    assert clipboard(person.tab) == code

    person.button("web.setup.again").click()
    given = dialog.locator('[data-field="setup"]')
    assert given.input_value() == code
    assert dialog.locator('input[data-field="players"][value="3"]').is_checked()
    assert dialog.locator('[data-field="first_game"]').is_checked()
    for seat in (1, 2):  # a bot could move at once
        dialog.locator("select.who").nth(seat).select_option("person")
    person.button("web.begin").click()
    person.tab.wait_for_url(lambda url: table not in url)
    person.screen.wait_for()
    assert laid_out(server, person.table_id) == laid_out(server, table)


@pytest.mark.long
def test_explains_a_rejected_set_up_code(server: Client, arrive: Arrive) -> None:
    code = setup_of(server, server.create_table(THREE))["code"]
    person = arrive(server, language="pl")
    person.start()
    person.button("web.new").click()
    dialog = person.tab.get_by_role("dialog")
    dialog.locator('[data-do="options"]').click()
    for typed, problem in (
        (f"{code}0", person.text("problem.setup-mistyped")),
        (code, "Ten kod przygotowania jest dla 3 graczy."),
    ):
        dialog.locator('[data-field="setup"]').fill(typed)
        person.button("web.begin").click()
        dialog.get_by_role("alert").get_by_text(problem).wait_for()
    dialog.locator('input[data-field="players"][value="3"]').check(force=True)
    person.button("web.begin").click()
    person.screen.wait_for()
    assert setup_of(server, person.table_id)["code"] == code
    person.wrong = [line for line in person.wrong if "400" not in line]


@pytest.mark.long
def test_selects_the_code_without_a_clipboard(server: Client, arrive: Arrive) -> None:
    table = server.create_table(THREE)
    person = arrive(server, fresh=True)
    person.tab.add_init_script(
        "Object.defineProperty(navigator, 'clipboard', {value: undefined});"
        "Document.prototype.execCommand = () => false;"
    )
    person.open_table(table)
    in_menu(person, "web.setup")
    person.button("web.copy").click()
    person.tab.get_by_text(person.text("web.copy.failed")).wait_for()
    marked = person.tab.evaluate("document.activeElement.selectionEnd")
    assert marked == len(setup_of(server, table)["code"])


def shown(person: Person) -> str:
    """The code of the set-up on the screen, once it is there."""
    person.tab.locator('[data-testid="setup"][aria-busy="false"] h3').first.wait_for()
    code = person.tab.locator('[data-field="copied"]').input_value()
    assert person.tab.url.endswith(f"#/setup/{code}")
    return code


@pytest.mark.long
def test_shows_a_set_up_for_the_physical_game(server: Client, arrive: Arrive) -> None:
    person = arrive(server)
    person.tab.goto(f"{server.url}/#/setup")
    first = shown(person)
    note = "52 of the 52 cards of this edition are reconstructed."
    assert note in person.tab.locator("main > *").first.inner_text()
    assert person.tab.locator(".pictures [data-key^='card:'], .pictures svg").count() > 1
    person.button("web.lay.draw").press("Enter")
    person.tab.wait_for_url(lambda url: first not in url)
    assert shown(person) != first
    person.tab.locator('[data-field="players"][value="3"]').press("Space")
    person.tab.wait_for_function("() => document.querySelectorAll('h3').length === 7")
    person.tab.wait_for_url(lambda url: "/A" in url)  # the first sign says for how many it is
    code = shown(person)
    listed = person.tab.locator("li").all_inner_texts()
    laid = server.http.get(f"/api/setups/{code}").json()
    assert [" ".join(line.split()) for line in listed] == [
        " ".join(line.split()) for part in laid["parts"] for line in part["lines"]
    ]

    other = arrive(server, language="de")  # whom the link was sent
    other.tab.goto(person.tab.url)
    assert shown(other) == code
    assert other.tab.locator('[data-field="players"][value="3"]').is_checked()
    other.tab.goto(f"{server.url}/#/setup/{first}")  # another link on the same page
    other.tab.get_by_text(first).first.wait_for(state="attached")
    assert shown(other) == first

    person.tab.emulate_media(media="print")
    assert person.tab.get_by_text(code, exact=True).last.is_visible()
    assert not person.button("web.lay.draw").is_visible()
    assert not person.tab.locator(".pictures").is_visible()
    person.tab.emulate_media(media="screen")

    person.button("web.lay.play").click()
    person.button("web.begin").click()
    person.screen.wait_for()
    assert setup_of(server, person.table_id)["code"] == code


@pytest.mark.long
def test_reports_a_link_to_an_invalid_set_up(server: Client, arrive: Arrive) -> None:
    person = arrive(server)
    person.tab.goto(f"{server.url}/#/setup/9HG2-NONSENSE")
    alert = person.tab.get_by_role("alert")
    alert.get_by_text(person.text("problem.setup-mistyped")).wait_for()
    person.button("web.lay.draw").click()
    shown(person)
    assert alert.count() == 0
    person.wrong = [line for line in person.wrong if "400" not in line]
