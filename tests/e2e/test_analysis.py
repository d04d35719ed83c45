"""Game analysis: from the scores to better turns, by mouse, keyboard and phone."""

from __future__ import annotations

import pytest

from redcathedral.ai.weights.file import is_packaged
from redcathedral.record import read
from tests.ai.analysis.endings import last_turns
from tests.e2e.conftest import Arrive, site_runs_it
from tests.e2e.person import NARROW, WIDE, Person
from tests.e2e.test_axe import is_good
from tests.record.games import text
from tests.server.harness import RED_AND_BLUE, Client

pytestmark = [
    pytest.mark.installed,
    pytest.mark.skipif(not is_packaged(), reason="the package has no weights"),
]
TURNS = 6  # of the end of a game, with two mistakes
MINUTE = 60_000.0


def load_endgame(server: Client) -> str:
    record = last_turns(read(text("2p-basic-02")), TURNS)
    return str(server.http.post("/api/tables/load", content=record.text()).json()["id"])


@pytest.fixture
def table(server: Client) -> str:
    return load_endgame(server)


def done(person: Person) -> None:
    """Wait until all of it is there."""
    person.tab.locator('[data-testid="analysis"][data-progress="done"]').wait_for(timeout=MINUTE)


def at(person: Person) -> str | None:
    return person.tab.get_by_test_id("replay").get_attribute("data-at")


@pytest.mark.parametrize(
    "size",
    [
        pytest.param(WIDE, id="wide", marks=site_runs_it),
        pytest.param(NARROW, id="narrow", marks=pytest.mark.long),
    ],
)
def test_analysis_leads_from_the_scores_to_a_better_turn(
    size: tuple[int, int], server: Client, arrive: Arrive, table: str
) -> None:
    person = arrive(server, size=size, touch=size == NARROW)
    person.open_table(table)
    version = person.now()["number"]
    person.tab.locator('[data-do="won"]').click()
    card = person.tab.get_by_test_id("analysis")
    card.wait_for()
    done(person)
    found = server.http.get(f"/api/tables/{table}/analysis").json()
    mistakes = found["mistakes"]
    assert card.get_by_test_id("headline").inner_text() == found["headline"]
    shown = card.locator('[data-do="mistake"]')
    assert shown.locator("span").all_text_contents() == [mistake["title"] for mistake in mistakes]
    assert person.tab.get_by_test_id("chart").locator("polyline").count() == 2
    shown.first.click()
    assert at(person) == str(mistakes[0]["at"])
    lines = card.get_by_test_id("better").locator("p").all_inner_texts()
    assert lines[:2] == [mistakes[0]["played"], mistakes[0]["better"]]
    link = card.locator('[data-field="copied"]').input_value()
    assert link.endswith(f"#/replay/{table}/{mistakes[0]['at']}")
    way = person.tab.locator("g.way")  # of the die that would have moved
    assert way.count() == 1
    is_good(person, "analysis")
    person.tab.locator('[data-do="on"]').click()  # what was played instead
    assert card.get_by_test_id("better").count() == 1
    assert way.count() == 0
    person.tab.locator('[data-do="last"]').click()
    assert card.get_by_test_id("better").count() == 0
    for kind in ("txt", "svg"):
        address = card.locator(f'[data-do="save-{kind}"]').get_attribute("href")
        assert server.http.get(f"/{address}").status_code == 200
    assert server.http.get(f"/api/tables/{table}").json()["number"] == version


@pytest.mark.long
def test_mistakes_become_tasks_that_come_again(server: Client, arrive: Arrive, table: str) -> None:
    """One click from the scores; a task that was missed is offered again in the list."""
    assert server.http.post(f"/api/tables/{table}/analysis").status_code == 202
    while (found := server.http.get(f"/api/tables/{table}/analysis").json())["progress"] != "done":
        assert found["progress"] == "working"
    mistake = found["mistakes"][0]
    person = arrive(server)
    person.open_table(table)
    person.tab.locator('[data-do="learn"]').click()
    card = person.tab.locator(f'[data-puzzle="{mistake["task"]}"]')
    card.wait_for()
    assert mistake["title"] in card.inner_text()
    assert mistake["played"] in card.get_by_test_id("puzzle-task").inner_text()
    is_good(person, "a mistake as a task")
    card.locator('[data-do="solution"]').click()
    hints = person.tab.get_by_test_id("hints")
    hints.locator(".turn").first.wait_for()
    assert hints.locator(".turn").count() == 1
    person.tab.keyboard.press("h")
    card.locator('[data-do="leave"]').click()
    person.tab.wait_for_url(lambda url: url.split("#")[1].startswith(f"/replay/{table}"))
    person.start()
    person.tab.locator('[data-do="puzzles"]').click()
    person.tab.locator('[data-practice="missed"]').click()
    card.wait_for()
    assert person.wrong == []


@pytest.mark.long
def test_analysis_starts_and_stops_by_keyboard(server: Client, arrive: Arrive, table: str) -> None:
    """A stopped analysis resumes, and its results are there after a new visit."""
    person = arrive(server)
    person.tab.goto(f"{server.url}/#/replay/{table}")
    person.tab.locator('[data-do="analysis"]').press("Enter")
    person.tab.locator('[data-do="analyse"]').press("Enter")
    person.tab.locator('[data-do="stop"]').press("Enter")
    person.tab.locator('[data-do="analyse"]').wait_for()
    found = server.http.get(f"/api/tables/{table}/analysis").json()
    assert found["progress"] == ("stopped" if found["done"] else "none")
    person.tab.locator('[data-do="analyse"]').press("Enter")
    done(person)
    person.tab.reload()
    person.tab.locator('[data-do="analysis"]').press("Enter")
    done(person)
    person.tab.locator('[data-do="mistake"]').first.press("Enter")
    person.tab.get_by_test_id("better").wait_for()
    person.tab.keyboard.press("Escape")  # the card, not the whole screen
    assert person.tab.get_by_test_id("analysis").count() == 0


@pytest.mark.long
def test_analysis_of_a_running_game_is_refused_with_a_reason(
    server: Client, arrive: Arrive
) -> None:
    person = arrive(server)
    person.tab.goto(f"{server.url}/#/replay/{server.create_table(RED_AND_BLUE)}")
    person.tab.locator('[data-do="analysis"]').click()
    card = person.tab.get_by_test_id("analysis")
    assert person.text("web.analysis.running") in card.inner_text()
    person.tab.locator('[data-do="analyse"]').click()
    card.get_by_role("alert").wait_for()
    assert person.text("problem.not-over") in card.inner_text()
    is_good(person, "an analysis that may not be")
    assert [line for line in person.wrong if "409" not in line] == []
    person.wrong.clear()
