"""What a position is worth, before and after chance."""

from __future__ import annotations

import pytest

from redcathedral.analysis.judge import Judge, opening
from redcathedral.analysis.value import mean
from redcathedral.engine import arrange, rules
from redcathedral.engine.state import State
from redcathedral.record import read_decision
from tests.analysis.endings import at_market, last_turn
from tests.analysis.weights import tiny
from tests.engine.positions import ivan_claims
from tests.engine.table import Table


def judge(nodes: int = 900) -> Judge:
    return Judge(tiny().network(), nodes)


def after(state: State, *steps: str | int) -> State:
    copy = state.copy()
    for step in steps:
        if isinstance(step, str):
            rules.play(copy, read_decision(step))
        else:
            rules.settle(copy, step)
    return copy


def test_the_chances_of_all_seats_make_one_win() -> None:
    for table in (at_market(), Table("red", "blue", "green", "yellow").turn("red"), ivan_claims()):
        values = judge().values(table.state)
        assert sum(value.share for value in values) == pytest.approx(1, abs=3e-5)
        assert all(0 < value.share < 1 for value in values)


def test_two_margins_are_opposite() -> None:
    red, blue = judge().values(at_market().state)
    assert red.margin == -blue.margin != 0


def test_before_dice_the_mean_of_all_faces_counts() -> None:
    state = after(at_market().state, "die white +0", "end")  # onto the red die's space
    judging = judge()
    forecast = judging.forecast(state)
    outcomes = [(white, red) for white in range(1, 7) for red in range(1, 7)]
    assert list(forecast.after) == outcomes
    by_hand = [judging.values(after(state, white, red)) for white, red in outcomes]
    assert list(forecast.after.values()) == by_hand
    assert forecast.mean == mean(by_hand) == judging.expected(state)
    assert len(set(by_hand)) > 20


def test_after_a_reroll_the_best_turn_counts() -> None:
    """In the last turn it is known: the dome in tower 3 wins whatever the dice show (R3.3)."""
    state = last_turn().has("red", "W", rubles=0, score=8).state
    won = after(state, "prestige reroll 1", 2, "deliver W 3.3", "end")
    rolled = after(state, "prestige reroll 1")
    forecast = judge(6_000).forecast(rolled)
    assert len(forecast.after) == 6
    for values in forecast.after.values():
        assert values[0].share == 1
        assert values[0].margin >= judge().values(won)[0].margin


def test_what_a_roll_is_good_for_shows_in_the_turn_that_follows() -> None:
    """Red has closed the game, blue has the last turn: every face leads to a result (R7.1)."""
    state = at_market().state
    state.closer = 0
    state = after(state, "die yellow +0", "end")
    judging = judge()
    results = judging.prospects(state).after
    assert list(results) == [(face,) for face in range(1, 7)]
    assert {value[0].share for value in results.values()} <= {0, 0.5, 1}
    seen = judging.forecast(state)
    assert all(0 < value[0].share < 1 for value in seen.after.values())
    rolled = after(at_market().state, "prestige reroll 1")
    assert judging.prospects(rolled) == judging.forecast(rolled)


def test_the_faces_of_dice_that_will_be_rolled_do_not_matter() -> None:
    state = after(at_market().state, "die yellow +0", "take 1", "end")
    other = state.copy()
    arrange.die(other, 4, 5, other.die_space(4))
    judging = judge()
    assert judging.candidate([0], state) == judging.candidate([0], other)
    arrange.die(other, 3, 5, other.die_space(3))  # this one stays as it is
    assert judging.candidate([0], state).key != judging.candidate([0], other).key


def test_what_a_turn_has_used_up_does_not_matter_once_it_is_over() -> None:
    """But it does before a re-roll, after which the turn goes on."""
    judging = judge()
    for steps, is_over in ((("die yellow +0", "end"), True), (("prestige reroll 1",), False)):
        state = after(at_market().state, *steps)
        other = state.copy()
        other.taken = other.influenced = 1
        assert (judging.candidate([0], state).key == judging.candidate([0], other).key) == is_over


def test_more_turns_are_compared_where_more_is_tried() -> None:
    state = at_market().state
    assert len(judge(100).candidates(state)) == 1
    assert len(judge(900).candidates(state)) <= 6
    assert len(judge(20_000).candidates(state)) > 12


def test_turns_that_lead_to_the_same_position_are_one() -> None:
    """The one that was played stands for them, however it begins."""
    state = at_market().state
    best, second, *_ = judge().candidates(state)
    played = best._replace(ids=(read_decision("die red +0"), *best.ids))
    assert opening(played.ids) != opening(best.ids)
    found = judge().candidates(state, played)
    assert found[:2] == [played, second]
    assert best not in found
