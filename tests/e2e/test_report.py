"""A problem report contains what a developer needs, and no names."""

from __future__ import annotations

import pytest

from redcathedral import __version__
from redcathedral.record import replay, to_json
from tests.e2e.conftest import Arrive
from tests.e2e.person import Person
from tests.e2e.test_setups import clipboard, in_menu
from tests.server.harness import Client, Json

NAMED: Json = {"seats": [{"colour": "red", "name": "Anastasia"}, {"colour": "blue", "name": "Ben"}]}


def reported(person: Person) -> str:
    """The text of the sheet, copied."""
    dialog = person.tab.get_by_role("dialog").last
    field = dialog.locator('[data-field="copied"]')
    field.wait_for()
    dialog.get_by_role("button", name=person.text("web.copy"), exact=True).click()
    dialog.get_by_text(person.text("web.copied")).wait_for()
    assert clipboard(person.tab) == field.input_value()
    return field.input_value()


@pytest.mark.long
def test_report_at_a_table_contains_the_game(server: Client, arrive: Arrive) -> None:
    person = arrive(server, language="de")
    table = server.create_table(NAMED)
    page = server.open_page(table)
    while page.now["number"] < 9 or page.now["due"]["phase"] != "turn":
        page.play(page.now["legal"][-1]["text"])
    person.open_table(table)
    in_menu(person, "web.report")
    text = reported(person)
    for name in ("Anastasia", "Ben", table):
        assert name not in text
    head, _, record = text.partition("\n\nredcathedral-record")
    report = replay(f"redcathedral-record{record}")
    assert not report.problems
    assert report.record is not None
    for part in (
        person.text("web.report.expected"),
        person.text("web.report.happened"),
        f"redcathedral {__version__}, engine ",
        "page: table, de, ",
        person.tab.evaluate("navigator.userAgent"),
        report.record.components.edition.hash,
        f"table: number {page.now['number']}, turn ",
    ):
        assert part in head
    assert f"state {to_json(report.record.walk().state)}" in head.splitlines()
    person.button("web.close").last.click()
    person.button("web.menu").click()
    person.button("web.help").click()
    person.tab.get_by_role("dialog").locator('[data-do="report"]').click()
    assert reported(person) == text


@pytest.mark.slow
def test_reports_from_the_start_screen_and_a_puzzle(server: Client, arrive: Arrive) -> None:
    person = arrive(server)
    person.start()
    person.button("web.help").click()
    person.button("web.report").click()
    text = reported(person)
    assert "page: start, en" in text
    assert "state" not in text
    puzzle = server.http.get("/api/puzzles?day=2026-11-25").json()["daily"]
    person.tab.goto(f"{server.url}/#/puzzle/{puzzle}")
    person.tab.reload()
    person.screen.wait_for()
    in_menu(person, "web.report")
    text = reported(person)
    assert f"\npuzzle {puzzle}\n" in text
    assert "page: puzzle, en" in text
    assert "\nstate {" in text
    assert "redcathedral-record" not in text


@pytest.mark.slow
def test_unexpected_failure_offers_a_report(server: Client, arrive: Arrive) -> None:
    person = arrive(server)
    person.start()
    body = '{"code":"failed","reason":"the server failed at this","fix":"look","details":[]}'
    person.tab.route("**/api/setups**", lambda route: route.fulfill(status=500, body=body))
    person.tab.goto(f"{server.url}/#/setup")
    person.tab.get_by_role("alert").locator('[data-do="report"]').click()
    text = reported(person)
    assert "failure: failed; the server failed at this" in text
    assert "page: setup, en" in text
    person.wrong = [line for line in person.wrong if "500" not in line]
