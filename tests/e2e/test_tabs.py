"""Several pages at one table."""

from __future__ import annotations

import pytest

from tests.e2e.conftest import Arrive
from tests.e2e.person import NARROW, random_policy
from tests.server.harness import RED_AND_BLUE, Client


@pytest.mark.slow
def test_two_tabs_on_the_same_seats_stay_in_step(server: Client, arrive: Arrive) -> None:
    table = server.create_table(RED_AND_BLUE)
    one = arrive(server)
    two = arrive(server, tab=one.context.new_page())
    phone = arrive(server, size=NARROW, touch=True)
    people = (one, two, phone)
    for person in people:
        person.open_table(table)
    choose = random_policy(7)
    number = one.now()["number"]
    for turn in range(6):
        actor = people[turn % 3]
        actor.until(number)  # the page may not have heard yet what another one shows
        actor.decide(choose(actor, actor.now()))
        number = actor.now()["number"]
        for person in people:
            person.until(number)
    for person in people:
        person.until(number)
        assert person.now()["position"] == phone.now()["position"]
    assert one.log() == two.log()


@pytest.mark.long
def test_each_page_plays_its_own_seats(server: Client, arrive: Arrive) -> None:
    table = server.create_table(RED_AND_BLUE)
    red, blue, nobody = arrive(server), arrive(server), arrive(server)
    red.open_table(table, ["red"])
    blue.open_table(table, ["blue"])
    nobody.open_table(table, [])
    choose = random_policy(9)
    for _ in range(4):
        number = red.number
        blue.until(number)
        nobody.until(number)
        now = red.tables[number]
        mover, waiting = (red, blue) if now["due"]["seat"] == "red" else (blue, red)
        assert waiting.marked() == set()
        assert nobody.marked() == set()
        mover.decide(choose(mover, mover.now()))
        waiting.until(mover.number)
    assert nobody.tables[nobody.number]["legal"] == []


@pytest.mark.slow
def test_stale_click_is_refused_and_the_table_is_sent_again(server: Client, arrive: Arrive) -> None:
    """Both decide at the same number: one counts, the other sees what is so now."""
    table = server.create_table(RED_AND_BLUE)
    one, two = arrive(server), arrive(server)
    one.open_table(table)
    two.open_table(table)
    number = one.now()["number"]
    key = next(way["on"][0] for way in two.now()["legal"] if way["text"].startswith("die"))
    two.press(key)  # half a decision
    one.decide(random_policy(1)(one, one.now()))
    two.until_not(number)
    assert two.now()["position"] == one.now()["position"]
    assert two.marked() >= {way["on"][0] for way in two.now()["legal"]} - {"end", "stop", "pay"}
