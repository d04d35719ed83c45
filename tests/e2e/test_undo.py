"""Undo and redo on the page, and turns that end automatically."""

from __future__ import annotations

import pytest

from tests.e2e.conftest import Arrive, site_runs_it
from tests.e2e.games import load
from tests.e2e.person import Person, random_policy
from tests.server.harness import AGAINST_A_BOT, RED_AND_BLUE, Client, Json


def press(person: Person, what: str) -> Json:
    number = person.number
    person.tab.locator(f'[data-do="{what}"]').click()
    person.until_not(number)
    return person.now()


def start(person: Person, first: str) -> Json:
    """Make the first decision that begins so; the table before it."""
    before = person.now()
    person.decide(next(legal for legal in before["legal"] if legal["text"].startswith(first)))
    return before


def test_undo_and_redo_within_a_turn(server: Client, arrive: Arrive) -> None:
    person = arrive(server)
    person.open_table(server.create_table(RED_AND_BLUE))
    before = start(person, "claim")
    log = person.log()
    between = start(person, "tile")
    after = person.now()
    assert press(person, "undo")["position"] == between["position"]
    assert person.log() == log
    assert press(person, "undo")["position"] == before["position"]
    assert not person.tab.locator('[data-do="undo"]').is_enabled()
    assert press(person, "redo")["position"] == between["position"]
    assert press(person, "redo")["position"] == after["position"]


@site_runs_it
def test_no_undo_beyond_the_turn_among_people(server: Client, arrive: Arrive) -> None:
    person = arrive(server)
    person.open_table(server.create_table(RED_AND_BLUE))
    start(person, "claim")
    start(person, "tile")
    start(person, "end")
    assert not person.now()["can"]["undo"]
    assert not person.tab.locator('[data-do="undo"]').is_enabled()


@site_runs_it
def test_undo_beyond_the_turn_against_a_bot(server: Client, arrive: Arrive) -> None:
    """And the record says so in a comment."""
    person = arrive(server)
    person.open_table(server.create_table(AGAINST_A_BOT))
    choose = random_policy(8)
    before = table = person.now()
    while table["can"]["undo"] or not table["can"]["undo_beyond"]:
        assert not table["over"]
        before = table
        person.decide(choose(person, table))
        table = person.now()
    number = person.number
    person.tab.locator('[data-do="beyond"]').click()
    person.tab.locator('[data-do="cancel"]').click()
    assert person.number == number
    person.tab.keyboard.press("u")
    after = press(person, "confirm")
    assert after["position"] == before["position"]
    assert after["due"] == before["due"]
    person.decide(choose(person, after))
    person.now()
    record = server.http.get(f"/api/tables/{person.table_id}/record").text
    assert "# taken back" in record


@pytest.mark.slow
def test_turn_ends_automatically(server: Client, arrive: Arrive) -> None:
    """Where nothing else is left, and only if that is wanted."""
    person = arrive(server)
    person.open_table(server.create_table({**RED_AND_BLUE, "auto_end": True}))
    first = start(person, "claim")["due"]["seat"]
    table = start(person, "tile")
    for _ in range(50):
        table = person.now()
        if table["due"]["seat"] != first:
            break
        assert [legal["text"] for legal in table["legal"]] != ["end"]
        person.decide(random_policy(2)(person, table))
    assert table["due"]["seat"] != first


@site_runs_it
def test_turn_ends_automatically_though_prestige_could_be_lost(
    server: Client, arrive: Arrive
) -> None:
    person = arrive(server)
    person.open_table(load(server, "2p-basic-01", 0.5))
    table = person.now()
    person.button("web.menu").click()
    person.tab.locator('[data-do="settings"]').click()
    person.tab.locator('[data-field="auto_end"]').check()
    person.until_not(table["number"])
    person.button("web.close").click()
    first = person.now()["due"]["seat"]
    offered: list[set[str]] = []
    for choose in [random_policy(lot) for lot in range(30)]:
        table = person.now()
        if table["due"]["seat"] != first:
            break
        offered.append({legal["verb"] for legal in table["legal"]})
        person.decide(choose(person, table))
    assert table["due"]["seat"] != first
    assert "prestige" in offered[-1]
    assert {"prestige", "end"} not in offered


@pytest.mark.slow
def test_result_disappears_after_an_undo_at_another_page(server: Client, arrive: Arrive) -> None:
    """The table is there again, for the keyboard as well."""
    table = load(server, "solo-basic-01")
    person = arrive(server)
    person.open_table(table)
    finale = person.tab.get_by_test_id("finale")
    finale.wait_for()
    other = server.open_page(table)
    other.send_command("undo", beyond=True)
    finale.wait_for(state="detached")
    person.tab.keyboard.press("m")
    person.tab.get_by_role("dialog").wait_for()
