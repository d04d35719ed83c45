"""Replay of a game: every moment, by mouse, keyboard and link, and a new game from there."""

from __future__ import annotations

import pytest

from tests.e2e.conftest import Arrive, site_runs_it
from tests.e2e.games import load
from tests.e2e.person import NARROW, WIDE, Person
from tests.e2e.test_axe import is_good
from tests.server.harness import Client

NAMES = """() => [...document.querySelectorAll('[data-testid="replay"] [data-key]')]
  .map((element) => `${element.dataset.key} ${element.getAttribute('aria-label')}`).sort()"""


@pytest.fixture
def table(server: Client) -> str:
    """A game that is over; it has more decisions than the server sends at once."""
    return load(server, "2p-basic-01")


def at(person: Person) -> int:
    return int(person.tab.get_by_test_id("replay").get_attribute("data-at") or -1)


def look_back(person: Person, table: str, moment: str = "") -> int:
    """Open a replay; how many decisions the game has."""
    person.tab.goto(f"{person.server.url}/#/replay/{table}{moment}")
    screen = person.tab.get_by_test_id("replay")
    screen.wait_for()
    return int(screen.get_attribute("data-last") or -1)


@pytest.mark.parametrize(
    "size",
    [
        pytest.param(WIDE, id="wide", marks=site_runs_it),
        pytest.param(NARROW, id="narrow", marks=pytest.mark.long),
    ],
)
def test_replay_leads_from_the_scores_to_every_moment(
    size: tuple[int, int], server: Client, arrive: Arrive, table: str
) -> None:
    """Replay does not change the table; the log shows the entries up to the moment."""
    person = arrive(server, size=size, touch=size == NARROW)
    person.open_table(table)
    version = person.now()["number"]
    person.tab.locator('[data-do="look-back"]').click()
    last = int(person.tab.get_by_test_id("replay").get_attribute("data-last") or -1)
    first_moments = server.http.get(f"/api/tables/{table}/past").json()
    assert last > len(first_moments)  # more than one response has
    assert at(person) == last
    is_good(person, "replay")
    entry = person.tab.get_by_test_id("entry")
    person.tab.locator('[data-do="first"]').click()
    assert at(person) == 0
    assert entry.inner_text() == person.text("web.replay.start")
    for count in (1, 2, 3):
        person.tab.locator('[data-do="on"]').click()
        assert at(person) == count
    moments = server.http.get(f"/api/tables/{table}/past", params={"until": 20}).json()
    log = server.http.get(f"/api/tables/{table}").json()["log"]
    assert entry.inner_text() == log[moments[3]["log"] - 1]["text"]
    person.tab.locator('[data-do="back"]').click()
    assert at(person) == 2
    person.tab.locator('[data-do="turn-on"]').click()
    second = at(person)
    person.tab.locator('[data-do="turn-on"]').click()
    assert at(person) > second
    person.tab.locator('[data-do="turn-back"]').click()
    assert at(person) == second
    person.tab.locator('[data-do="table"]').click()
    person.screen.wait_for()
    assert person.now()["number"] == version


@pytest.mark.long
def test_replay_plays_and_works_by_keyboard(server: Client, arrive: Arrive, table: str) -> None:
    person = arrive(server)
    last = look_back(person, table, "/7")
    assert at(person) == 7
    keys = person.tab.keyboard
    for key, moment in (("ArrowRight", 8), ("ArrowLeft", 7), ("End", last), ("Home", 0)):
        keys.press(key)
        assert at(person) == moment
    keys.press("PageDown")
    turn = at(person)
    assert turn > 0
    keys.press("Shift+ArrowLeft")
    assert at(person) == 0
    keys.press(" ")  # plays by itself, until it is pressed again
    person.tab.wait_for_function(
        """() => document.querySelector('[data-testid="replay"]').dataset.at >= 2"""
    )
    keys.press(" ")
    assert person.tab.locator('[data-do="play"]').get_attribute("aria-label") == "Play"
    slider = person.tab.locator('input[type="range"]')
    slider.fill("5")
    assert at(person) == 5
    assert slider.get_attribute("aria-valuetext") == f"After 5 of {last} decisions"
    assert person.tab.url.endswith(f"/#/replay/{table}/5")


@pytest.mark.long
def test_pausing_inside_a_step_completes_the_step(server: Client, arrive: Arrive) -> None:
    """Where Ivan's turn follows by rule, a step has several pictures."""
    bot = {"colour": "red", "kind": "bot", "bot": "greedy"}
    table = server.create_table({"seats": [bot, {"colour": "blue", "kind": "ivan"}]})
    page = server.open_page(table)
    if not page.now["over"]:
        page.until(lambda now: now["over"])
    person = arrive(server, moving=True)
    look_back(person, table, "/0")
    slider = person.tab.locator('input[type="range"]')
    for moment in range(12):
        slider.fill(str(moment))
        for _ in range(2):
            person.tab.keyboard.press(" ")
        paused = person.tab.evaluate(NAMES)
        assert at(person) == moment + 1
        slider.fill(str(moment))
        slider.fill(str(moment + 1))
        assert paused == person.tab.evaluate(NAMES), moment


@pytest.mark.long
def test_starts_a_new_game_from_a_moment(server: Client, arrive: Arrive, table: str) -> None:
    person = arrive(server)
    look_back(person, table, "/9")
    last_entry = person.tab.get_by_test_id("entry").inner_text()
    person.tab.locator('[data-do="go-on"]').click()
    person.screen.wait_for()
    assert person.table_id != table
    new_log = [
        entry["text"] for entry in server.http.get(f"/api/tables/{person.table_id}").json()["log"]
    ]
    assert last_entry in new_log


@pytest.mark.long
def test_bad_links_are_reported(server: Client, arrive: Arrive, table: str) -> None:
    """A moment beyond the end is the end, and an address without a screen is the start page."""
    person = arrive(server)
    assert look_back(person, table, "/99999") == at(person)
    bad_link = person.tab.get_by_role("alert").get_by_text(person.text("problem.bad-link"))
    bad_link.wait_for()
    person.tab.locator('[data-do="first"]').click()
    bad_link.wait_for(state="detached")
    person.tab.goto(f"{server.url}/#/nonsense")
    bad_link.wait_for()
    person.tab.goto(f"{server.url}/#/")
    bad_link.wait_for(state="detached")
    other = arrive(server)
    other.tab.goto(f"{server.url}/#/replay/none")
    other.tab.get_by_text(other.text("problem.unknown-table"), exact=False).first.wait_for()
    other.wrong.clear()  # the browser reports the 404
