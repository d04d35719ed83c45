"""Tools for the physical game: the position editor, the best turns and the score pad."""

from __future__ import annotations

import pytest

from tests.e2e.conftest import Arrive, site_runs_it
from tests.e2e.person import DRAWN, NARROW, WIDE, Person
from tests.e2e.test_axe import is_good
from tests.server.harness import Client

SIZES = pytest.mark.parametrize(
    "size",
    [pytest.param(WIDE, id="wide"), pytest.param(NARROW, id="narrow", marks=pytest.mark.long)],
)


def go(person: Person, way: str) -> None:
    person.start()
    person.tab.locator('[data-do="box"]').click()
    person.tab.locator(f'[data-practice="{way}"]').click()


def uncertain(person: Person) -> str:
    """What is said before anything else, once it is there."""
    note = person.tab.get_by_test_id("reconstructed").first
    note.wait_for()
    return note.inner_text()


def lay_out(person: Person, players: int) -> None:
    go(person, "position")
    person.tab.locator(f'[data-field="players"][value="{players}"]').check(force=True)
    note = uncertain(person)
    assert person.tab.locator("#new-game > *").first.inner_text() == note
    is_good(person, "a table to lay out")
    person.tab.locator('[data-do="start"]').click()
    settled(person, 0)


def settled(person: Person, faults: int) -> None:
    """The server has said how many things cannot be."""
    ready = "true" if faults == 0 else "false"
    person.tab.locator(
        f'[data-testid="position"][data-faults="{faults}"][data-ready="{ready}"]'
    ).wait_for()


def choose(person: Person, field: str, value: str) -> None:
    person.tab.locator(f'[data-field="{field}"]').select_option(value)


def part(person: Person, name: str) -> None:
    person.tab.locator(f'[data-do="part.{name}"]').click()
    person.tab.get_by_role("dialog").wait_for()


def close(person: Person) -> None:
    person.tab.keyboard.press("Escape")
    person.tab.get_by_role("dialog").wait_for(state="detached")


@pytest.mark.parametrize(
    "size",
    [
        pytest.param(WIDE, id="wide", marks=site_runs_it),
        pytest.param(NARROW, id="narrow", marks=pytest.mark.long),
    ],
)
def test_position_is_entered_corrected_and_played(
    size: tuple[int, int], server: Client, arrive: Arrive
) -> None:
    person = arrive(server, size=size, touch=size == NARROW)
    lay_out(person, 2)
    is_good(person, "a position")
    # a position on the board: a claim without its tile, on a card above an unclaimed one
    person.press("die:white")
    person.tab.get_by_role("dialog").wait_for()
    is_good(person, "the market")
    for die, space in {"yellow": 7, "white": 3, "red": 3, "blue": 3, "green": 3}.items():
        choose(person, f"space.{die}", str(space))
    settled(person, 1)
    close(person)
    part(person, "tower.1")
    is_good(person, "a tower")
    tiles = [person.tab.locator(f'[data-field="tile.1.{level}"]').input_value() for level in (1, 2)]
    choose(person, "owner.1.2", "red")
    settled(person, 3)
    is_good(person, "a tower with faults")
    choose(person, "owner.1.1", "red")
    settled(person, 2)
    person.tab.locator('[data-field="done.1.1"]').check()
    choose(person, "ornament.1.1", "blue")
    close(person)
    # what is wrong leads to where it is mended
    person.tab.locator('[data-do^="mend"]', has_text="R4.3").click()
    person.tab.get_by_role("dialog").wait_for()
    is_good(person, "a seat")
    choose(person, "workshop.red", tiles[0])
    choose(person, "workshop.white1", tiles[1])
    choose(person, "side.white1", "down")
    person.tab.locator('[data-field="score"]').fill("33")
    person.tab.locator('[data-field="score"]').press("Tab")
    close(person)
    person.tab.locator('[data-do^="mend"]', has_text="R6.3").click()
    choose(person, "space.white", "4")
    close(person)
    settled(person, 0)
    # it is kept by the browser
    person.tab.reload()
    settled(person, 0)
    person.tab.locator('[data-do="play"]').click()
    person.screen.wait_for()
    now = person.now()
    red = next(seat for seat in now["position"]["seats"] if seat["colour"] == "red")
    assert red["workshop"]["white1"] == [tiles[1], "down"]
    assert red["score"] == 33
    assert now["position"]["towers"][0][0]["ornament"] == "blue"


