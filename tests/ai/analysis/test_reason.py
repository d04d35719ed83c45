"""Why a turn is better: counted by events, source by source."""

from __future__ import annotations

import pytest

from redcathedral.ai.analysis.hint import hint, why
from redcathedral.ai.analysis.reason import ROLLOUTS, Advantage, reasons
from redcathedral.ai.search.rollouts import Rollouts
from redcathedral.ai.value.network import NetworkEvaluator
from redcathedral.engine import rules, scoring
from redcathedral.engine.rng import DICE, Rng
from redcathedral.engine.state import JournalEntry, State
from redcathedral.record import read_decision
from tests.ai.analysis.endings import last_turn
from tests.ai.analysis.weights import LITTLE, tiny
from tests.properties.fields import fields
from tests.properties.modes import EIGHT, Mode


def rollouts(nodes: int = 20, horizon: int = 5) -> Rollouts:
    return Rollouts(NetworkEvaluator(tiny().network()), nodes, horizon)


def ids(*texts: str) -> list[int]:
    return [read_decision(text) for text in texts]


def as_tuples(advantages: list[Advantage]) -> list[tuple[str, int, float]]:
    return [(advantage.source, advantage.seat, advantage.more) for advantage in advantages]


def test_the_last_turn_is_counted_exactly() -> None:
    """The dome in tower 3 breaks the tie there (R7.5): what towers pay, and its recognition."""
    state = last_turn().state
    deliver = ids("deliver W 3.3", "end")
    first, rest, *_ = (one.ids for one in hint(state, 3, LITTLE, tiny()))
    assert list(first) == deliver
    found = reasons(rollouts(), state, deliver, rest)
    after, before = (state.copy() for _ in range(2))
    for decision in deliver:
        rules.play(after, decision)
    for decision in rest:
        rules.play(before, decision)
    mine, other = scoring.scores(after)[0], scoring.scores(before)[0]
    assert found[0] == Advantage("towers", 0, mine.towers - other.towers, 0.0)
    assert mine.towers > other.towers
    theirs = scoring.scores(after)[1].towers - scoring.scores(before)[1].towers
    assert ("towers", 1, theirs) in as_tuples(found) or theirs == 0
    card = state.setting.card[12 + 2]
    worth = state.setting.components.card_recognition[card]
    assert ("recognition", 0, float(worth)) in as_tuples(found)


def test_the_other_way_round_it_is_the_opposite() -> None:
    state = last_turn().state
    deliver, rest, *_ = (one.ids for one in hint(state, 3, LITTLE, tiny()))
    there = reasons(rollouts(), state, deliver, rest)
    back = reasons(rollouts(), state, rest, deliver)
    assert [one._replace(more=-one.more) for one in back] == there
    assert reasons(rollouts(), state, deliver, deliver) == []


@pytest.mark.parametrize("mode", EIGHT, ids=lambda mode: mode.name)
def test_hints_have_reasons_which_repeat_themselves(mode: Mode) -> None:
    state = mode.start()
    rules.roll(state, dice := Rng(5, DICE))
    for _ in range(4):
        before = fields(state)
        first, second, *_ = hint(state, 3, LITTLE, tiny())
        found = why(state, first, second, LITTLE, tiny())
        assert found == why(state.copy(), first, second, LITTLE, tiny())
        assert fields(state) == before
        assert all(abs(one.more) > one.error for one in found)
        for decision in first.ids:
            rules.play(state, decision)
        rules.roll(state, dice)


def test_a_rollout_with_a_journal_ends_where_one_without_does() -> None:
    for mode in EIGHT[::3]:
        state = mode.start()
        rules.roll(state, Rng(5, DICE))
        for number in range(ROLLOUTS // 4):
            plain: State = rollouts().play_to_horizon(state.copy(), number)
            copy = state.copy()
            journal: list[JournalEntry] = []
            copy.journal = journal
            end = rollouts().play_to_horizon(copy, number)
            assert fields(end) == fields(plain)
            assert journal
