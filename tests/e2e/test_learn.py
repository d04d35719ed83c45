"""Lessons, the start of a newcomer, and explanations of new events."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect

from redcathedral.play.lessons import LESSONS, load_lesson
from tests.e2e import test_keyboard as keyboard
from tests.e2e.conftest import Arrive, site_runs_it
from tests.e2e.person import (
    DRAWN,
    NARROW,
    WIDE,
    Person,
    decisions_below,
    greedy_policy,
    is_only_answer,
)
from tests.e2e.test_axe import is_good
from tests.server.harness import Client, Json


@pytest.fixture
def server(empty_server: Client) -> Client:
    """A server without games: these tests look at its list of games, or change the server."""
    return empty_server


def step(person: Person, number: int) -> Json:
    """Return the step on the screen, as the server sent it."""
    person.tab.wait_for_selector(f'[data-step="{number}"]')
    return person.tables[person.number]


def missed(person: Person, table: Json) -> str:
    """Make a decision that is not asked for; the reason that is given."""
    wrong = next(way for way in table["legal"] if way["id"] not in table["lesson"]["wanted"])
    path: list[str] = []
    for key in wrong["on"]:
        if not is_only_answer(table["legal"], path):
            person.press(key)
        path.append(key)
        if len(decisions_below(table["legal"], path)) == 1:
            if person.is_shown_first(wrong, path):
                person.tab.get_by_test_id("go").click()
            break
    problem = person.tab.get_by_test_id("lesson-no")
    problem.wait_for()
    person.wrong = [line for line in person.wrong if not line.startswith("refused")]
    return problem.inner_text()


def steps(
    person: Person,
    lesson: str,
    decide: Callable[[Person, Json], None] = Person.decide,
    press: Callable[[Person, str], None] | None = None,
) -> Iterator[Json]:
    """Play a lesson step by step; each as it is before it is done as asked."""
    press = press or (lambda person, button: person.tab.locator(button).click())
    count = len(load_lesson(lesson).steps)
    for number in range(1, count + 1):
        table = step(person, number)
        yield table
        while (table := person.tables[person.number])["lesson"]["done"] is None:
            wanted = table["lesson"]["wanted"][0]
            decide(person, next(way for way in table["legal"] if way["id"] == wanted))
        if table["over"]:
            press(person, 'dialog [data-do="look"]')
        assert person.tab.get_by_test_id("lesson-done").inner_text()
        if number < count:
            person.tables.clear()
            press(person, '.strip [data-do="next"]')


def begin(person: Person, lesson: str) -> None:
    """Open the first step of a lesson."""
    person.tab.goto(f"{person.server.url}/#/learn/{lesson}/1")
    person.screen.wait_for()


@pytest.mark.long
def test_a_newcomer_is_led_from_the_start_page_to_the_first_game(
    server: Client, arrive: Arrive
) -> None:
    person = arrive(server)
    person.start()
    person.button("web.learn.first").click()
    for number, table in enumerate(steps(person, "first"), 1):
        assert missed(person, table)
        if number == 1:
            is_good(person, "a step")
    person.button("web.learn.play").click()
    person.tab.wait_for_url("**/#/table/*")
    person.screen.wait_for()
    game = server.http.get(f"/api/tables/{person.table_id}").json()
    assert game["options"]["first_game"]
    assert game["lesson"] is None


@site_runs_it
def test_the_scores_of_the_lesson_lead_to_the_first_game(server: Client, arrive: Arrive) -> None:
    person = arrive(server)
    last = len(load_lesson("first").steps)
    person.tab.goto(f"{person.server.url}/#/learn/first/{last}")
    step(person, last)
    while (table := person.tables[person.number])["lesson"]["done"] is None:
        wanted = table["lesson"]["wanted"][0]
        person.decide(next(way for way in table["legal"] if way["id"] == wanted))
    is_good(person, "the scores")
    person.tab.locator('dialog [data-do="first"]').click()
    person.tab.wait_for_url("**/#/table/*")
    assert server.http.get(f"/api/tables/{person.table_id}").json()["options"]["first_game"]


@pytest.mark.long
@pytest.mark.parametrize("lesson", LESSONS)
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_plays_a_lesson_on_a_phone(lesson: str, dark: bool, server: Client, arrive: Arrive) -> None:
    person = arrive(server, size=NARROW, touch=True, dark=dark)
    begin(person, lesson)
    for table in steps(person, lesson):
        is_good(person, f"{lesson} {table['lesson']['step']}")


def tabbed(person: Person, button: str) -> None:
    """Press Tab until a button has the focus, then Enter."""
    wanted = person.tab.locator(button)
    wanted.wait_for()
    for _ in range(keyboard.STEPS):
        if wanted.evaluate("(it) => document.activeElement === it"):
            break
        person.tab.keyboard.press("Tab")
    else:
        pytest.fail(f"{button} is not reached with Tab")
    person.tab.keyboard.press("Enter")


@pytest.mark.long
@pytest.mark.parametrize("lesson", LESSONS)
def test_plays_a_lesson_by_keyboard(lesson: str, server: Client, arrive: Arrive) -> None:
    person = arrive(server)
    begin(person, lesson)
    played = list(steps(person, lesson, keyboard.decide, tabbed))
    assert len(played) == len(load_lesson(lesson).steps)


# Where a space of the market, a card and a workshop space are.
PARTS = """() => ['space:1', 'card:1.1', 'workshop:red'].map((key) => {
  const { x, y, width, height } = document.querySelector(`[data-key="${key}"]`)
    .getBoundingClientRect();
  return [x, y, width, height].map(Math.round);
})"""


@pytest.mark.slow
@pytest.mark.parametrize(
    "dark", [False, pytest.param(True, marks=pytest.mark.long)], ids=["light", "dark"]
)
def test_first_game_explains_new_events(dark: bool, server: Client, arrive: Arrive) -> None:
    person = arrive(server, dark=dark)
    seats = [{"colour": "red"}, {"colour": "blue"}]
    person.open_table(server.create_table({"seats": seats, "options": {"first_game": True}}))
    strip = person.tab.locator(".strip")
    assert strip.count() == 0
    choose = greedy_policy(2, lot=0)
    while not any(entry["explained"] for entry in person.now()["log"]):
        person.decide(choose(person, person.now()))
    explanation = next(entry["explained"] for entry in person.now()["log"] if entry["explained"])[0]
    strip.get_by_text(explanation["text"], exact=False).wait_for()
    person.tab.set_viewport_size({"width": 1280, "height": 720})
    expect(person.button("web.menu")).to_be_in_viewport(ratio=1)
    is_good(person, "what explains itself")
    strip.locator(f'[data-rule="{explanation["rule"]}"]').click()
    person.tab.locator(f'dialog [data-number="{explanation["rule"]}"]:focus').wait_for()
    person.tab.keyboard.press("Escape")
    strip.get_by_role("button", name=person.text("web.close")).click()
    strip.wait_for(state="detached")


def test_help_highlights_the_elements_to_pick(server: Client, arrive: Arrive) -> None:
    person = arrive(server, size=WIDE)
    begin(person, "first")
    step(person, 1)
    lit = person.tab.locator('[data-key][data-highlight="glowing"]')
    assert lit.count() == 0
    person.tab.locator('[data-do="hint"]').click()
    person.tab.get_by_test_id("lesson-hint").wait_for()
    lit.first.wait_for()


@pytest.mark.slow
def test_a_lesson_on_a_phone_opens_the_tab_of_what_it_asks_for(
    server: Client, arrive: Arrive
) -> None:
    """The card of the lesson covers the compact own board."""
    person = arrive(server, size=NARROW, touch=True)
    begin(person, "first")
    card = person.tab.locator('[data-key="card:3.1"]')
    card.wait_for()
    card.tap()
    expect(person.tab.locator('[data-key="banner:beside"]')).to_be_in_viewport(ratio=1)


@site_runs_it
def test_lesson_goes_back_and_resumes(server: Client, arrive: Arrive) -> None:
    person = arrive(server)
    begin(person, "advanced")
    played = steps(person, "advanced")
    next(played)
    next(played)
    person.tab.locator('[data-do="step-back"]').click()
    step(person, 1)
    person.tab.locator('[data-do="leave"]').click()
    person.tab.locator('[data-do="learn"]').first.click()
    person.tab.locator('[data-practice="advanced"]').click()
    step(person, 2)


def test_unknown_lesson_step_is_reported(server: Client, arrive: Arrive) -> None:
    person = arrive(server)
    person.tab.goto(f"{server.url}/#/learn/first/99")
    person.tab.get_by_role("alert").wait_for()
    person.button("web.to-start").click()
    person.button("web.new").wait_for()


@pytest.mark.long
def test_board_stays_where_it_is_when_texts_come_and_go(server: Client, arrive: Arrive) -> None:
    """An explanation, once closed, does not come again in another game either."""
    person = arrive(server)
    seats = [{"colour": "red"}, {"colour": "blue"}]
    wish = {"seats": seats, "options": {"first_game": True}}
    strip = person.tab.locator(".strip")

    def claim() -> None:
        person.open_table(server.create_table(wish))
        before = person.tab.evaluate(PARTS)
        choose = greedy_policy(2, lot=0)
        while not any(entry["explained"] for entry in person.now()["log"]):
            person.decide(choose(person, person.now()))
        person.tab.evaluate(DRAWN)
        assert person.tab.evaluate(PARTS) == before

    claim()
    strip.wait_for()
    person.tab.locator('[data-do="explained"]').click()
    strip.wait_for(state="detached")
    claim()
    assert strip.count() == 0
    person.tab.goto(f"{server.url}/#/learn/first/3")
    person.tab.locator('[data-step="3"]').wait_for()
    before = person.tab.evaluate(PARTS)
    table = person.tables[person.number]
    person.decide(next(way for way in table["legal"] if way["id"] in table["lesson"]["wanted"]))
    person.tab.get_by_test_id("lesson-done").wait_for()
    assert person.tab.evaluate(PARTS) == before


@pytest.mark.slow
def test_click_on_end_counts_after_a_click_elsewhere(server: Client, arrive: Arrive) -> None:
    """Only the second click of a double click on the button itself is ignored."""
    person = arrive(server)
    person.tab.goto(f"{server.url}/#/learn/first/4")
    person.tab.locator('[data-step="4"]').wait_for()
    end = person.tab.locator('button[data-key="end"]')
    end.dispatch_event("click", {"detail": 2})
    person.tab.locator("[data-asks]").wait_for()
    end.dispatch_event("click", {"detail": 2})
    assert person.tab.locator("[data-asks]").count() == 1
