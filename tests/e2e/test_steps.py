"""Steps of others are shown one after another, told whose they are, and wait for nobody."""

from __future__ import annotations

from tests.e2e.conftest import Arrive
from tests.e2e.person import Person
from tests.server.house import Client

AGAINST_TWO = {
    "seats": [
        {"colour": "red", "name": "Mila"},
        {"colour": "blue", "kind": "bot", "bot": "random"},
        {"colour": "green", "kind": "bot", "bot": "random"},
    ]
}
AGAINST_IVAN = {"seats": [{"colour": "red", "name": "Mila"}, {"colour": "blue", "kind": "ivan"}]}
TELLING = '[data-testid="telling"]'
STEPS = """() => {
  window.steps = [];
  const told = () => {
    const bar = document.querySelector('[data-testid="telling"]');
    const band = document.querySelector('.opponent header.moves');
    const seen = bar && [bar.dataset.seat, Boolean(band)].join(' ');
    if (seen) window.steps.push(seen);
  };
  new MutationObserver(told).observe(document.body, { childList: true, subtree: true });
}"""


def turn(person: Person) -> None:
    """A market turn with the white die, up to its end."""
    person.decide(next(each for each in person.now()["legal"] if each["text"] == "die white +0"))
    while (table := person.now())["due"]["yours"]:
        ends = [each for each in table["legal"] if each["text"] == "end"]
        wanted = (ends or table["legal"])[0]
        if ends:
            person.press("end")
            return
        person.decide(wanted)


def test_a_bot_s_step_says_whose_it_is_and_space_skips_the_rest(
    house: Client, arrive: Arrive
) -> None:
    person = arrive(house, moving=True)
    person.sit(house.new(AGAINST_TWO))
    turn(person)
    person.tab.locator(TELLING).wait_for()
    assert person.tab.locator(TELLING).get_attribute("data-seat") == "blue"
    assert person.tab.locator(".opponent.p-blue header.moves").count() == 1
    person.tab.keyboard.press("Space")
    # nothing is told any more until the own turn, whatever still comes
    person.tab.evaluate(STEPS)
    assert person.now()["due"]["yours"]
    assert person.tab.evaluate("window.steps") == []
    assert person.tab.locator(TELLING).count() == 0


def test_ivan_s_turn_is_told_and_what_is_new_outlasts_a_reload(
    house: Client, arrive: Arrive
) -> None:
    person = arrive(house, moving=True)
    person.sit(house.new(AGAINST_IVAN))
    turn(person)
    person.tab.locator(TELLING).wait_for()
    assert person.tab.locator(TELLING).get_attribute("data-seat") == "blue"
    # a press is enough: the choices are there at once
    person.tab.mouse.click(640, 5)
    assert person.marked()
    since = person.tab.get_by_text(person.say("web.since"))
    since.wait_for()
    new = person.tab.locator(".fresh [data-entry]").all_inner_texts()
    assert new
    person.tab.reload()
    person.screen.wait_for()
    assert person.tab.locator(".fresh [data-entry]").all_inner_texts() == new
    before = person.tab.locator('[data-flip^="die:"] use.die').count()
    person.tab.locator('[data-do="replay"]').click()
    person.tab.locator(TELLING).wait_for()
    assert not person.marked()
    person.tab.locator('[data-do="skip"]').click()
    since.wait_for()
    assert person.marked()
    assert person.tab.locator('[data-flip^="die:"] use.die').count() == before


def test_without_motion_nothing_is_told_and_nothing_moves(house: Client, arrive: Arrive) -> None:
    person = arrive(house)
    person.sit(house.new(AGAINST_IVAN))
    person.tab.evaluate(STEPS)
    person.tab.evaluate("""() => {
      window.moved = 0;
      const animate = Element.prototype.animate;
      Element.prototype.animate = function (...all) {
        window.moved += 1;
        return animate.apply(this, all);
      };
    }""")
    number = person.number
    turn(person)
    person.until_not(number)
    assert person.now()["due"]["yours"]
    assert person.tab.evaluate("[window.moved, window.steps]") == [0, []]
    assert person.tab.locator('[data-do="replay"]').count() == 0
