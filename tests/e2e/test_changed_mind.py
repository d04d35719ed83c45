"""Picking a second die replaces the first one; nothing is played or paid."""

from __future__ import annotations

import pytest

from tests.e2e.conftest import Arrive
from tests.e2e.games import load
from tests.e2e.person import WIDE, Person
from tests.e2e.test_phone import SMALL
from tests.server.harness import Client


def pick(person: Person, key: str, how: str) -> None:
    """Click, tap, or press Enter on an element, whether it is marked or not."""
    element = person.tab.locator(f'g[data-key="{key}"]')
    if how == "keys":
        element.focus()
        person.tab.keyboard.press("Enter")
    elif how == "touch":
        element.tap()
    else:
        element.click()


@pytest.mark.parametrize(
    "how",
    [
        pytest.param("mouse", marks=pytest.mark.slow),
        pytest.param("touch", marks=pytest.mark.long),
        pytest.param("keys", marks=pytest.mark.long),
    ],
)
def test_picking_another_die_replaces_the_first(how: str, server: Client, arrive: Arrive) -> None:
    """Red and blue stand on space 8, where the white die could go for 1 ruble."""
    person = arrive(server, size=SMALL if how == "touch" else WIDE, touch=how == "touch")
    person.open_table(load(server, "3p-basic-01", 0.2))
    table = person.now()
    number = table["number"]
    dice = table["position"]["dice"]
    assert dice["red"][1] == dice["blue"][1] == 8
    offered = {tuple(legal["on"]): legal["text"] for legal in table["legal"]}
    assert offered["die:white", "space:8"] == "die white +1"

    # red can go to one space only: even so it is shown and not moved
    for die in ("white", "red", "white", "blue"):
        pick(person, f"die:{die}", how)
        person.tab.wait_for_selector(
            f'.chosen[data-key="die:{die}"], [data-testid="table"]:not([data-number="{number}"])'
        )
        assert person.number == number, f"the {die} die was not chosen but something played"
        ways = {on[1] for on in offered if on[0] == f"die:{die}"}
        assert {key for key in person.marked() if key.startswith("space:")} == ways

    # the space itself still means the space
    pick(person, "die:white", how)
    if how == "keys":
        pick(person, "space:8", how)
    else:
        person.press("space:8")
    if how == "touch":  # a finger has not seen what it costs
        assert person.number == number
        person.tab.get_by_test_id("go").tap()
    person.until_not(number)
    assert person.tables[person.number]["log"][-1]["decision"] == "die white +1"
