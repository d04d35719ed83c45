"""Perft counts the plies that the rules allow; ``test_perft`` has its numbers in every mode."""

from __future__ import annotations

from redcathedral.engine import rules
from redcathedral.engine.phases import OVER
from tests.engine.positions import rich
from tests.properties.modes import EIGHT
from tools.perft_count import next_plies, perft, play_ply


def test_decisions_and_outcomes_are_counted() -> None:
    state = rich().state
    moves = rules.legal(state)
    assert next_plies(state) == moves
    assert [perft(state, depth) for depth in (0, 1)] == [1, len(moves)]
    assert perft(state, 2) == sum(len(next_plies(play_ply(state, move))) for move in moves)
    assert rules.legal(state) == moves  # perft does not change it


def test_an_outcome_counts_once_whatever_its_probability() -> None:
    state = EIGHT[0].start()
    assert state.is_chance
    outcomes = [outcome for outcome, _ in rules.outcomes(state)]
    assert next_plies(state) == outcomes
    assert perft(state, 2) == sum(len(next_plies(play_ply(state, outcome))) for outcome in outcomes)


def test_perft_counts_nothing_after_the_end() -> None:
    state = rich().state
    state.phase = OVER
    assert perft(state, 1) == 0
