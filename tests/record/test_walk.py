"""Playing a record step by step."""

from __future__ import annotations

import pytest

from redcathedral.engine import rules
from redcathedral.engine.phases import DRAW_IVAN_TILE, ROLL
from redcathedral.engine.rng import DICE, POLICY, Rng
from redcathedral.engine.rules import IllegalDecision, ImpossibleOutcome
from redcathedral.engine.state import State
from redcathedral.record import read
from redcathedral.record.outcome import steps_due, tiles_due
from redcathedral.record.stepper import Stepper
from tests.properties.fields import fields
from tests.properties.modes import ALL, Mode
from tests.record.games import SMALL, SOLO


@pytest.mark.parametrize("mode", ALL, ids=lambda mode: mode.name)
def test_stepper_begins_turns_where_the_rules_do(mode: Mode) -> None:
    """Each step begins the turns that follow it; Ivan's is returned before he has moved."""
    dice, policy = Rng(3, DICE), Rng(3, POLICY)
    walk = Stepper(mode.start())
    assert walk.start().turns == ()
    turns = 0
    while not walk.state.is_over and turns < 120:
        state = walk.state
        if state.is_chance:
            options = [outcome for outcome, _ in rules.outcomes(state)]
            step = options[dice.below(len(options))]
        else:
            moves = rules.legal(state)
            step = moves[policy.below(len(moves))]
        for opening in walk.advance(step).turns:
            assert opening.state.turn == turns
            assert opening.state.seat == turns % len(mode.advanced)
            assert opening.state.is_chance is False
            turns += 1
        assert walk.state.journal is None
    assert turns > 10


def refused(state: State, step: int, error: type[ValueError]) -> None:
    before = fields(state)
    with pytest.raises(error):
        Stepper(state).advance(step)
    assert fields(state) == before
    assert state.journal is None


@pytest.mark.parametrize("text", [SMALL, SOLO])
def test_an_impossible_step_changes_nothing(text: str) -> None:
    record = read(text)
    for moment in record.moments():
        state = moment.state.copy()
        possible = [outcome for outcome, _ in rules.outcomes(state)] or rules.legal(state)
        error = ImpossibleOutcome if state.is_chance else IllegalDecision
        for step in {-1, 0, 7, 833, 1 << 70} - {*possible}:
            refused(state, step, error)
        if state.phase == ROLL:
            assert possible == [1, 2, 3, 4, 5, 6]


def test_tiles_due_are_ivans_remaining_tiles() -> None:
    """R8.2, R8.5: all five at first, then the remaining ones."""
    due = [
        (len(tiles_due(moment.state)), steps_due(moment.state))
        for moment in read(SOLO).moments()
        if moment.state.phase == DRAW_IVAN_TILE
    ]
    assert due[:5] == [(count, 5) for count in (5, 4, 3, 2, 1)]
