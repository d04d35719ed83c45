"""The planner plays the best turn that it finds."""

from __future__ import annotations

import pytest

from redcathedral.ai.bots import make, names
from redcathedral.ai.bots.planner import PlannerBot
from redcathedral.ai.bots.planning import DEFAULT_NODES
from redcathedral.ai.search.turns import TurnSearch
from redcathedral.ai.value.evaluator import HandmadeEvaluator
from redcathedral.engine.phases import TURN
from tests.ai.bots.positions import chosen, sample
from tests.properties.modes import EIGHT, Mode


@pytest.mark.parametrize("mode", EIGHT, ids=lambda mode: mode.name)
def test_it_decides_what_the_search_finds_best(mode: Mode) -> None:
    for state in sample(mode, 9, chosen(37, 200), 1500):
        if state.phase != TURN:
            continue
        budget = chosen(900, 200)
        bot = make(f"planner:nodes={budget}", 1, state.decider)
        wanted = TurnSearch(HandmadeEvaluator()).best(state, budget)[0].ids()[0]
        assert bot.choose(state) == wanted


def test_is_registered_and_keeps_its_budget() -> None:
    assert "planner" in names()
    bot = make("planner", 1)
    assert isinstance(bot, PlannerBot)
    assert bot.budget.nodes == DEFAULT_NODES
    assert bot.nodes == 0
    state = next(sample(EIGHT[0], 1, 1))
    few, more = PlannerBot(1, 0, nodes="20"), PlannerBot(1, 0, nodes="300")
    few.choose(state)
    more.choose(state)
    assert 0 < few.nodes < more.nodes


def test_neither_seed_nor_seat_changes_it() -> None:
    for state in sample(EIGHT[4], 3, 29, 600):
        if state.phase == TURN:
            decided = {
                make("planner:nodes=150", seed, seat).choose(state)
                for seed, seat in ((1, 0), (2, 0), (1, 3))
            }
            assert len(decided) == 1
