"""Playing together: seats by links, the lobby, another device, and what a guest of a house sees."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.conftest import Arrive
from tests.e2e.person import NARROW, WIDE, Person, by_lot
from tests.e2e.test_axe import is_good
from tests.server.house import Client, Json, Page, decide, serving

TOKEN = "a-token-for-tests"
SIZES = pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Client]:
    """A club, as its guests see it."""
    with serving(tmp_path, token=TOKEN, is_club=True) as house:
        guest = Client(house.url)
        yield guest
        guest.close()


def press(person: Person, name: str, within: str = "") -> None:
    person.tab.locator(f'{within} [data-do="{name}"]').click()


def begin(person: Person, company: str, name: str, players: int = 2) -> str:
    """Set a game up in the dialog, the first seat for oneself; the table."""
    person.start()
    press(person, "new")
    person.tab.locator(f'[data-field="players"][value="{players}"]').check(force=True)
    person.tab.locator(f'[data-field="company"][value="{company}"]').check(force=True)
    person.tab.locator('[data-field="name.0"]').fill(name)
    press(person, "start")
    person.screen.wait_for()
    return person.table_id


def link_to(person: Person, place: str) -> str:
    """The link that the sheet shows."""
    field = person.tab.locator(f'[data-place="{place}"] [data-field="copied"]')
    return field.input_value()


def sit_down(person: Person, address: str, name: str) -> None:
    person.tab.goto(address)
    person.tab.locator('[data-field="name"]').fill(name)
    press(person, "sit")
    person.screen.wait_for()


def seat_of(person: Person) -> Json:
    """What the page was told last."""
    return person.tables[max(person.tables)]


def play(people: list[Person], decisions: int, seed: int = 1) -> None:
    """Whoever is to decide does it at their own page; the others see it."""
    choose = by_lot(seed)
    for _ in range(decisions):
        number = people[0].number
        for person in people:
            person.until(number)
        mover = next(one for one in people if one.screen.get_attribute("data-yours") == "true")
        table = mover.now()
        mover.decide(choose(mover, table))
        latest = mover.number
        for person in people:
            person.until(latest)


def test_two_play_by_links_and_one_goes_offline(house: Client, arrive: Arrive) -> None:
    ana, boris = arrive(house), arrive(house)
    table = begin(ana, "friends", "Ana")
    assert ana.tab.get_by_test_id("only-here").is_visible()
    address = link_to(ana, "blue")
    sit_down(boris, address, "Boris")
    assert "/join/" not in boris.tab.url
    press(ana, "done")
    ana.tab.get_by_text("Boris").first.wait_for()
    assert seat_of(ana)["yours"] == ["red"]
    assert seat_of(boris)["yours"] == ["blue"]
    play([ana, boris], 6)

    boris.context.set_offline(True)
    boris.tab.wait_for_selector('[data-testid="table"][data-live="false"]')
    boris.context.set_offline(False)
    boris.tab.wait_for_selector('[data-testid="table"][data-live="true"]')
    play([ana, boris], 4)
    assert boris.table_id == table
    # the link opens nothing for who sits there, but the way to the table
    boris.tab.goto(address)
    boris.tab.locator('[data-testid="invitation"] [data-do="open"]').click()
    boris.screen.wait_for()
