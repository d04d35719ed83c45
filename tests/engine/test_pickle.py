"""Pickled and copied states are equal and independent, in both engines."""

from __future__ import annotations

import copy
import dataclasses
import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import pytest

from redcathedral.box.options import Options
from redcathedral.engine import chance, playout, rules, scoring, setup
from redcathedral.engine import state as s
from redcathedral.engine.components import Components
from redcathedral.engine.rng import Rng
from tests.engine.attributes import attributes
from tests.engine.positions import POSITIONS, rich
from tests.engine.table import components, snapshot
from tests.engine.words import IDS

ROOT = Path(__file__).parents[2]
SRC = str(ROOT / "src")
Thing = TypeVar("Thing")
Way = Callable[[s.State], s.State]


def pickled(thing: Thing) -> Thing:
    result = pickle.loads(pickle.dumps(thing))
    assert isinstance(result, type(thing))
    return result


WAYS = pytest.mark.parametrize("way", [pickled, copy.copy, copy.deepcopy])


@pytest.mark.once
@WAYS
@pytest.mark.parametrize("name", POSITIONS)
def test_pickle_keeps_every_field_of_a_state(name: str, way: Way) -> None:
    state = POSITIONS[name][0]().state
    state.journal = []
    twin = way(state)
    assert attributes(twin) == attributes(state)
    assert (len(twin.moves), twin.journal) == (0, None)
    moves = rules.legal(state)
    assert rules.legal(twin) == moves
    before = snapshot(state)
    for move in moves:
        rules.play(way(twin), move)
        assert snapshot(state) == snapshot(twin) == before


@WAYS
def test_pickle_during_set_up(way: Way) -> None:
    setting = setup.new_setting(components(), [0, 1], Options(workshop_side="advanced"), solo=True)
    state = setup.new_state(setting)
    rng = Rng(4, 0)
    while state.is_chance:
        twin = way(state)
        assert attributes(twin) == attributes(state)
        outcome = chance.sample(state, rng)
        rules.settle(twin, outcome)
        assert attributes(twin) != attributes(state)
        rules.settle(state, outcome)
        assert attributes(twin) == attributes(state)


def test_a_state_keeps_the_numbers_of_its_edition() -> None:
    base = components().edition
    other = dataclasses.replace(base, id="mine", name="Mine", slots=base.slots - 1)
    setting = setup.new_setting(Components(other), [0, 1])
    twin = pickled(setup.new_state(setting))
    assert twin.setting.components.edition == other
    assert attributes(twin.setting.components) == attributes(setting.components)


def test_what_is_shared_is_pickled_once() -> None:
    state = rich().state
    many = [state.copy() for _ in range(20)]
    one, all_of_them = len(pickle.dumps(state)), len(pickle.dumps(many))
    assert all_of_them < one + 20 * 4_000
    twins = pickled(many)
    assert all(twin.setting is twins[0].setting for twin in twins)
    assert copy.deepcopy(state).setting is state.setting


def test_a_setting_is_copied_and_the_components_are_shared() -> None:
    setting = setup.new_setting(components(), [0, 1])
    before = attributes(setting)
    for twin in (copy.copy(setting), copy.deepcopy(setting)):
        assert attributes(twin) == before
        assert twin.components is setting.components
        assert twin is not setting
    state = setup.new_state(setting)
    twin = copy.deepcopy(state.setting)
    rules.roll(state, Rng(1, 0))
    assert attributes(state.setting) != attributes(twin) == before
    assert copy.copy(setting.components) is copy.deepcopy(setting.components)


def test_a_state_says_whose_turn_it_is() -> None:
    state = rich().state
    turn, seat, phase = int(state.turn), int(state.seat), int(state.phase)
    assert repr(state) == f"State(turn={turn}, seat={seat}, phase={phase})"
    edition = components().edition.id
    assert repr(state.setting.components) == f"Components('{edition}')"
    count = state.setting.seat_count
    assert repr(state.setting) == f"Setting('{edition}', seats={count}, solo=False)"


def test_score_has_a_repr_and_can_be_pickled() -> None:
    score = scoring.Score(3, 2, [13, 0, 4], 6, 1)
    expected = "Score(total=22, track=3, goods=2, by_tower=[13, 0, 4], cards=6, ornaments=1)"
    assert [repr(way(score)) for way in (pickled, copy.copy, copy.deepcopy)] == [expected] * 3


def test_pickled_generator_continues_its_sequence() -> None:
    rng = Rng(5, 1)
    rng.word()
    twins = [pickled(rng), copy.copy(rng), copy.deepcopy(rng)]
    assert repr(rng) == repr(twins[0])
    following = [rng.word() for _ in range(5)]
    assert [[twin.word() for _ in range(5)] for twin in twins] == [following] * 3


def test_events_playouts_and_errors_can_be_pickled() -> None:
    assert repr(pickled(s.JournalEntry(13, 0, 6, 2, 0))) == "JournalEntry(13, 0, 6, 2, 0)"
    result = playout.Playout(90, 7, False, 12)
    expected = "Playout(decisions=90, forced=7, capped=False, checksum=12)"
    assert [repr(result), repr(pickled(result))] == [expected, expected]
    state = rich().state
    with pytest.raises(rules.IllegalDecision) as refused:
        rules.play(state, IDS["end"])
    twin = pickled(refused.value)
    assert (twin.args, twin.decision) == (refused.value.args, refused.value.decision)
    assert twin.moves == refused.value.moves


def play_on(given: bytes) -> bytes:
    """Play a pickled state to its end, and pickle it and its scores."""
    state: s.State = pickle.loads(given)
    dice, policy = Rng(8, 0), [Rng(8, 1) for _ in range(state.setting.seat_count)]
    result = playout.playout(state, dice, policy, 900)
    return pickle.dumps((state, result, scoring.scores(state), dice))


@pytest.mark.installed
def test_compiled_and_interpreted_pickles_are_compatible() -> None:
    state = rich().state
    command = "import sys; from tests.engine import test_pickle as t;"
    command += "sys.stdout.buffer.write(t.play_on(sys.stdin.buffer.read()))"
    there = subprocess.run(
        [sys.executable, "-c", command],
        input=pickle.dumps(state),
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": SRC},
        stdout=subprocess.PIPE,
        check=True,
    ).stdout
    theirs, ours = pickle.loads(there), pickle.loads(play_on(pickle.dumps(state)))
    assert attributes(theirs[0]) == attributes(ours[0])
    assert repr(theirs[1:]) == repr(ours[1:])