@pytest.mark.long
def test_position_editor_undoes_and_starts_another_table(server: Client, arrive: Arrive) -> None:
    person = arrive(server)
    lay_out(person, 3)
    part(person, "tower.2")
    choose(person, "owner.2.1", "green")
    settled(person, 1)
    close(person)
    person.tab.keyboard.press("Control+z")
    settled(person, 0)
    person.tab.locator('[data-do="other"]').click()
    person.tab.locator('[data-field="players"][value="1"]').check(force=True)
    person.tab.locator('[data-field="plan"][value="1"]').check()
    person.tab.locator('[data-do="start"]').click()
    person.tab.locator('[data-do="part.ivan"]').click()
    is_good(person, "Ivan's row")
    before = person.tab.locator('[data-field="ivan-card.1"]').input_value()
    after = person.tab.locator('[data-field="ivan-card.2"]').input_value()
    choose(person, "ivan-card.1", after)
    settled(person, 0)
    assert person.tab.locator('[data-field="ivan-card.2"]').input_value() == before
    person.tab.locator('[data-field="ivan-build.W"]').fill("99")
    person.tab.locator('[data-field="ivan-build.W"]').press("Tab")
    settled(person, 1)
    person.tab.locator('[data-field="ivan-build.W"]').fill("2")
    person.tab.locator('[data-field="ivan-build.W"]').press("Tab")
    settled(person, 0)
    person.tab.locator('[data-field="ivan-up.1"]').uncheck()
    settled(person, 0)
    person.tab.locator('[data-field="ivan-up.3"]').uncheck()
    settled(person, 1)
    close(person)
    # the table before is there again
    for _ in range(5):
        person.tab.keyboard.press("Control+z")
    settled(person, 0)
    assert person.tab.locator('[data-do="part.ivan"]').count() == 1
    person.tab.keyboard.press("Control+z")
    person.tab.locator('[data-do="part.ivan"]').wait_for(state="detached")
    settled(person, 0)


@pytest.mark.long
def test_shows_the_best_turns_of_a_position(server: Client, arrive: Arrive) -> None:
    person = arrive(server)
    lay_out(person, 2)
    person.tab.locator('[data-do="hint"]').click()
    person.screen.wait_for()
    person.tab.locator('[data-testid="hints"] li').nth(2).wait_for()


@site_runs_it
@SIZES
def test_score_pad(size: tuple[int, int], server: Client, arrive: Arrive) -> None:
    person = arrive(server, size=size, touch=size == NARROW)
    go(person, "score")
    result = person.tab.get_by_test_id("result")
    rubles = person.tab.locator('[data-field="rubles.0"]')
    rubles.fill("1")
    rubles.press("Tab")
    result.wait_for()
    rubles.fill("0")
    rubles.press("Tab")
    result.wait_for(state="detached")  # of nothing there is no winner
    fields = {"prestige.0": 12, "prestige.1": 15, "rubles.0": 11, "cards.1.0": 4, "cards.1.1": 1}
    for field, value in fields.items():
        person.tab.locator(f'[data-field="{field}"]').fill(str(value))
    person.tab.locator('[data-field="ornaments.1.0"]').fill("2")
    person.tab.locator('[data-field="name.0"]').fill("Ana")
    person.tab.locator('[data-testid="result"]', has_text="Ana").wait_for()
    assert person.tab.locator('[data-score="red"]').inner_text() == "26"
    is_good(person, "the score pad")
    # the wheel scrolls, and changes no number; what is no number stays to be mended
    prestige = person.tab.locator('[data-field="prestige.0"]')
    prestige.focus()
    if not person.touch:
        prestige.hover()
        person.tab.mouse.wheel(0, 300)
        person.tab.evaluate(DRAWN)
    assert prestige.input_value() == "12"
    prestige.fill("1o")
    prestige.press("Tab")
    result.wait_for(state="detached")
    assert prestige.input_value() == "1o"
    assert prestige.get_attribute("aria-invalid") == "true"
    is_good(person, "a score pad with a word for a number")
    prestige.fill("10")
    prestige.press("Tab")
    result.wait_for()
    person.tab.locator('[data-score="red"]', has_text="24").wait_for()
    person.tab.locator('[data-field="ornaments.1.1"]').fill("4")
    person.tab.locator('[data-field="ornaments.1.1"]').press("Tab")
    person.tab.locator('[data-place="towers[0]"]').wait_for()
    is_good(person, "a score pad with a fault")
    # it is kept, until it is cleared
    go(person, "score")
    person.tab.locator('[data-place="towers[0]"]').wait_for()
    person.tab.locator('[data-do="clear"]').click()
    person.tab.locator('[data-place="towers[0]"]').wait_for(state="detached")
    assert person.tab.locator('[data-field="prestige.0"]').input_value() == "0"
