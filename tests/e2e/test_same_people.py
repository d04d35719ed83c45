"""The same people again: the next game, the results with them, and a season."""

from __future__ import annotations

import json
import os
from pathlib import Path
from urllib.parse import unquote

import pytest

from tests.e2e.conftest import Arrive, site_runs_it
from tests.e2e.person import NARROW, WIDE, Person
from tests.e2e.test_axe import is_good
from tests.e2e.test_links import press
from tests.e2e.test_mine import begin
from tests.server.features.rematch.test_rematch import end_game
from tests.server.harness import Client, Json

PAIR: Json = {"seats": [{"colour": "red", "name": "Ana"}, {"colour": "blue", "name": "Boris"}]}


@pytest.fixture
def server(empty_server: Client) -> Client:
    """A server without games: these tests look at its list of games."""
    return empty_server


def look(person: Person, name: str) -> None:
    """Check a screen, and save its picture if a folder for pictures is given."""
    is_good(person, name)
    if folder := os.environ.get("PICTURES"):
        person.tab.wait_for_timeout(400)
        person.tab.screenshot(path=Path(folder) / f"{name}-{person.is_narrow}.png")


def next_table(person: Person, before: str) -> str:
    """Press *Play again*, and return the new table."""
    press(person, "again", "main")
    person.tab.wait_for_function(
        "before => location.hash.startsWith('#/table/') && !location.hash.includes(before)",
        arg=before,
    )
    return person.table_id


@site_runs_it
def test_the_next_game_is_one_click_from_the_list(server: Client, arrive: Arrive) -> None:
    person = arrive(server)
    person.start()
    table = begin(person, PAIR)
    end_game(server, table)
    person.start()
    second = next_table(person, table)
    person.screen.wait_for()
    assert {seat["name"] for seat in person.now()["seats"]} == {"Ana", "Boris"}
    end_game(server, second)
    people = person.tab.get_by_test_id("people")
    people.wait_for()  # in the final scoring
    assert "Games together: 2" in people.inner_text()


@pytest.mark.parametrize(
    ("size", "dark"),
    [
        pytest.param(NARROW, True, id="narrow-dark", marks=pytest.mark.long),
        pytest.param(NARROW, False, id="narrow-light", marks=pytest.mark.long),
        pytest.param(WIDE, True, id="wide-dark", marks=pytest.mark.long),
        pytest.param(WIDE, False, id="wide-light", marks=site_runs_it),
    ],
)
def test_results_with_people_and_a_season(
    size: tuple[int, int], dark: bool, server: Client, arrive: Arrive
) -> None:
    person = arrive(server, size=size, touch=size == NARROW, dark=dark)
    person.start()
    table = begin(person, PAIR)
    begin(person, PAIR, 1)
    end_game(server, table)
    person.start()
    look(person, f"list-{dark}")
    press(person, "mine")
    person.tab.get_by_test_id("people").wait_for()
    look(person, f"mine-{dark}")
    person.open_table(table)
    person.tab.get_by_test_id("people").wait_for()
    look(person, f"end-{dark}")
    press(person, "look")
    person.tab.locator('[data-do="menu"]').first.click()
    press(person, "season", "dialog")
    person.tab.get_by_text(person.text("web.season.none")).wait_for()
    person.tab.locator('[data-field="season"]').fill("Autumn #")
    press(person, "save-season")
    person.tab.get_by_role("alert").wait_for()
    person.tab.locator('[data-field="season"]').fill("Autumn")
    press(person, "save-season")
    person.tab.get_by_text(person.text("web.note.kept"), exact=True).wait_for()
    person.tab.locator("caption", has_text="Autumn").wait_for()
    assert len(person.wrong) == person.logs_refusals  # the refused name
    person.wrong.clear()
    look(person, f"season-{dark}")
    with person.tab.expect_download() as saving:
        person.tab.get_by_role("link", name="CSV").click()
    assert "Boris" in saving.value.path().read_text(encoding="utf-8-sig")


@pytest.mark.slow
def test_preferences_come_with_the_seats(server: Client, arrive: Arrive) -> None:
    ana = arrive(server, fresh=True)
    ana.start()
    begin(ana, PAIR)
    ana.tab.evaluate(
        'localStorage.setItem(\'redcathedral.settings\', \'{"textSize": "115", "sound": true}\')'
    )
    ana.tab.reload()
    press(ana, "mine")
    press(ana, "move", "dialog")
    address = ana.tab.locator('[data-testid="move"] [data-field="copied"]').input_value()
    assert json.loads(unquote(address).rsplit("/", 1)[1]) == {"textSize": "115", "sound": True}
    phone = arrive(server, size=NARROW, touch=True, fresh=True)
    phone.tab.goto(address)
    phone.tab.locator('[data-field="settings"]').wait_for()
    look(phone, "device")
    assert phone.tab.evaluate("localStorage.getItem('redcathedral.settings')").count("115") == 0
    press(phone, "take")
    taken = phone.tab.get_by_text("Settings changed on this device: Text size and Sound")
    taken.wait_for()
    look(phone, "device-taken")
    stored = phone.tab.evaluate("JSON.parse(localStorage.getItem('redcathedral.settings'))")
    assert (stored["textSize"], stored["sound"], stored["theme"]) == ("115", True, "system")
