"""The numbers of positions: equal exactly where the positions are."""

from __future__ import annotations

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from redcathedral.ai.search.hashing import game_key, turn_key
from redcathedral.engine import rules
from redcathedral.engine.phases import AFTER_END_TURN
from redcathedral.engine.state import State
from tests.ai.bots.positions import chosen, sample
from tests.engine.table import Table
from tests.engine.words import IDS
from tests.properties.fields import fields
from tests.properties.modes import ALL, EIGHT, Mode
from tests.properties.params import few_modes

modes = pytest.mark.parametrize("mode", ALL, ids=lambda mode: mode.name)


def next_states(state: State) -> list[State]:
    """Return the positions after one decision or one outcome of chance."""
    found = []
    steps = [face for face, _ in rules.outcomes(state)] or rules.legal(state)
    for step in steps:
        child = state.copy()
        if state.is_chance:
            rules.settle(child, step)
        else:
            rules.apply(child, step)
        found.append(child)
    return found


class Pairs:
    """Keys and the positions they stand for; one of each for the other."""

    def __init__(self) -> None:
        self.positions: dict[int, str] = {}
        self.keys: dict[str, int] = {}

    def add(self, key: int, position: dict[str, object]) -> bool:
        """Whether the position is a new one."""
        text = str(position)
        assert self.positions.setdefault(key, text) == text, "two positions, one key"
        is_new = text not in self.keys
        assert self.keys.setdefault(text, key) == key, "one position, two keys"
        return is_new


@few_modes
def test_positions_of_a_game_have_equal_keys_exactly_where_they_are_equal(mode: Mode) -> None:
    pairs = Pairs()
    again = 0
    for state in sample(mode, 11, chosen(9, 40)):
        for child in [state, *next_states(state)]:
            again += not pairs.add(int(game_key(child)), fields(child))
            for grandchild in next_states(child)[:5]:
                again += not pairs.add(int(game_key(grandchild)), fields(grandchild))
    assert len(pairs.keys) > chosen(600, 200)
    assert again > 0


def of_a_turn(state: State) -> dict[str, object]:
    """All but what counts no more: where a roll led back to, and how often after once."""
    return fields(state) | {"after": 0, "repeats": state.repeats > 0}


@modes
def test_positions_of_a_turn_have_different_keys(mode: Mode) -> None:
    """All that a turn's own decisions reach, and the faces of re-rolls in it."""
    for start in sample(mode, 12, chosen(60, 150), limit=600):
        if start.is_chance or start.is_over:
            continue
        pairs = Pairs()
        waiting = [start]
        while waiting and len(pairs.keys) < chosen(500, 150):
            state = waiting.pop(0)
            if state.turn != start.turn or state.is_over or state.after == AFTER_END_TURN:
                continue
            if state.is_chance or pairs.add(int(turn_key(state, 7)), of_a_turn(state)):
                waiting += next_states(state)


@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_the_same_ornament_on_another_tower_is_another_position(level: int) -> None:
    table = Table("red", "blue", "green")  # towers 2 and 3 have four cards each
    table.completed("blue", *(f"{tower}.{below}" for tower in (2, 3) for below in range(1, level)))
    places = [f"{tower}.{level}" for tower in (2, 3)]
    table.completed("red", *places).has("red", "WSG").turn("red")
    keys = set()
    for place in places:
        after = table.state.copy()
        rules.play(after, IDS[f"ornament {place} -"])
        keys.add(int(turn_key(after, 1)))
    assert len(keys) == 2


def test_each_search_has_different_keys() -> None:
    state = next(sample(EIGHT[0], 1, 1))
    assert turn_key(state, 1) != turn_key(state, 2)
    assert turn_key(state, 1) > 0


def test_ivans_materials_count_where_they_lie() -> None:
    """Materials on his Inventory card are others than the same on his Build card (R8.4)."""
    state = next(sample(EIGHT[6], 1, 1))
    keys = set()
    for stored, moved in (([], []), ([0], []), ([], [0]), ([0, 1], [2]), ([0], [1, 2])):
        state.ivan_inventory, state.ivan_build = vec[i64](stored), vec[i64](moved)
        keys.add(int(game_key(state)))
    assert len(keys) == 5
