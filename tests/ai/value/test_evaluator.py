"""The evaluator of a search: the estimate of ``greedy`` during a game, then the result."""

from __future__ import annotations

import pytest

from redcathedral.ai.value.evaluator import VICTORY_FACTOR, Evaluator, HandmadeEvaluator
from redcathedral.ai.value.handmade import PRESTIGE_UNIT, appraise
from redcathedral.ai.value.standings import WHOLE_SHARE, is_decided
from redcathedral.engine.scoring import scores, winners
from tests.ai.bots.positions import chosen, course
from tests.properties.modes import ALL, EIGHT, Mode


@pytest.mark.parametrize("mode", ALL, ids=lambda mode: mode.name)
def test_the_opinion_of_greedy_and_then_the_result(mode: Mode) -> None:
    appraiser = HandmadeEvaluator()
    decided = 0
    for seed in range(chosen(4, 1)):
        for state in course(mode, seed):
            totals = [score.total for score in scores(state)]
            for seat, total in enumerate(totals):
                worth = appraiser.worth(state, seat)
                if not is_decided(state):
                    assert worth == appraise(state, seat)
                    continue
                best = winners(scores(state))
                share = WHOLE_SHARE // len(best) if seat in best else 0
                margin = total - max(totals[:seat] + totals[seat + 1 :])
                assert worth == share * VICTORY_FACTOR + margin * PRESTIGE_UNIT
                decided += 1
    assert decided > 0 or chosen(0, 1)


def test_a_share_of_the_win_counts_more_than_any_prestige() -> None:
    """Of any two results the one with more of the win is worth more, whatever the margins."""
    assert WHOLE_SHARE // 4 * VICTORY_FACTOR > 2 * 200 * PRESTIGE_UNIT


def test_an_evaluator_has_to_say_something() -> None:
    state = next(course(EIGHT[0], 1))
    with pytest.raises(NotImplementedError):
        Evaluator().worth(state, 0)
