"""What is made of trials: errors, biases, reliability."""

from __future__ import annotations

from random import Random

import pytest

from redcathedral.ai.analysis.error_model import NO_ERROR
from redcathedral.ai.analysis.judge import DEEP, QUICK
from tools.calibration.report import build_report, measured_errors, opening_accuracies
from tools.calibration.trials import (
    CalibrationSettings,
    Difference,
    Differences,
    SeatEvaluation,
    TrialKind,
    TrialResult,
    first_mismatch,
)

NOBODY = (SeatEvaluation(0.5, 0.0, 0.0, 0.0), SeatEvaluation(0.5, 0.0, 0.0, 0.0))

UNASKED = Differences()


def both(share: float, error: float = 0.0, margin: float = 0.0) -> tuple[SeatEvaluation, ...]:
    return (
        SeatEvaluation(share, margin, error, error),
        SeatEvaluation(1 - share, -margin, error, error),
    )


def line(
    kind: TrialKind,
    number: int,
    truth: tuple[SeatEvaluation, ...],
    estimate: tuple[SeatEvaluation, ...],
    differences: Differences = UNASKED,
) -> TrialResult:
    """A trial of a game of 40 turns; the network knows nothing, the quick judge says the same."""
    return TrialResult(
        kind=kind,
        players=2,
        seed=number,
        turn=number % 40,
        turns=40,
        seat=0,
        truth=truth,
        evaluations={"network": NOBODY, "quick": estimate, "deep": truth},
        differences={"quick": differences, "deep": UNASKED},
        seconds={"quick": 0.5, "deep": 2.0},
    )


def test_rms_excludes_only_sampling_error_of_the_truth() -> None:
    """Off by 10 points with a sampling error of 6: 8 are left."""
    lines = [
        line("positions", number, both(0.5, 0.06 * 1.96), both(0.6 if number % 2 else 0.4))
        for number in range(40)
    ]
    network, quick, deep = build_report(lines)
    assert quick.all is not None
    assert quick.all.rms == pytest.approx(0.08)
    assert [phase.rms for phase in quick.phases if phase] == pytest.approx([0.08] * 3)
    assert deep.all is not None
    assert deep.all.rms == 0
    assert (network.seconds, quick.seconds, deep.seconds) == (0.0, 0.5, 2.0)


def test_unexplained_error_excludes_sampling() -> None:
    """Off by 10 points, of which 6 are the truth's sampling and 5 the judge's own."""
    lines = []
    for number in range(40):
        estimate = both(0.6 if number % 2 else 0.4, 0.05 * 1.96)
        lines.append(line("positions", number, both(0.5, 0.06 * 1.96), estimate))
    reports = build_report(lines)
    beyond = (0.1**2 - 0.06**2 - 0.05**2) / (0.6 * 0.4)
    trust = reports[1].error_fits["chance"]
    assert trust.relative_error == pytest.approx(beyond**0.5, abs=1e-4)
    assert (trust.figures, trust.covered) == (80, 1.0)
    kept = measured_errors("some", reports)
    assert kept.weights == "some"
    quick, deep = kept.measured
    for errors, budget in ((quick, QUICK), (deep, DEEP)):
        measured = errors.field, errors.nodes, errors.horizon
        assert measured == (budget.field, budget.nodes, budget.horizon)
    assert quick.tables[2].chance == trust.relative_error
    assert deep.tables == {2: NO_ERROR}


def test_coverage_is_tested_on_the_other_half() -> None:
    """Every second trial is off, the others are not: for them there is doubt enough, else none."""
    lines = [
        line("positions", number, both(0.5), both(0.5 + number % 2 / 10)) for number in range(40)
    ]
    trust = build_report(lines)[1].error_fits["chance"]
    assert trust.relative_error == pytest.approx((0.1**2 / (0.5**2 + 0.6 * 0.4)) ** 0.5, abs=1e-4)
    assert trust.covered == 0.5


