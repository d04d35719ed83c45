"""A component of the page that fails to load shows an error and can be retried."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Route

from tests.e2e.conftest import Arrive
from tests.e2e.person import Person
from tests.server.harness import RED_AND_BLUE, Client

OPEN_SHEET = "dialog[open]"
INVITING = {
    "seats": [{"colour": "red", "name": "Ana"}, {"colour": "blue", "is_open": True}],
    "access": "private",
}


def lose(person: Person, pattern: str) -> None:
    """Let requests for a file fail as in a tunnel; the page asks for some files twice."""
    person.tab.route(f"**/{pattern}", lambda route: route.abort("failed"))


def answer_404(route: Route) -> None:
    route.fulfill(status=404, body="not found")


def press(place: Locator, name: str) -> None:
    place.locator(f'[data-do="{name}"]').click()


def expect_failed_requests(person: Person) -> None:
    """The browser reports the requests that the test let fail, and nothing else went wrong."""
    assert person.wrong
    assert all("Failed to load resource" in line for line in person.wrong), person.wrong
    person.wrong.clear()


@pytest.mark.long
def test_a_sheet_is_loaded_again_after_a_failure(server: Client, arrive: Arrive) -> None:
    """With its style sheet, and the focus returns to the button that opened it."""
    person = arrive(server)
    person.start()
    lose(person, "assets/RulesDialog-*.js")
    press(person.tab.locator("nav"), "rules")
    sheet = person.tab.locator(OPEN_SHEET)
    sheet.get_by_text(person.text("web.part"), exact=True).wait_for()
    sheet.get_by_text(person.text("web.part.fix")).wait_for()
    person.tab.unroute_all()
    press(sheet, "again")
    person.tab.locator('[data-field="find"]').wait_for()
    person.tab.keyboard.press("Escape")
    sheet.wait_for(state="detached")
    assert person.tab.evaluate("document.activeElement.dataset.do") == "rules"

    lose(person, "assets/ScorePadDialog-*.css")
    press(person.tab.locator("main"), "box")
    sheet.locator('[data-practice="score"]').click()
    sheet.get_by_text(person.text("web.part"), exact=True).wait_for()
    person.tab.unroute_all()
    press(sheet, "again")
    table = sheet.locator("table").first
    assert table.evaluate("(table) => getComputedStyle(table).borderCollapse") == "collapse"
    expect_failed_requests(person)


@pytest.mark.long
def test_a_message_is_closed_like_a_sheet(server: Client, arrive: Arrive) -> None:
    person = arrive(server)
    person.open_table(server.create_table(RED_AND_BLUE))
    lose(person, "assets/ReportDialog-*.js")
    person.button("web.menu").click()
    sheet = person.tab.locator(OPEN_SHEET)
    press(sheet, "report")
    sheet.get_by_text(person.text("web.part"), exact=True).wait_for()
    person.tab.keyboard.press("Escape")
    sheet.wait_for(state="detached")
    person.tab.unroute_all()
    person.button("web.menu").click()
    press(sheet, "report")
    sheet.locator("textarea").wait_for()
    expect_failed_requests(person)


@pytest.mark.long
def test_component_that_never_loads_counts_as_failed(server: Client, arrive: Arrive) -> None:
    person = arrive(server, fresh=True)
    person.tab.clock.install()
    person.start()
    person.tab.route("**/assets/RulesDialog-*.js", lambda _: None)
    with person.tab.expect_request("**/assets/RulesDialog-*.js"):  # its timers run from here on
        press(person.tab.locator("nav"), "rules")
    person.tab.clock.run_for(1000)
    person.tab.get_by_role("status").get_by_text(person.text("web.part.loading")).wait_for()
    person.tab.clock.run_for(20_000)
    person.tab.locator(OPEN_SHEET).get_by_text(person.text("web.part"), exact=True).wait_for()


@pytest.mark.slow
def test_asks_to_reload_after_a_server_update(server: Client, arrive: Arrive) -> None:
    """All old parts answer 404: no screen is white, and reloading leads to the same screen."""
    person = arrive(server)
    table = server.create_table(RED_AND_BLUE)
    person.start()
    page = server.http.get("/").text
    renewed = re.sub(r"assets/index-[\w-]+\.js", "assets/index-Of1aLate.js", page)
    person.tab.route("**/assets/**", answer_404)
    person.tab.route(f"{server.url}/", lambda route: route.fulfill(body=renewed))
    message = person.tab.get_by_test_id("part")
    for where in ("setup", f"replay/{table}", "join/abc", "device/abc", "position"):
        person.tab.evaluate("(where) => { location.hash = `#/${where}` }", where)
        message.get_by_text(person.text("web.part.renewed")).wait_for()
        assert message.locator('[data-do="again"]').count() == 0
    person.tab.unroute_all()
    press(message, "reload")
    person.tab.locator(OPEN_SHEET).wait_for()  # who plays in the position
    expect_failed_requests(person)


@pytest.mark.long
def test_a_link_to_a_seat_whose_screen_fails(server: Client, arrive: Arrive) -> None:
    table = server.create_table(INVITING)
    link = server.http.post(f"/api/tables/{table}/links", json={"seat": "blue"})
    person = arrive(server)
    lose(person, "assets/JoinScreen-*.js")
    person.tab.goto(f"{server.url}/#/join/{link.json()['secret']}")
    message = person.tab.get_by_test_id("part")
    message.get_by_text(person.text("web.part.fix")).wait_for()
    person.tab.unroute_all()
    press(message, "again")
    person.tab.locator('[data-do="sit"]').wait_for()
    expect_failed_requests(person)


@pytest.mark.long
def test_shows_a_message_without_first_scripts_or_texts(server: Client, arrive: Arrive) -> None:
    """It says so in the reader's language, and loads again."""
    person = arrive(server, language="pl")
    unloaded = person.tab.locator("#unloaded")
    lose(person, "assets/index-*.js")
    person.tab.goto(f"{server.url}/#/position")
    unloaded.get_by_text(person.text("problem.not-loaded")).wait_for()
    assert person.tab.locator("#unloaded p:visible").count() == 1
    person.tab.unroute_all()
    lose(person, "api/words/pl")
    unloaded.get_by_role("button", name=person.text("problem.not-loaded.fix")).click()
    unloaded.get_by_text(person.text("problem.not-loaded")).wait_for()  # the texts are missing now
    person.tab.unroute_all()
    person.tab.locator(OPEN_SHEET).wait_for()  # and are loaded again without a click
    assert unloaded.count() == 0
    expect_failed_requests(person)


@pytest.mark.slow
def test_reports_a_language_that_does_not_load(server: Client, arrive: Arrive) -> None:
    person = arrive(server)
    person.start()
    person.button("web.settings").click()
    lose(person, "api/words/cs")
    person.tab.locator('[data-field="lang"]').select_option("cs")
    person.tab.locator(OPEN_SHEET).get_by_text(person.text("problem.no-answer")).wait_for()
    person.tab.unroute_all()
    person.tab.locator('html[lang="cs"]').wait_for()
    person.tab.locator(f"{OPEN_SHEET} .error").wait_for(state="detached")
    expect_failed_requests(person)
