"""Pointing at an element moves nothing, so that a click hits its target."""

from __future__ import annotations

import pytest

from tests.e2e.conftest import Arrive
from tests.e2e.games import load
from tests.e2e.person import DRAWN, MARKED, POINT
from tests.server.harness import Client

PLACES = """() => Object.fromEntries(
  [...document.querySelectorAll('[data-key]')]
    .filter((each) => each.getClientRects().length)
    .map((each) => {
      const { left, top, width, height } = each.getBoundingClientRect();
      return [each.dataset.key, [left, top, width, height].map(Math.round).join(' ')];
    }))"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "part"),
    [
        ("4p-basic-01", 0.3),
        pytest.param("solo-advanced-01", 0.6, marks=pytest.mark.long),
        pytest.param("2p-advanced-01", 0.3, marks=pytest.mark.long),
        pytest.param("2p-advanced-01", 0.6, marks=pytest.mark.long),
        pytest.param("4p-basic-01", 0.6, marks=pytest.mark.long),
        pytest.param("solo-advanced-01", 0.3, marks=pytest.mark.long),
    ],
)
def test_pointing_moves_nothing(game: str, part: float, server: Client, arrive: Arrive) -> None:
    person = arrive(server)
    person.open_table(load(server, game, part))
    person.now()
    mouse = person.tab.mouse
    mouse.move(1, 1)
    person.tab.evaluate(DRAWN)
    before = person.tab.evaluate(PLACES)
    for key in sorted(person.tab.evaluate(MARKED)):
        mouse.move(*person.tab.evaluate(POINT, key))
        person.tab.evaluate(DRAWN)
        after = person.tab.evaluate(PLACES)
        moved = {name for name in before if name in after and before[name] != after[name]}
        assert not moved, (key, moved)
