"""Puzzles: the daily puzzle, attempts, the solution and the next one; also by keyboard."""

from __future__ import annotations

import pytest

from redcathedral.ai.puzzles.puzzle import Puzzle, load
from tests.e2e import test_keyboard as keyboard
from tests.e2e.conftest import Arrive, site_runs_it
from tests.e2e.person import NARROW, WIDE, Person
from tests.e2e.test_axe import is_good
from tests.server.harness import Client

# of two turns of a few decisions each
SHORT = next(one for one in load().puzzles if len(one.ids) < 5 and len(one.others[-1].ids) < 5)


def open_list(person: Person) -> None:
    person.start()
    person.tab.locator('[data-do="puzzles"]').click()
    person.tab.locator('[data-practice="daily"]').wait_for()


def begin(person: Person, puzzle: Puzzle) -> None:
    person.tab.goto(f"{person.server.url}/#/puzzle/{puzzle.id}")
    person.screen.wait_for()
    person.tab.locator(f'[data-puzzle="{puzzle.id}"]').wait_for()


def play(person: Person, ids: tuple[int, ...]) -> str:
    """Play a turn; return the text of its result."""
    for decision in ids:
        legal = person.tables[person.number]["legal"]
        person.decide(next(way for way in legal if way["id"] == decision))
    result = person.tab.get_by_test_id("puzzle-result")
    result.wait_for()
    return result.inner_text()


@site_runs_it
@pytest.mark.parametrize(
    "size",
    [pytest.param(WIDE, id="wide"), pytest.param(NARROW, id="narrow", marks=pytest.mark.long)],
)
def test_misses_and_then_solves_a_puzzle(
    size: tuple[int, int], server: Client, arrive: Arrive
) -> None:
    person = arrive(server, size=size, touch=size == NARROW)
    begin(person, SHORT)
    is_good(person, "a puzzle")
    other = SHORT.others[-1]
    assert f"{100 * other.less:.1f}" in play(person, other.ids)
    assert person.tab.locator('.strip [data-do="next"]').count() == 0
    prompt = person.tab.get_by_test_id("prompt")
    assert prompt.inner_text().strip() == person.text("puzzle.missed.next")
    person.tables.clear()
    person.tab.locator('[data-do="retry"]').click()
    person.tab.get_by_test_id("puzzle-task").wait_for()
    assert f"{100 * SHORT.value.share:.0f} ±" in play(person, SHORT.ids)
    assert prompt.inner_text().strip() == person.text("puzzle.found.next")
    assert person.tab.evaluate("document.activeElement.dataset.do") == "next"
    is_good(person, "a puzzle that is found")
    person.tab.locator('.strip [data-do="next"]').click()
    person.tab.wait_for_url(lambda url: "#/puzzle/" in url and SHORT.id not in url)
    assert person.wrong == []


@pytest.mark.long
def test_puzzle_list_remembers_solved_puzzles(server: Client, arrive: Arrive) -> None:
    person = arrive(server)
    open_list(person)
    is_good(person, "the list of puzzles")
    person.tab.locator('[data-practice="daily"]').click()
    person.tab.locator("[data-puzzle]").wait_for()
    name = person.tab.locator("[data-puzzle]").get_attribute("data-puzzle")
    puzzle = load().puzzle(name or "")
    assert puzzle is not None
    play(person, puzzle.ids)
    open_list(person)
    row = person.tab.locator("li", has=person.tab.locator('[data-practice="daily"]'))
    assert person.text("web.puzzles.done") in row.inner_text()


@pytest.mark.long
def test_shows_the_solution_after_an_attempt_by_keyboard(server: Client, arrive: Arrive) -> None:
    """H shows it from the start of the turn, with what it brings; the puzzle is no longer new."""
    person = arrive(server)
    begin(person, SHORT)
    for decision in SHORT.others[-1].ids:
        legal = person.tables[person.number]["legal"]
        keyboard.decide(person, next(way for way in legal if way["id"] == decision))
    person.tab.get_by_test_id("puzzle-result").wait_for()
    person.tab.keyboard.press("h")
    card = person.tab.get_by_test_id("hints")
    card.locator(".turn").first.wait_for()
    assert card.locator(".turn").count() == 2
    assert card.locator(".why").inner_text()
    is_good(person, "a solution")
    person.tab.keyboard.press("h")
    person.tab.locator('.strip [data-do="next"]').wait_for()
    kept = person.tab.evaluate("localStorage['redcathedral.puzzles']")
    assert f'"{SHORT.id}":"shown"' in kept


def test_unknown_puzzle_is_reported(server: Client, arrive: Arrive) -> None:
    person = arrive(server)
    person.tab.goto(f"{server.url}/#/puzzle/2-1-1")
    alert = person.tab.get_by_role("alert")
    alert.wait_for()
    assert person.text("problem.unknown-puzzle") in alert.inner_text()
