"""A turn is planned while another player decides, and played with one click."""

from __future__ import annotations

import pytest

from tests.e2e.conftest import Arrive
from tests.e2e.person import Person
from tests.server.harness import RED_AND_BLUE, Client


def do(person: Person, name: str) -> None:
    """Press a button."""
    person.tab.locator(f'[data-do="{name}"]:visible').first.click()


def planned(person: Person, count: int) -> None:
    """Wait until the card shows this number of decisions."""
    person.tab.wait_for_function(
        f"() => document.querySelectorAll('[data-testid=plan] li').length === {count}"
    )


def pick(person: Person, keys: list[str], count: int) -> None:
    """Pick on the board what is then the last decision of the plan."""
    for key in keys:
        person.press(key)
    go = person.tab.get_by_test_id("go")
    if go.is_visible():
        go.click()
    planned(person, count)


def by_text(person: Person, text: str) -> None:
    person.decide(next(one for one in person.now()["legal"] if one["text"].startswith(text)))


@pytest.mark.slow
def test_a_turn_is_planned_in_one_window_while_another_decides(
    server: Client, arrive: Arrive
) -> None:
    table = server.create_table(RED_AND_BLUE)
    red, blue = arrive(server), arrive(server)
    red.open_table(table, ["red"])
    blue.open_table(table, ["blue"])
    before = blue.screen.get_attribute("data-number")
    do(blue, "plan")
    blue.tab.get_by_test_id("unreal").wait_for()
    pick(blue, ["card:1.1", "banner:inventory"], 1)
    pick(blue, ["workshop:red", "side:down"], 2)
    can_end = blue.tab.locator('[data-testid="plan"] .note', has_text=blue.text("web.go.end"))
    assert can_end.count() == 1
    blue.tab.keyboard.press("e")
    planned(blue, 3)
    assert can_end.count() == 0
    assert blue.marked() == set()
    assert blue.tab.locator('[data-testid="plan"] .struck').count() == 0
    blue.tab.keyboard.press("u")  # takes the last one out of the plan
    planned(blue, 2)
    blue.tab.keyboard.press("e")
    planned(blue, 3)
    assert blue.screen.get_attribute("data-number") == before
    by_text(red, "claim 2.1 inventory")  # the picture is renewed, the list stays
    blue.until(1)
    planned(blue, 3)
    blue.tab.keyboard.press("p")
    blue.tab.get_by_test_id("unreal").wait_for(state="detached")
    by_text(red, "tile red down")
    by_text(red, "end")
    do(blue, "play-plan")
    red.until(6)
    blue.until(6)
    now = red.now()
    assert now["position"]["towers"][0][0]["owner"] == "blue"
    assert now["due"]["seat"] == "red"
    blue.tab.get_by_test_id("plan").wait_for(state="detached")
    # what somebody else claims first is struck at once, with its reason
    blue.tab.keyboard.press("p")
    blue.tab.get_by_test_id("unreal").wait_for()
    pick(blue, ["card:3.1", "banner:inventory"], 1)
    by_text(red, "claim 3.1 inventory")
    struck = blue.tab.locator('[data-testid="plan"] .struck')
    struck.wait_for()
    assert "claimed in the meantime (Ana)" in struck.inner_text()
    do(blue, "no-plan")
    planned(blue, 0)
