"""Report the result of a calibration: errors, biases, reliability and correlation of the judges.

An error is the share of the win that the judge predicts, minus the true share.  The root mean
square of the errors excludes the sampling error of the games that show the truth, but includes
that of the judge.  The part of the errors that sampling does not explain is estimated separately,
for chances, margins and differences.
"""

from collections.abc import Iterator, Sequence
from math import hypot, sqrt
from statistics import correlation, fmean
from typing import Final, Literal, NamedTuple, TypeAlias, get_args

import msgspec

from redcathedral.ai.analysis.error_model import BudgetErrors, ErrorModel, MeasuredErrors
from redcathedral.ai.analysis.sample import NORMAL_95
from redcathedral.lab.arena.estimate import Estimate, mean
from tools.calibration.trials import (
    BUDGETS,
    Difference,
    Differences,
    JudgeName,
    TrialKind,
    TrialResult,
)

GAME_PARTS: Final = 3  # the game is divided into thirds
BIN_COUNT: Final = 10  # bins of the predicted share

Figure: TypeAlias = Literal["chance", "margin", "loss", "luck"]  # the fields of ErrorModel
FIGURES: Final[tuple[Figure, ...]] = get_args(Figure)


class Accuracy(msgspec.Struct, frozen=True):
    """The accuracy of a judge at some positions: errors in shares of the win and in prestige."""

    positions: int
    rms: float
    margin_rms: float
    correlation: float


class ReliabilityBin(msgspec.Struct, frozen=True):
    """The mean prediction of the predictions in a bin, and the share of the win in these games."""

    predicted: float
    won: Estimate


class FigureError(NamedTuple):
    """The error of a figure at a position.

    ``sampling`` is half of the 95 % interval that sampling causes, for the judge and the games
    together; the remaining error is assumed to be proportional to ``spread``.
    """

    error: float
    sampling: float
    spread: float


class ErrorModelFit(msgspec.Struct, frozen=True):
    """The error of a judge for one kind of figure, without the sampling errors.

    ``covered`` is the share of the 95 % intervals that contain the truth, when the error model of
    one half of the trials is tested on the other half.
    """

    figures: int
    relative_error: float
    covered: float


class MistakeCheck(msgspec.Struct, frozen=True):
    """A check of the mistakes that the judge finds, with the games as the truth.

    The judge compared a number of turns with the best turn that it found, and rates some as
    mistakes.  The mean loss of these is ``predicted_loss`` by the judge and ``true_loss`` by the
    games; ``better`` of them are in truth better than the best turn of the judge.
    """

    compared: int
    mistakes: int
    predicted_loss: float
    true_loss: float
    better: int


class Calibration(msgspec.Struct, frozen=True):
    """All figures of a judge for a number of players.

    ``phases`` has the accuracy in each third of a game.  ``biases`` are the mean errors of each
    seat, compared with the results of games; ``to_move`` are those of the seat to move in each
    third of a game (None if there are too few).  ``resolution`` is the Brier skill score: 1 minus
    the mean square of (result - prediction) divided by that of (result - mean result).
    ``seconds`` is the mean time for a position.
    """

    players: int
    judge: JudgeName
    all: Accuracy | None
    phases: tuple[Accuracy | None, ...]
    biases: tuple[Estimate, ...]
    to_move: tuple[Estimate | None, ...]
    resolution: float
    error_fits: dict[Figure, ErrorModelFit]
    mistakes: MistakeCheck | None
    reliability: tuple[ReliabilityBin, ...]
    seconds: float


def build_report(lines: Sequence[TrialResult]) -> list[Calibration]:
    calibrations = []
    for players in dict.fromkeys(line.players for line in lines):
        player_lines = [line for line in lines if line.players == players]
        positions = _of_trial_kind(player_lines, "positions")
        results = _of_trial_kind(player_lines, "results")
        calibrations += [
            Calibration(
                players=players,
                judge=judge,
                all=accuracy(positions, judge),
                phases=tuple(accuracy(part, judge) for part in _thirds(positions)),
                biases=_biases(results, judge),
                to_move=tuple(_bias_to_move(part, judge) for part in _thirds(results)),
                resolution=resolution(results, judge),
                error_fits=_error_fits(positions, judge),
                mistakes=_mistakes(positions, judge),
                reliability=_reliability(results, judge),
                seconds=_seconds(player_lines, judge),
            )
            for judge in player_lines[0].evaluations
        ]
    return calibrations