def test_margins_and_differences_have_separate_errors() -> None:
    """The margin off by 3 with errors of 1 and 1; of a loss of 20 points 10 are true, of luck 9."""
    one = 1.96
    lines = []
    for number in range(40):
        up = 1 if number % 2 else -1
        differences = Differences(
            Difference(0.2, 0.06 * one, 0.2 + up * 0.1, 0.0, 0.5),
            (Difference(0.1 + up * 0.05, 0.03 * one, 0.1, 0.04 * one, 0.4),) * 2,
        )
        lines.append(line("positions", number, both(0.5, one), both(0.5, one, 3.0), differences))
    _, quick, deep = build_report(lines)
    assert quick.all is not None
    assert quick.all.margin_rms == pytest.approx(8**0.5, abs=0.01)
    relative_errors = {figure: trust.relative_error for figure, trust in quick.error_fits.items()}
    assert relative_errors["margin"] == pytest.approx(7**0.5, abs=1e-3)
    assert relative_errors["loss"] == pytest.approx(0.08 / 0.5, abs=1e-3)
    assert relative_errors["luck"] == 0.0
    assert {"loss", "luck"}.isdisjoint(deep.error_fits)


def test_false_mistakes_are_counted() -> None:
    """Losses beyond their interval are mistakes; a sixth of the turns was better than the best."""
    lines = []
    for number in range(60):
        shown, true = (0.4, -0.1 if number % 6 == 0 else 0.4) if number % 2 == 0 else (0.05, 0.05)
        differences = Differences(Difference(shown, 0.05, true, 0.05, 0.5))
        lines.append(line("positions", number, both(0.5), both(0.5), differences))
    network, quick, deep = build_report(lines)
    assert network.mistakes is None
    assert quick.mistakes is not None
    relative_error = quick.error_fits["loss"].relative_error
    assert 0.05 < 1.96 * relative_error * 0.5 < 0.4
    check = quick.mistakes
    assert (check.compared, check.mistakes, check.better) == (60, 30, 10)
    assert (check.predicted_loss, check.true_loss) == pytest.approx((0.4, 7 / 30), abs=1e-4)
    assert deep.mistakes is not None
    assert deep.mistakes.compared == 0


def test_bias_and_reliability_are_of_results() -> None:
    """It says 70 % where the first seat wins 80: off by 10 points, for the other by as many."""
    rng = Random(1)
    lines = []
    for number in range(2000):
        won = float(rng.random() < 0.8)
        lines.append(line("results", number, both(won), both(0.7)))
    _, quick, deep = build_report(lines)
    first, second = quick.biases
    assert first.low < -0.1 < first.high
    assert second.low < 0.1 < second.high
    assert [third.value for third in quick.to_move if third] == pytest.approx([-0.1] * 3, abs=0.05)
    assert build_report(lines[:3])[1].to_move == (None, None, None)
    assert [round(entry.predicted, 1) for entry in quick.reliability] == [0.3, 0.7]
    assert quick.reliability[1].won.value == pytest.approx(0.8, abs=0.03)
    assert quick.resolution < 0 < deep.resolution == 1
    assert quick.all is None


def test_correlation_of_openings() -> None:
    lines = [
        line("openings", number, both(0.4 + number / 100), both(0.45 + number / 200))
        for number in range(20)
    ]
    accuracies = opening_accuracies(lines)
    assert accuracies["quick"].correlation == accuracies["deep"].correlation == pytest.approx(1)
    assert accuracies["network"].correlation == 0
    assert opening_accuracies([]) == {}


def test_first_mismatch_with_the_plan() -> None:
    settings = CalibrationSettings(1, "e", "h", "w", 2, 1, 1, 10, 7, ("quick",))
    plan = settings.trials()
    assert len(plan) == 2 * 4 + 1 + 4
    kinds = [trial.kind for trial in plan]
    assert kinds == ["positions"] * 8 + ["openings"] + ["results"] * 4
    assert {trial.players for trial in plan if trial.kind == "results"} == {1, 2, 3, 4}
    first = line("positions", 7, NOBODY, NOBODY)
    assert first_mismatch(settings, [first]) is None
    assert first_mismatch(settings, [first, first]) == (1, "positions, 3 players, seed 7")
