"""Steps of other players are shown one by one with their seat, and can be skipped."""

from __future__ import annotations

import pytest

from tests.e2e.conftest import Arrive
from tests.e2e.person import Person
from tests.server.harness import RED_AND_BLUE, Client, Json

AGAINST_TWO = {
    "seats": [
        {"colour": "red", "name": "Mila"},
        {"colour": "blue", "kind": "bot", "bot": "random"},
        {"colour": "green", "kind": "bot", "bot": "random"},
    ]
}
AGAINST_IVAN = {"seats": [{"colour": "red", "name": "Mila"}, {"colour": "blue", "kind": "ivan"}]}
STEP_SUMMARY = '[data-testid="step-summary"]'
STEPS = """() => {
  window.steps = [];
  const addStep = () => {
    const seat = document.querySelector('[data-testid="step-summary"]')?.dataset.seat;
    const band = document.querySelector(`.opponent.p-${seat} header.active`);
    if (seat) window.steps.push([seat, Boolean(band)].join(' '));
  };
  new MutationObserver(addStep).observe(document.body, { childList: true, subtree: true });
}"""


def move(person: Person) -> None:
    """A market turn with the white die begins."""
    person.decide(next(each for each in person.now()["legal"] if each["text"] == "die white +0"))


def finish(person: Person) -> Json:
    """The rest of the turn; the table before its end."""
    while (table := person.now())["due"]["yours"]:
        ends = [each for each in table["legal"] if each["text"] == "end"]
        wanted = (ends or table["legal"])[0]
        if ends:
            person.press("end")
            break
        person.decide(wanted)
    return table


def turn(person: Person) -> Json:
    """All of it; the table before its end."""
    move(person)
    return finish(person)


@pytest.mark.slow
def test_step_of_a_bot_names_its_seat_and_space_skips_the_rest(
    server: Client, arrive: Arrive
) -> None:
    person = arrive(server, moving=True)
    person.open_table(server.create_table(AGAINST_TWO))
    person.tab.evaluate(STEPS)
    turn(person)
    person.tab.locator(STEP_SUMMARY).wait_for()
    assert person.tab.evaluate("window.steps[0]") == "blue true"
    person.tab.keyboard.press("Space")
    # no more steps are shown until the player's own turn
    person.tab.evaluate(STEPS)
    assert person.now()["due"]["yours"]
    assert person.tab.evaluate("window.steps") == []
    assert person.tab.locator(STEP_SUMMARY).count() == 0


@pytest.mark.slow
def test_turn_of_ivan_is_shown_and_new_entries_survive_a_reload(
    server: Client, arrive: Arrive
) -> None:
    person = arrive(server, moving=True)
    person.open_table(server.create_table(AGAINST_IVAN))
    turn(person)
    person.tab.locator(f'{STEP_SUMMARY}[data-seat="blue"]').wait_for()
    # a press is enough: the choices are there at once
    person.tab.mouse.click(640, 5)
    assert person.marked()
    since = person.tab.get_by_text(person.text("web.since"))
    since.wait_for()
    new = person.tab.locator(".new [data-entry]").all_inner_texts()
    assert new
    person.tab.reload()
    person.screen.wait_for()
    assert person.tab.locator(".new [data-entry]").all_inner_texts() == new
    before = person.tab.locator('[data-flip^="die:"] use.die').count()
    person.tab.locator('[data-do="replay"]').click()
    person.tab.locator(STEP_SUMMARY).wait_for()
    assert not person.marked()
    person.tab.locator('[data-do="skip"]').click()
    since.wait_for()
    assert person.marked()
    assert person.tab.locator('[data-flip^="die:"] use.die').count() == before


@pytest.mark.long
def test_undo_while_turns_of_others_are_shown(server: Client, arrive: Arrive) -> None:
    """Undo applies to the newest table, and asks first because others have played."""
    person = arrive(server, moving=True)
    person.open_table(server.create_table(AGAINST_TWO))
    before = turn(person)
    person.tab.locator(STEP_SUMMARY).wait_for()
    person.tab.keyboard.press("Space")
    person.now()
    person.tab.keyboard.press("u")
    confirm = person.tab.locator('[data-do="confirm"]')
    confirm.wait_for()
    number = person.number
    person.tab.keyboard.press("Escape")
    confirm.wait_for(state="detached")
    assert person.number == number
    person.tab.keyboard.press("u")
    confirm.click()
    person.until_not(number)
    assert person.now()["position"] == before["position"]
    assert person.now()["due"] == before["due"]


@pytest.mark.long
def test_spectator_skips_known_steps_and_sees_new_ones(server: Client, arrive: Arrive) -> None:
    table = server.create_table(RED_AND_BLUE)
    watcher = arrive(server, moving=True)
    watcher.open_table(table, ())
    player = arrive(server)
    player.open_table(table)
    step_summary = watcher.tab.locator(STEP_SUMMARY)
    for seat in ("red", "blue"):
        move(player)
        watcher.tab.locator(f'{STEP_SUMMARY}[data-seat="{seat}"]').wait_for()
        watcher.tab.keyboard.press("Space")
        finish(player)
        player.tab.wait_for_selector(f'[data-testid="table"]:not([data-due="{seat}"])')
        watcher.until(player.number)
        step_summary.wait_for(state="detached")


@pytest.mark.long
def test_reports_steps_that_cannot_be_shown_again(server: Client, arrive: Arrive) -> None:
    person = arrive(server, moving=True)
    person.open_table(server.create_table(AGAINST_IVAN))
    turn(person)
    person.now()
    person.tab.keyboard.press("Space")
    person.tab.route("**/past?**", lambda route: route.abort())
    person.tab.locator('[data-do="replay"]').click()
    person.tab.get_by_role("alert").get_by_text(person.text("problem.no-answer")).wait_for()
    person.wrong = [line for line in person.wrong if "ERR_FAILED" not in line]


@pytest.mark.slow
def test_without_motion_no_steps_are_shown_and_nothing_moves(
    server: Client, arrive: Arrive
) -> None:
    person = arrive(server)
    person.open_table(server.create_table(AGAINST_IVAN))
    person.tab.evaluate(STEPS)
    person.tab.evaluate("""() => {
      window.moved = 0;
      const animate = Element.prototype.animate;
      Element.prototype.animate = function (...all) {
        window.moved += 1;
        return animate.apply(this, all);
      };
    }""")
    person.until_not(turn(person)["number"])
    assert person.now()["due"]["yours"]
    assert person.tab.evaluate("[window.moved, window.steps]") == [0, []]
    assert person.tab.locator('[data-do="replay"]').count() == 0