def opening_accuracies(lines: Sequence[TrialResult]) -> dict[JudgeName, Accuracy]:
    opening_lines = _of_trial_kind(lines, "openings")
    judges = lines[0].evaluations if lines else ()
    accuracies = {judge: accuracy(opening_lines, judge) for judge in judges}
    return {judge: accuracy for judge, accuracy in accuracies.items() if accuracy is not None}


def _of_trial_kind(lines: Sequence[TrialResult], kind: TrialKind) -> list[TrialResult]:
    return [line for line in lines if line.kind == kind]


def _thirds(lines: Sequence[TrialResult]) -> list[list[TrialResult]]:
    thirds = [line.turn * GAME_PARTS // max(line.turns, 1) for line in lines]
    return [
        [line for line, line_third in zip(lines, thirds, strict=True) if line_third == third]
        for third in range(GAME_PARTS)
    ]


def accuracy(lines: Sequence[TrialResult], judge: JudgeName) -> Accuracy | None:
    if len(lines) < 2:
        return None
    pairs = [
        (predicted, true)
        for line in lines
        for predicted, true in zip(line.evaluations[judge], line.truth, strict=True)
    ]
    squares = fmean((predicted.share - true.share) ** 2 for predicted, true in pairs)
    noise = fmean((true.error / NORMAL_95) ** 2 for _, true in pairs)
    margins = fmean((predicted.margin - true.margin) ** 2 for predicted, true in pairs)
    margin_noise = fmean((true.margin_error / NORMAL_95) ** 2 for _, true in pairs)
    first_shares = [(line.evaluations[judge][0].share, line.truth[0].share) for line in lines]
    return Accuracy(
        len(lines),
        round(sqrt(max(squares - noise, 0)), 4),
        round(sqrt(max(margins - margin_noise, 0)), 2),
        round(_correlation(first_shares), 3),
    )


def _correlation(pairs: Sequence[tuple[float, float]]) -> float:
    """Return the correlation of pairs; 0 if either side does not vary."""
    first, second = zip(*pairs, strict=True)
    if len(set(first)) < 2 or len(set(second)) < 2:
        return 0.0
    return correlation(first, second)


def _biases(lines: Sequence[TrialResult], judge: JudgeName) -> tuple[Estimate, ...]:
    seats = len(lines[0].truth) if lines else 0
    biases = [mean([share_error(line, judge, seat) for line in lines]) for seat in range(seats)]
    return tuple(bias for bias in biases if bias is not None)


def _bias_to_move(lines: Sequence[TrialResult], judge: JudgeName) -> Estimate | None:
    return mean([share_error(line, judge, line.seat) for line in lines])


def share_error(line: TrialResult, judge: JudgeName, seat: int) -> float:
    return line.evaluations[judge][seat].share - line.truth[seat].share


def resolution(lines: Sequence[TrialResult], judge: JudgeName) -> float:
    if not lines:
        return 0.0
    residual = total = 0.0
    for seat in range(len(lines[0].truth)):
        results = [line.truth[seat].share for line in lines]
        predictions = [line.evaluations[judge][seat].share for line in lines]
        mean_result = fmean(results)
        residual += fmean((x - y) ** 2 for x, y in zip(results, predictions, strict=True))
        total += fmean((result - mean_result) ** 2 for result in results)
    return round(1 - residual / total, 4) if total else 0.0


def _figure_errors(line: TrialResult, judge: JudgeName, figure: Figure) -> Iterator[FigureError]:
    for predicted, true in zip(line.evaluations[judge], line.truth, strict=True):
        if figure == "chance":
            sampling = hypot(predicted.error, true.error)
            spread = sqrt(predicted.share * (1 - predicted.share))
            yield FigureError(predicted.share - true.share, sampling, spread)
        elif figure == "margin" and predicted.margin_error:
            sampling = hypot(predicted.margin_error, true.margin_error)
            yield FigureError(predicted.margin - true.margin, sampling, 1.0)
    judge_differences = line.differences.get(judge, Differences())
    differences: Sequence[Difference] = ()
    if figure == "luck":
        differences = judge_differences.luck
    elif figure == "loss" and judge_differences.loss is not None:
        differences = [judge_differences.loss]
    for difference in differences:
        yield FigureError(
            difference.predicted - difference.truth,
            hypot(difference.error, difference.truth_error),
            difference.spread,
        )


def _relative_error(errors: Sequence[FigureError]) -> float:
    """Return the standard error in units of the spread, without the sampling error."""
    squares = sum(error.error**2 - (error.sampling / NORMAL_95) ** 2 for error in errors)
    spread = sum(error.spread**2 for error in errors)
    return round(sqrt(max(squares, 0.0) / spread), 4) if spread else 0.0


def _error_fits(lines: Sequence[TrialResult], judge: JudgeName) -> dict[Figure, ErrorModelFit]:
    fits: dict[Figure, ErrorModelFit] = {}
    for figure in FIGURES:
        halves = [
            [error for line in lines[half::2] for error in _figure_errors(line, judge, figure)]
            for half in range(2)
        ]
        errors = [error for half in halves for error in half]
        if errors:
            # Each half is checked with the relative error of the other half.
            relative_errors = map(_relative_error, reversed(halves))
            coverage = [
                abs(error.error) <= hypot(error.sampling, NORMAL_95 * relative * error.spread)
                for half, relative in zip(halves, relative_errors, strict=True)
                for error in half
            ]
            covered = round(fmean(coverage), 3)
            fits[figure] = ErrorModelFit(len(errors), _relative_error(errors), covered)
    return fits


def _mistakes(lines: Sequence[TrialResult], judge: JudgeName) -> MistakeCheck | None:
    if judge not in BUDGETS:
        return None
    optional_losses = [line.differences[judge].loss for line in lines]
    losses = [loss for loss in optional_losses if loss is not None]
    errors = [error for line in lines for error in _figure_errors(line, judge, "loss")]
    relative = NORMAL_95 * _relative_error(errors)
    mistakes = [
        loss for loss in losses if loss.predicted > hypot(loss.error, relative * loss.spread)
    ]
    return MistakeCheck(
        compared=len(losses),
        mistakes=len(mistakes),
        predicted_loss=round(fmean(loss.predicted for loss in mistakes), 4) if mistakes else 0.0,
        true_loss=round(fmean(loss.truth for loss in mistakes), 4) if mistakes else 0.0,
        better=sum(loss.truth < 0 for loss in mistakes),
    )


def measured_errors(weights: str, calibrations: Sequence[Calibration]) -> MeasuredErrors:
    return MeasuredErrors(
        weights,
        tuple(
            BudgetErrors(
                budget.field,
                budget.nodes,
                budget.horizon,
                {
                    calibration.players: ErrorModel(
                        **{figure: _figure_error(calibration, figure) for figure in FIGURES}
                    )
                    for calibration in calibrations
                    if calibration.judge == judge
                },
            )
            for judge, budget in BUDGETS.items()
            if any(calibration.judge == judge for calibration in calibrations)
        ),
    )


def _figure_error(calibration: Calibration, figure: Figure) -> float:
    fit = calibration.error_fits.get(figure)
    return 0.0 if fit is None else fit.relative_error


def _reliability(lines: Sequence[TrialResult], judge: JudgeName) -> tuple[ReliabilityBin, ...]:
    bins: list[list[tuple[float, float]]] = [[] for _ in range(BIN_COUNT)]
    for line in lines:
        for predicted, true in zip(line.evaluations[judge], line.truth, strict=True):
            index = min(int(predicted.share * BIN_COUNT), BIN_COUNT - 1)
            bins[index].append((predicted.share, true.share))
    reliability = []
    for pairs in bins:
        won = mean([true for _, true in pairs])
        if won is not None:
            predicted_mean = fmean(predicted for predicted, _ in pairs)
            reliability.append(ReliabilityBin(round(predicted_mean, 4), won))
    return tuple(reliability)


def _seconds(lines: Sequence[TrialResult], judge: JudgeName) -> float:
    return round(fmean(line.seconds.get(judge, 0.0) for line in lines), 3)
