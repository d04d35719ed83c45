"""Properties of thousands of seeded random games, in every mode and under every option."""

from __future__ import annotations

import pytest

from redcathedral.engine import rules
from redcathedral.engine.decisions import DECISION_COUNT
from redcathedral.engine.phases import PLACE_TILE
from redcathedral.engine.playout import is_capped, playout
from redcathedral.engine.scoring import scores, winners
from redcathedral.engine.state import State
from tests.properties.conservation import check
from tests.properties.fields import fields
from tests.properties.modes import ALL, Mode, streams
from tests.properties.params import few_modes

modes = pytest.mark.parametrize("mode", ALL, ids=lambda mode: mode.name)


def positions(mode: Mode, seed: int) -> list[State]:
    """Return copies of every position of a random game at which a decision is due."""
    state = mode.start(seed)
    dice, policy = streams(seed)
    result: list[State] = []
    while True:
        rules.roll(state, dice)
        if state.is_over or is_capped(state, mode.turns):
            return result
        result.append(state.copy())
        moves = rules.legal(state)
        rules.apply(state, moves[policy.below(len(moves))])


@modes
def test_pieces_are_conserved(mode: Mode, costly: int) -> None:
    for seed in range(3 * costly):
        state = mode.start(seed)
        dice, policy = streams(seed)
        rules.roll(state, dice)
        while not (state.is_over or is_capped(state, mode.turns)):
            check(state)
            moves = rules.legal(state)
            assert moves == sorted(set(moves))
            assert moves
            rules.play(state, moves[policy.below(len(moves))])
            rules.roll(state, dice)
        check(state)


@few_modes
def test_play_accepts_exactly_the_legal_decisions(mode: Mode) -> None:
    for state in positions(mode, 11)[::23]:
        moves = rules.legal(state)
        before = fields(state)
        for decision in (*range(DECISION_COUNT), -1, DECISION_COUNT, 1 << 70):
            trial = state.copy()
            if decision in moves:
                rules.play(trial, decision)
                assert fields(trial) != before
            else:
                with pytest.raises(rules.IllegalDecision):
                    rules.play(trial, decision)
                assert fields(trial) == before


@modes
def test_a_copy_is_independent(mode: Mode) -> None:
    for state in positions(mode, 5)[::7]:
        before = fields(state)
        for move in rules.legal(state):
            trial = state.copy()
            rules.apply(trial, move)
            rules.roll(trial, streams(move)[0])
        assert fields(state) == before


@modes
def test_a_copy_made_during_set_up_is_independent(mode: Mode) -> None:
    state = mode.start()
    while state.is_chance:
        before = fields(state)
        copied = state.copy()
        assert fields(copied) == before
        rules.roll(copied, streams(3)[0])
        assert fields(state) == before
        rules.settle(state, rules.outcomes(state)[-1][0])


@modes
def test_legal_is_a_pure_function_of_the_position(mode: Mode) -> None:
    for state in positions(mode, 8)[::5]:
        moves = rules.legal(state)
        moves.append(-1)  # the caller's list is the caller's
        assert rules.legal(state) == moves[:-1] == rules.legal(state.copy())


@modes
def test_every_random_game_ends(mode: Mode, volume: int) -> None:
    capped = 0
    games = 10 * volume
    for seed in range(games):
        state = mode.start(seed)
        dice, policy = streams(seed)
        capped += playout(state, dice, [policy] * len(mode.advanced), mode.turns).capped
        final = scores(state)
        assert winners(final)
        assert all(score.total >= 0 for score in final)
    assert capped <= games / 50 + 1  # random play may wander, nearly never to the cap


@modes
def test_a_tile_always_finds_a_place(mode: Mode) -> None:
    for state in positions(mode, 21):
        if state.phase == PLACE_TILE:
            assert len([move for move in rules.legal(state) if move % 2 == 0]) >= 1
