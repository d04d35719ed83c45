"""Whole games by clicks on the things themselves, in every mode.

One of them is played at every submission, the others by `make test-full`.
"""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from tests.e2e.conftest import Arrive
from tests.e2e.games import load
from tests.e2e.person import NARROW, Person, greedy_policy
from tests.server.harness import Client, Json


@dataclass(frozen=True)
class Mode:
    """A way to play: who sits there, P a person and a bot by its name."""

    name: str
    side: str
    seats: tuple[str, ...]


MODES = (
    Mode("solo-basic", "basic", ("P",)),
    Mode("solo-advanced", "advanced", ("P",)),
    Mode("two-basic", "basic", ("P", "P")),
    Mode("two-advanced", "advanced", ("P", "greedy")),
    Mode("three-basic", "basic", ("P", "random", "greedy")),
    Mode("three-advanced", "advanced", ("P", "greedy", "greedy")),
    Mode("four-basic", "basic", ("P", "greedy", "random", "greedy")),
    Mode("four-advanced", "advanced", ("P", "P", "greedy", "P")),
    Mode("four-people", "basic", ("P", "P", "P", "P")),
)


def set_up(person: Person, mode: Mode) -> None:
    """Fill in the dialog."""
    person.start()
    person.button("web.new").click()
    dialog = person.tab.get_by_role("dialog")
    dialog.locator(f'input[data-field="players"][value="{len(mode.seats)}"]').check(force=True)
    if len(mode.seats) > 1:
        for index, who in enumerate(mode.seats):
            value = "person" if who == "P" else who
            dialog.locator("select.who").nth(index).select_option(value)
    for index, name in enumerate(dialog.get_by_placeholder(person.text("web.name")).all()):
        name.fill(f"Person {index + 1}")
    dialog.locator(f'input[data-field="side"][value="{mode.side}"]').check(force=True)
    person.button("web.begin").click()
    person.screen.wait_for()


def is_won(person: Person, last: Json) -> None:
    """Check that the score sheet shows the scores of the server."""
    assert last["over"]["reason"] == "finished"
    sheet = person.tab.get_by_role("dialog")
    sheet.wait_for()
    shown = {
        str(each.get_attribute("data-score")): int(each.text_content() or "")
        for each in sheet.locator("[data-score]").all()
    }
    assert shown == {score["colour"]: score["total"] for score in last["over"]["scores"]}


@pytest.mark.long
@pytest.mark.parametrize("mode", MODES, ids=[mode.name for mode in MODES])
def test_plays_a_whole_game(mode: Mode, server: Client, arrive: Arrive) -> None:
    person = arrive(server)
    set_up(person, mode)
    last = person.play_out(greedy_policy(MODES.index(mode)))
    is_won(person, last)
    sides = {seat["side"] for seat in last["seats"] if seat["kind"] == "person"}
    assert sides == {mode.side}


def test_plays_the_end_of_a_game(server: Client, arrive: Arrive) -> None:
    """The last turns of a solo game with advanced boards, up to the scores."""
    person = arrive(server)
    person.open_table(load(server, "solo-advanced-01", 0.97))
    is_won(person, person.play_out(greedy_policy(1)))


@pytest.mark.long
def test_plays_a_whole_game_on_a_phone(server: Client, arrive: Arrive) -> None:
    person = arrive(server, size=NARROW, touch=True)
    seats = [{"colour": "green", "name": "Ana"}, {"colour": "red", "kind": "bot", "bot": "greedy"}]
    person.open_table(server.create_table({"seats": seats}))
    last = person.play_out(greedy_policy(9))
    is_won(person, last)
