"""The measured errors of judgments, and the intervals that they give."""

from __future__ import annotations

from math import hypot, sqrt
from statistics import fmean

import pytest
from msgspec import structs

from redcathedral.ai.analysis.error_model import (
    NO_ERROR,
    ErrorModel,
    error_model_of,
    packaged_errors,
)
from redcathedral.ai.analysis.judge import DEEP, FIRST_PASS, QUICK, JudgedTurn
from redcathedral.ai.analysis.sample import Sample
from redcathedral.ai.analysis.value import Value, no_change
from redcathedral.ai.value.network import Prediction
from redcathedral.ai.weights.file import fingerprint, packaged
from tests.ai.analysis.weights import tiny

SOME = ErrorModel(chance=0.2, loss=0.1, luck=0.05, margin=1.0)


def sampled(share: float, margin: float = 0.0, swing: float = 0.05) -> Sample:
    """Two rollouts for one seat."""
    return Sample([[Prediction(share + swing * side, margin + side)] for side in (-1, 1)])


def test_the_packaged_weights_are_measured() -> None:
    """All budgets are measured for all numbers of players; the deep one is the best on average."""
    assert packaged_errors().weights == fingerprint(packaged())
    chances, margins = [], []
    for budget in (DEEP, FIRST_PASS, QUICK):
        found = [error_model_of(packaged(), budget, players) for players in (1, 2, 3, 4)]
        models = [model for model in found if model is not None]
        assert len(models) == 4
        assert all(0 < model.chance < 1 and model.margin > 0 for model in models)
        chances.append(fmean(model.chance for model in models))
        margins.append(fmean(model.margin for model in models))
    assert chances[0] < min(chances[1:])
    assert margins[0] < min(margins[1:])


def test_more_rollouts_have_the_same_doubt_and_others_none() -> None:
    """It is of what is rolled out how far; other weights have not been measured."""
    more = structs.replace(QUICK, rollouts=200, screen=2)
    assert error_model_of(packaged(), more, 2) == error_model_of(packaged(), QUICK, 2)
    assert error_model_of(packaged(), FIRST_PASS, 2) != error_model_of(packaged(), QUICK, 2)
    for other in (structs.replace(QUICK, nodes=501), structs.replace(QUICK, field=7)):
        assert error_model_of(packaged(), other, 2) is None
    assert error_model_of(tiny(), QUICK, 2) is None


@pytest.mark.parametrize("share", [0.0, 0.2, 0.5, 1.0])
def test_an_interval_has_both(share: float) -> None:
    value = Value(share, 3.0, 0.08, 1.5)
    assert NO_ERROR.widened((value,)) == (value,)
    (wider,) = SOME.widened((value,))
    assert (wider.share, wider.margin) == (share, 3.0)
    assert wider.error == pytest.approx(
        hypot(0.08, 1.96 * 0.2 * sqrt(share * (1 - share))), abs=1e-5
    )
    assert wider.margin_error == pytest.approx(hypot(1.5, 1.96), abs=1e-3)


def test_a_result_is_exact() -> None:
    won = Value(1.0, 7.0, 0.0, 0.0)
    assert SOME.widened((won,)) == (won,)


def test_a_difference_is_in_doubt_by_the_less_certain_chance() -> None:
    """Turns of 60 and 95 %: rollout by rollout the same apart, so that the doubt alone is left."""
    best, other = (
        JudgedTurn((turn,), sampled(share), turn) for turn, share in ((1, 0.95), (2, 0.6))
    )
    share = other.sample.values[0].share  # with the weight of an even game
    spread = 1.96 * sqrt(share * (1 - share))
    assert NO_ERROR.loss_error(other, best, 0) == 0
    assert SOME.loss_error(other, best, 0) == pytest.approx(0.1 * spread, abs=1e-5)
    assert SOME.loss_error(best, best, 0) == 0
    (loss,) = SOME.turn_difference(other.sample, best.sample)
    (luck,) = SOME.roll_difference(best.sample, other.sample)
    difference = best.sample.values[0].share - share
    assert (loss.share, luck.share) == pytest.approx((-difference, difference), abs=1e-5)
    assert (loss.error, luck.error) == pytest.approx((0.1 * spread, 0.05 * spread), abs=1e-5)


def test_the_same_position_is_no_difference() -> None:
    one = sampled(0.5)
    assert SOME.turn_difference(one, one) == SOME.roll_difference(one, one) == no_change(1)
