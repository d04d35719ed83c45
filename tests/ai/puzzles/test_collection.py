"""The puzzles that come with the package: enough of them, clear, of all kinds, and right."""

from __future__ import annotations

from datetime import date, timedelta
from importlib.resources import files

import pytest

from redcathedral.ai.analysis.judge import position_key
from redcathedral.ai.puzzles.puzzle import FILE, Puzzle, apply_all, ends_turn, load
from redcathedral.box import load_edition
from redcathedral.engine import rules
from redcathedral.engine.phases import TURN
from tools.puzzles.attempts import bot_turn
from tools.puzzles.solution import BASIC_ACTIONS, CLEAR_LEAD, actions_of, influence_actions

ALL = load().puzzles


def test_there_are_enough_and_they_are_small() -> None:
    assert len(ALL) >= 200
    assert len({one.id for one in ALL}) == len(ALL)
    assert len(files("redcathedral.ai.puzzles").joinpath(FILE).read_bytes()) < 200_000


def test_they_are_of_the_packaged_edition() -> None:
    assert load().edition_hash == load_edition().hash


def test_each_is_clearly_ahead() -> None:
    for one in ALL:
        assert one.others
        assert min(other.less - other.error for other in one.others) > CLEAR_LEAD


def test_basic_actions_and_all_influence_actions_are_in_solutions() -> None:
    actions = influence_actions(load_edition())
    assert len(actions) == 18
    assert set().union(*(actions_of(one) for one in ALL)) == {*BASIC_ACTIONS, *actions}


@pytest.mark.once
def test_greedy_is_wrong_in_half_of_them() -> None:
    wrong = 0
    for one in ALL:
        state = one.state()
        found = position_key(bot_turn("greedy", state, 0).state) == position_key(
            apply_all(state, one.ids)
        )
        assert found == ("greedy" in one.found)
        wrong += not found
    assert wrong * 2 >= len(ALL)


@pytest.mark.parametrize("one", ALL[:20], ids=lambda one: str(one.id))
def test_all_turns_of_one_can_be_played_to_their_end(one: Puzzle) -> None:
    start = one.state()
    assert start.phase == TURN
    ends = set()
    for ids in (one.ids, *(other.ids for other in one.others)):
        state = start.copy()
        for move in ids:
            assert not ends_turn(start, state)
            assert move in rules.legal(state)
            before = state.copy()
            rules.apply(state, move)
        assert ends_turn(before, state)
        ends.add(position_key(state))
    assert len(ends) == 1 + len(one.others)


def test_each_has_its_day_before_one_comes_again() -> None:
    day = date(2026, 11, 25)
    days = [day + timedelta(n) for n in range(len(ALL))]
    assert {load().of_day(each).id for each in days} == {one.id for one in ALL}
    assert load().of_day(day + timedelta(len(ALL))) == load().of_day(day)
