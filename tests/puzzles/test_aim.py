"""What a search is for: where it looks, and which turns count."""

from __future__ import annotations

import pytest

from redcathedral.puzzles.aim import LATE, Aim
from redcathedral.puzzles.collection import load
from redcathedral.puzzles.puzzle import BASIC
from redcathedral.search.turns import TurnSearch
from redcathedral.value.network import Valuer
from redcathedral.weights.file import packaged

ALL = load().puzzles


@pytest.fixture(scope="module")
def search() -> TurnSearch:
    return TurnSearch(Valuer(packaged().network()))


def test_an_action_is_looked_for_in_the_last_rounds() -> None:
    starts = [one.state() for one in ALL if one.players == 2][:50]
    assert Aim(actions=("once gain 1R",)).starts(starts) == starts[-2 * LATE :]
    assert Aim().starts(starts) == starts
    assert Aim(level="craftsman").starts(starts) == starts


def test_an_action_is_used_or_is_not(search: TurnSearch) -> None:
    one = next(one for one in ALL if one.actions() - {*BASIC})
    state = one.state()
    turns = search.best(state, 4_000, 200)
    used = tuple(one.actions() - {*BASIC})
    assert Aim(actions=used).is_near(state, turns)
    assert Aim(actions=used).is_met(state, turns, one.ids)
    assert not Aim(actions=("no such",)).is_near(state, turns)
    assert not Aim(actions=("no such",)).is_met(state, turns, one.ids)
    assert Aim().is_near(state, turns)
    assert Aim().is_met(state, turns, one.ids)


def test_a_level_finds_what_is_plain(search: TurnSearch) -> None:
    """An easy turn is the best one at first sight; what nobody finds is not."""
    aim = Aim(level="craftsman")
    near = 0
    for one in [one for one in ALL if one.grade < 3] + [one for one in ALL if not one.found][:20]:
        state = one.state()
        turns = search.best(state, 4_000, 200)
        is_met = aim.is_met(state, turns, one.ids)
        assert is_met == (one.grade < 3)
        near += is_met and aim.is_near(state, turns)
    assert near > 3
