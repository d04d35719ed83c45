"""Two players at separate pages: clocks, presence and proposals."""

from __future__ import annotations

from collections import defaultdict

import pytest

from tests.e2e.conftest import Arrive
from tests.e2e.person import NARROW, Person
from tests.e2e.test_axe import is_good
from tests.server import reused_processes
from tests.server.fake_clock import FakeClock
from tests.server.harness import Client, Json

SEATS: Json = {
    "seats": [{"colour": "red", "name": "Ana"}, {"colour": "blue", "name": "Boris"}],
    "stand_in": "random",
}
STANDS = "performance.now = () => 0"  # by which a page lets a clock run on
# Whether the note about the replaced player and the status for screen readers have this text.
IS_SHOWN_TWICE = """(text) => {
  const texts = [...document.querySelectorAll('.note, [role="status"]')]
    .filter((each) => each.textContent.includes(text));
  return texts.length === 2 && texts.some((each) => each.dataset.testid === 'replaced');
}"""
TIMED: Json = {**SEATS, "clock": {"kind": "turn", "time": 45}}


@pytest.fixture
def server(empty_server: Client) -> Client:
    """A server without games: these tests look at its list of games, or change the server."""
    return empty_server


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


def both(server: Client, arrive: Arrive, wish: Json) -> tuple[Person, Person]:
    """Ana, and Boris on a phone, at a new table; their pages let no clock run."""
    table = server.create_table(wish)
    is_timed = "clock" in wish
    ana = arrive(server, fresh=is_timed)
    boris = arrive(server, size=NARROW, touch=True, dark=True, fresh=is_timed)
    for person in (ana, boris) if is_timed else ():
        person.tab.add_init_script(STANDS)
    ana.open_table(table, ["red"])
    boris.open_table(table, ["blue"])
    return ana, boris


def do(person: Person, what: str) -> None:
    """Press one of the buttons, in the menu where it is there."""
    found = person.tab.locator(f'[data-do="{what}"]')
    if not found.count():
        menu = person.button("web.menu")
        menu.tap() if person.touch else menu.click()
    found.tap() if person.touch else found.click()


def reply(person: Person, what: str) -> None:
    """Press a button of a question that is to come."""
    button = person.tab.get_by_test_id("question").locator(f'[data-do="{what}"]')
    button.tap() if person.touch else button.click()


def play_state_of(person: Person) -> Json:
    """Return the play state from the newest message of the page."""
    play_state: Json = person.tables[max(person.tables)]["play_state"]
    return play_state


@pytest.mark.slow
def test_player_returns_after_time_ran_out(
    server: Client, arrive: Arrive, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The message about the bot is shown until the bot decides, so its process must first start.
    monkeypatch.setattr(reused_processes, "IDLE", defaultdict(list))
    ana, boris = both(server, arrive, TIMED)
    clock.move(2)  # the server sends the presence
    marks = ana.tab.locator('[data-mark="blue"]')
    marks.get_by_role("img", name=ana.text("web.together.here")).wait_for()
    timer = ana.tab.locator('[data-mark="red"] [role="timer"]')
    timer.wait_for()
    assert timer.get_attribute("aria-label") == "Time left: 45 seconds"
    is_good(ana, "clocks")
    is_good(boris, "clocks on a phone")
    clock.move(43)
    replaced = ana.tab.get_by_test_id("replaced")
    ana.tab.wait_for_function(IS_SHOWN_TWICE, arg="Ana has run out of time: a bot takes over.")
    boris.tab.locator('[data-mark="red"]').get_by_text(ana.text("web.together.bot")).wait_for()
    do(ana, "come-back")
    replaced.wait_for(state="detached")
    assert ana.tables[max(ana.tables)]["seats"][0]["stand_in"] is None
    running = play_state_of(ana)["clock"]["running"]  # the bot may have ended the turn
    for seat in sorted(("red", "blue"), key=lambda seat: seat != running):  # both run out of time
        boris.tab.locator(f'[data-mark="{seat}"] .runs').wait_for()
        clock.move(45)
    waits = ana.text("conduct.needs-person")
    for person in (ana, boris):
        person.tab.get_by_test_id("prompt").get_by_text(waits).wait_for()
    boris.tab.get_by_text("the game waits until someone takes over.").first.wait_for()
    is_good(boris, "a game that waits, on a phone")
    ana.button("web.menu").click()  # the menu has it too
    ana.tab.locator('[data-do="come-back.red"]').click()
    ana.tab.get_by_test_id("prompt").get_by_text(waits).wait_for(state="detached")


@pytest.mark.long
def test_grants_a_takeback_and_refuses_a_pause(server: Client, arrive: Arrive) -> None:
    ana, boris = both(server, arrive, TIMED)
    ana.decide(next(one for one in ana.now()["legal"] if one["text"] == "die white +0"))
    number = ana.number
    ana.press("end")
    ana.until_not(number)
    do(ana, "ask-takeback")
    question = boris.tab.get_by_test_id("question")
    question.wait_for()
    assert "Ana asks to undo a decision: end the turn. The rolls" in question.inner_text()
    is_good(boris, "a question")
    reply(boris, "yes")
    question.wait_for(state="detached")
    ana.tab.get_by_text("Everyone agrees: Ana undoes 1 decision.").first.wait_for()
    assert ana.now()["due"]["yours"]
    do(boris, "ask-pause")
    reply(ana, "no")
    question.wait_for(state="detached")
    assert not play_state_of(ana)["is_paused"]


@pytest.mark.slow
def test_resigning_asks_for_confirmation(server: Client, arrive: Arrive) -> None:
    ana, boris = both(server, arrive, SEATS)
    do(boris, "give-up.blue")
    do(boris, "play-on")
    assert boris.tab.locator('[data-do="give-up.blue"]').is_visible()
    do(boris, "give-up.blue")
    do(boris, "give-up")
    mark = ana.tab.locator('[data-mark="blue"]')
    mark.get_by_text(ana.text("web.together.gave-up")).wait_for()
    boris.tab.get_by_test_id("prompt").get_by_text(
        boris.text("web.together.you-gave-up")
    ).wait_for()
    assert play_state_of(boris)["may"]["come_back"] == []


@pytest.mark.long
def test_chosen_clock_is_remembered_for_the_next_game(server: Client, arrive: Arrive) -> None:
    person = arrive(server)
    person.start()
    person.button("web.new").click()
    person.tab.locator('[data-field="kind.1"]').select_option("person")
    person.tab.locator('[data-field="clock"]').select_option("bank-900")
    person.tab.locator('[data-do="start"]').click()
    person.screen.wait_for()
    clock = person.now()["play_state"]["clock"]
    assert clock["wish"] == {"kind": "bank", "time": 900, "increment": 30}
    person.start()
    person.button("web.new").click()
    assert person.tab.locator('[data-field="clock"]').input_value() == "bank-900"
