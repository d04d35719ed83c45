"""What a search is for: where it looks, and which turns count."""

from __future__ import annotations

import pytest

from redcathedral.ai.analysis.judge import position_key
from redcathedral.ai.puzzles.puzzle import apply_all, load
from redcathedral.ai.search.turns import TurnSearch
from redcathedral.ai.value.network import NetworkEvaluator
from redcathedral.ai.weights.file import packaged
from tools.puzzles.attempts import attempts, is_found
from tools.puzzles.solution import BASIC_ACTIONS, actions_of
from tools.puzzles.turn_filter import LATE_ROUNDS, TurnFilter

ALL = load().puzzles


@pytest.fixture(scope="module")
def search() -> TurnSearch:
    return TurnSearch(NetworkEvaluator(packaged().network()))


def test_filter_checks_only_the_last_rounds_for_actions() -> None:
    starts = [one.state() for one in ALL if one.players == 2][:50]
    assert (
        TurnFilter(actions=("once gain 1R",)).candidate_positions(starts)
        == starts[-2 * LATE_ROUNDS :]
    )
    assert TurnFilter().candidate_positions(starts) == starts
    assert TurnFilter(level="craftsman").candidate_positions(starts) == starts


def test_filter_matches_turns_that_use_an_action(search: TurnSearch) -> None:
    one = next(one for one in ALL if actions_of(one) - {*BASIC_ACTIONS})
    state = one.state()
    turns = search.best(state, 4_000, 200)
    actions_in = tuple(actions_of(one) - {*BASIC_ACTIONS})
    assert TurnFilter(actions=actions_in).may_match(state, turns)
    assert TurnFilter(actions=actions_in).matches(state, turns, one.ids)
    assert not TurnFilter(actions=("no such",)).may_match(state, turns)
    assert not TurnFilter(actions=("no such",)).matches(state, turns, one.ids)
    assert TurnFilter().may_match(state, turns)
    assert TurnFilter().matches(state, turns, one.ids)


def test_filter_matches_turns_that_a_level_finds(search: TurnSearch) -> None:
    """An easy turn is the best one at first sight, far ahead, and the level finds it."""
    aim = TurnFilter(level="craftsman")
    easy = 0
    for one in ALL[:30]:
        state = one.state()
        turns = search.best(state, 4_000, 200)
        best = position_key(turns[0].state)
        assert aim.matches(state, turns, turns[0].ids())
        assert aim.matches(state, turns, one.ids) == (
            position_key(apply_all(state, one.ids)) == best
        )
        if aim.may_match(state, turns):
            easy += 1
            assert is_found(attempts("craftsman", state), turns[0].state)
            assert not aim.may_match(state, turns[:1])
        assert not aim.may_match(state, [turns[0], turns[0]])  # not ahead of the next turn
    assert easy > 3
