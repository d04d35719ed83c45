"""Entering rolls of physical dice by keyboard, mouse and touch."""

from __future__ import annotations

import random

import pytest

from tests.e2e.conftest import Arrive, site_runs_it
from tests.e2e.person import NARROW, WIDE, Person
from tests.e2e.test_axe import is_good
from tests.server.harness import Client, Json

SOLO: Json = {
    "seats": [{"colour": "red", "name": "Ana"}, {"colour": "blue", "kind": "ivan"}],
    "own_dice": True,
}


def begin(person: Person) -> None:
    """A solo game from the set-up, with the box on the table."""
    person.start()
    person.button("web.new").click()
    person.tab.locator('[data-field="players"][value="1"]').check(force=True)
    person.tab.locator('[data-do="options"]').click()
    person.tab.locator('[data-field="own_dice"]').check()
    person.tab.locator('[data-do="start"]').click()
    person.screen.wait_for()


def to_the_roll(person: Person) -> Json:
    """Move a die and leave the market, once Ivan's card is chosen where there are several."""
    while (table := person.now())["due"]["phase"] == "choose-claim":
        person.decide(table["legal"][0])
    person.decide(next(one for one in table["legal"] if one["text"].endswith("+0")))
    person.now()
    number = person.number
    person.press("end")
    person.until_not(number)
    return person.now()


def enter(person: Person, chance: random.Random, *, by_keys: bool) -> Json:
    """Enter a random roll; return the table after it."""
    number, roll = person.number, person.now()["roll"]
    entry = person.tab.get_by_test_id("roll")
    assert entry.locator("[data-slot]").count() == len(roll["dice"] or roll["tiles"])
    fallen: list[object] = [chance.randint(1, 6) for _ in roll["dice"]]
    fallen = fallen or chance.sample(roll["tiles"], len(roll["tiles"]))
    for shown in fallen:
        if by_keys:
            key = shown if roll["dice"] else roll["tiles"].index(shown) + 1
            person.tab.keyboard.press(str(key))
        else:
            button = entry.locator(f'[data-shown="{shown}"]')
            button.tap() if person.touch else button.click()
    if by_keys:
        person.tab.keyboard.press("Enter")
    else:
        button = entry.locator('[data-do="tell"]')
        button.tap() if person.touch else button.click()
    person.until_not(number)
    table = person.now()
    if roll["dice"]:
        assert [table["position"]["dice"][die][0] for die in roll["dice"]] == fallen
    else:
        assert [tile for _, tile, _ in table["position"]["ivan"]["cards"]] == fallen
    return table


@pytest.mark.long
def test_enters_rolls_of_a_solo_game(server: Client, arrive: Arrive) -> None:
    """By turns with the keyboard and with the mouse."""
    chance = random.Random(6)
    person = arrive(server)
    begin(person)
    is_dealt = False
    for turn in range(8):
        now = to_the_roll(person)
        while now["roll"] or now["due"]["phase"] == "choose-ornament":
            if not now["roll"]:
                person.decide(now["legal"][0])
                now = person.now()
                continue
            if now["due"]["phase"] == "deal":
                is_dealt = True
                is_good(person, "deal")
            now = enter(person, chance, by_keys=turn % 2 == 0)
        if is_dealt:
            break
    assert is_dealt
    assert "Ivan" in " ".join(person.log())
    assert now["due"]["seat"] == "red"


@site_runs_it
@pytest.mark.parametrize(
    "size",
    [pytest.param(WIDE, id="wide"), pytest.param(NARROW, id="narrow", marks=pytest.mark.long)],
)
def test_roll_entry_is_in_sight(size: tuple[int, int], server: Client, arrive: Arrive) -> None:
    """The question, its buttons and Ivan's last action are visible; a roll can be corrected."""
    chance = random.Random(1)
    person = arrive(server, size=size, touch=size == NARROW, dark=size == NARROW)
    table = server.create_table(SOLO)
    page = server.open_page(table)
    page.play("die white +0")
    page.play("end")
    person.open_table(table)
    own = person.now()
    is_good(person, "roll")
    ivans = enter(person, chance, by_keys=False)
    assert ivans["roll"]
    assert ivans["due"]["seat"] == "blue"
    is_good(person, "Ivan's roll")
    actions = person.tab.get_by_test_id("mirrored" if person.is_narrow else "log")
    assert "Ivan moves the" in actions.inner_text()
    for button in person.tab.get_by_test_id("roll").locator("button").all():
        box = button.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 40
        assert box["y"] + box["height"] <= size[1]
    if person.is_narrow:
        person.tab.locator('[data-do="mirrored"]').tap()
        person.tab.get_by_test_id("mirrored").wait_for(state="detached")

    entry = person.tab.get_by_test_id("roll")
    slot = entry.locator('[data-slot="1"]')
    entry.locator('[data-shown="2"]').click()
    assert str(slot.get_attribute("aria-label")).endswith(" 2")
    person.tab.locator('[data-do="cancel"]').click()
    entry.locator('[data-shown="5"]').click()
    slot.click()
    assert str(slot.get_attribute("aria-label")).endswith("not entered yet")

    number = person.number
    person.tab.locator('[data-do="undo"]').click()  # the player's roll, which was entered before
    person.until_not(number)
    assert person.now()["roll"] == own["roll"]
    assert person.now()["due"]["seat"] == "red"
    number = person.number
    person.tab.locator('[data-do="roll-here"]').click()
    person.until_not(number)
    assert person.now()["due"]["seat"] == "blue"


@pytest.mark.long
def test_returns_to_dice_of_the_server(server: Client, arrive: Arrive) -> None:
    """In the settings, in the middle of a roll."""
    person = arrive(server)
    table = server.create_table(SOLO)
    page = server.open_page(table)
    page.play("die white +0")
    page.play("end")
    person.open_table(table)
    number = person.now()["number"]
    person.button("web.menu").click()
    person.tab.locator('[data-do="settings"]').click()
    person.tab.locator('[data-field="own_dice"]').uncheck()
    person.until_not(number)
    person.button("web.close").click()
    assert person.now()["due"]["phase"] in ("turn", "choose-claim")
    assert not person.now()["own_dice"]
