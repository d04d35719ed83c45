"""How far off a judgement is: what was measured, for whom, and the intervals with it."""

from __future__ import annotations

from math import hypot, sqrt

import pytest
from msgspec import structs

from redcathedral.analysis.doubt import doubt_of, interval, interval_behind, known
from redcathedral.analysis.judge import DEEP, QUICK, Candidate
from redcathedral.analysis.sample import Sample
from redcathedral.analysis.value import Value
from redcathedral.value.network import Outlook
from redcathedral.weights.file import fingerprint, packaged
from tests.analysis.weights import tiny


def test_the_packaged_weights_are_measured() -> None:
    """At both speeds and every table; a calibration with other weights would tell nothing."""
    assert known().weights == fingerprint(packaged())
    for players in (1, 2, 3, 4):
        quick, deep = (doubt_of(packaged(), effort, players) for effort in (QUICK, DEEP))
        assert quick is not None
        assert deep is not None
        assert 0 < deep < quick < 1


def test_more_rollouts_have_the_same_doubt_and_others_none() -> None:
    """It is of what is rolled out how far; other weights have not been measured."""
    more = structs.replace(QUICK, rollouts=200, screen=2)
    assert doubt_of(packaged(), more, 2) == doubt_of(packaged(), QUICK, 2)
    assert doubt_of(packaged(), structs.replace(QUICK, nodes=QUICK.nodes + 1), 2) is None
    assert doubt_of(tiny(), QUICK, 2) is None


@pytest.mark.parametrize("share", [0.0, 0.2, 0.5, 1.0])
def test_an_interval_has_both(share: float) -> None:
    value = Value(share, 0.0, 0.08)
    assert interval(value, None) == 0.08
    assert interval(value, 0.2) == pytest.approx(
        hypot(0.08, 1.96 * 0.2 * sqrt(share * (1 - share)))
    )


def test_a_difference_is_as_doubtful_as_the_less_certain_chance() -> None:
    """Turns of 60 and 95 %: rollout by rollout the same apart, so that the doubt alone is left."""
    best, other = (
        Candidate((turn,), Sample([[Outlook(share + swing, 0.0)] for swing in (-0.05, 0.05)]), turn)
        for turn, share in ((1, 0.95), (2, 0.6))
    )
    assert interval_behind(other, best, 0, None) == 0
    expected = pytest.approx(1.96 * 0.2 * sqrt(0.6 * 0.4), abs=1e-5)
    assert interval_behind(other, best, 0, 0.2) == expected
    assert interval_behind(best, best, 0, 0.2) == 0
