"""What a position is worth, before and after chance."""

from __future__ import annotations

import pytest
from msgspec import structs

from redcathedral.ai.analysis.judge import Judge, opening
from redcathedral.engine import arrange, rules
from redcathedral.engine.state import State
from redcathedral.record import read_decision
from tests.ai.analysis.endings import at_market, last_turn
from tests.ai.analysis.weights import LITTLE, tiny
from tests.engine.positions import ivan_claims
from tests.engine.table import Table


def judge(**changes: int) -> Judge:
    return Judge(tiny().network(), structs.replace(LITTLE, **changes))


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
    assert red.error == blue.error > 0


def test_judges_a_position_the_same_again() -> None:
    state = at_market().state
    assert judge().values(state) == judge().values(state.copy())
    once, again = judge().candidates(state, 3), judge().candidates(state, 3)
    assert [(one.ids, one.values) for one in once] == [(one.ids, one.values) for one in again]


def test_a_result_is_exact() -> None:
    state = after(last_turn().state, "deliver W 3.3", "end")
    won, lost = judge().values(state)
    assert (won.share, won.error, lost.share, lost.error) == (1, 0, 0, 0)


def test_more_rollouts_err_less() -> None:
    state = at_market().state
    errors = [judge(rollouts=count).values(state)[0].error for count in (12, 48, 192)]
    assert errors[0] > errors[1] > errors[2]


def test_a_turn_continues_after_a_reroll() -> None:
    """In the last turn: the dome in tower 3 wins whatever the dice show (R3.3).

    Each sampled game is won, but while a roll is due, a value is never certain.
    """
    state = last_turn().has("red", "W", rubles=0, score=8).state
    rolled = after(state, "prestige reroll 1")
    value = judge(nodes=4_000).values(rolled)[0]
    assert 0.99 < value.share < 1
    assert value.margin == 1


def test_the_faces_of_dice_that_will_be_rolled_do_not_matter() -> None:
    state = after(at_market().state, "die yellow +0", "take 1", "end")
    other = state.copy()
    arrange.set_die(other, 4, 5, other.die_space(4))
    judging = judge()
    key = judging.candidate([0], state).key
    assert key == judging.candidate([0], other).key
    arrange.set_die(other, 3, 5, other.die_space(3))  # this one stays as it is
    assert key != judging.candidate([0], other).key


def test_used_actions_do_not_matter_after_the_turn() -> None:
    """Before a re-roll it does matter, because the turn continues."""
    judging = judge()
    for steps, is_over in ((("die yellow +0", "end"), True), (("prestige reroll 1",), False)):
        state = after(at_market().state, *steps)
        other = state.copy()
        other.taken = other.influenced = 1
        assert (judging.candidate([0], state).key == judging.candidate([0], other).key) == is_over


def test_returns_the_requested_number_of_turns() -> None:
    state = at_market().state
    for keep in (1, 2, 5):
        found = judge(find=2_000).candidates(state, keep)
        assert len(found) == max(keep, LITTLE.finalists)
        worths = [one.values[0].worth for one in found]
        assert worths == sorted(worths, reverse=True)


def test_turns_that_lead_to_the_same_position_are_one() -> None:
    """The one that was played stands for them, however it begins."""
    state = at_market().state
    best, *_ = judge().candidates(state, 2)
    played = best._replace(ids=(read_decision("die red +0"), *best.ids))
    assert opening(played.ids) != opening(best.ids)
    found = judge().candidates(state, 2, played)
    assert found[0] is played
    assert best.ids not in [one.ids for one in found]


def test_rejects_a_single_rollout() -> None:
    """A single rollout has no measurable error."""
    for change in ({"rollouts": 1}, {"screen": 1}):
        with pytest.raises(ValueError, match="at least 2 rollouts"):
            judge(**change)
