"""The last round is announced, and the end is told."""

from __future__ import annotations

import re

from tests.e2e.conftest import Arrive
from tests.e2e.games import text
from tests.server.house import Client

TIED = "3p-advanced-01"  # at equal prestige


def seated(house: Client, name: str, turns: int = 0) -> str:
    """A table with names where so many turns are still to be played."""
    names = iter(("Mila", "Oskar", "Jun", "Ana"))
    whole = re.sub(r"(?m)^(seat \w+)$", lambda found: f"{found[1]} {next(names)}", text(name))
    starts = [match.start() for match in re.finditer(r"(?m)^turn ", whole)]
    record = whole[: starts[-turns]] if turns else whole
    answer = house.http.post("/api/tables/load", content=record.encode())
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def test_the_last_round_is_announced(house: Client, arrive: Arrive) -> None:
    person = arrive(house)
    person.sit(seated(house, TIED, 4))
    ribbon = person.tab.get_by_test_id("last-round")
    assert ribbon.inner_text() == ""
    person.sit(seated(house, TIED, 2))
    now = person.now()
    names = {seat["colour"]: seat["name"] for seat in now["seats"]}
    told = ribbon.inner_text().split("\n")
    assert told[0] == person.say("web.last-round")
    by, left = now["last_round"]["by"], now["last_round"]["left"]
    assert told[1].startswith(names[by])
    assert left[0] == now["due"]["seat"]
    shown = [each.split("\n")[-1] for each in ribbon.locator(".seat").all_inner_texts()]
    assert shown == [names[colour] for colour in left]
    assert "last turn" in person.tab.get_by_test_id("prompt").inner_text()
