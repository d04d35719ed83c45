"""The report of a calibration: errors, biases, reliability and correlation of the judges.

An error is the judge's share of the win minus the true share.  The root mean square of the errors
excludes the sampling error of the games that show the truth, but includes that of the judge.  The
part of the errors that no sampling explains is estimated separately, for chances, margins and
differences.
"""

from collections.abc import Iterator, Sequence
from math import hypot, sqrt
from statistics import correlation, fmean
from typing import Final, Literal, NamedTuple, TypeAlias, get_args

import msgspec

from redcathedral.ai.analysis.error_model import BudgetErrors, ErrorModel, MeasuredErrors
from redcathedral.ai.analysis.judge import DEEP, QUICK
from redcathedral.ai.analysis.sample import NORMAL_95
from redcathedral.lab.arena.estimate import Estimate, mean
from redcathedral.lab.calibration.trials import Difference, SeatEvaluation, TrialKind, TrialResult

GAME_PARTS: Final = 3  # the game is divided into thirds
BIN_COUNT: Final = 10  # bins of the predicted share

JudgeName: TypeAlias = Literal["network", "quick", "deep"]
JUDGES: Final[tuple[JudgeName, ...]] = get_args(JudgeName)
DIFFERENCE_INDEX: Final[dict[JudgeName, int]] = {"quick": 0, "deep": 1}  # of a judge in TrialResult
Figure: TypeAlias = Literal["chance", "margin", "loss", "luck"]  # figures with an error
FIGURES: Final[tuple[Figure, ...]] = get_args(Figure)


class Accuracy(msgspec.Struct, frozen=True):
    """The errors of a judge at some positions, in shares of the win and in prestige."""

    positions: int
    rms: float
    margin_rms: float
    correlation: float


class ReliabilityBin(msgspec.Struct, frozen=True):
    """The mean predicted share of the predictions in a bin, and the share that was won."""

    said: float
    won: Estimate


class FigureError(NamedTuple):
    """The error of difference figure.

    ``sampling`` is half of the 95 % interval by sampling, of the judge and of the games together;
    the rest of the error is assumed to be proportional to ``spread``.
    """

    error: float
    sampling: float
    spread: float


class ErrorModelFit(msgspec.Struct, frozen=True):
    """The error of a judge for difference kind of figure, without the sampling errors.

    ``covered`` is the share of 95 % intervals of an analysis that contain the truth, where the
    error model of difference half of the trials is tested on the other half.
    """

    figures: int
    doubt: float
    covered: float


class MistakeCheck(msgspec.Struct, frozen=True):
    """Checks the turns that the judge calls mistakes.

    ``compared`` turns were compared with the judge's best; ``mistakes`` of them are mistakes to it.
    These cost ``said`` on average by its evaluation, and ``true`` by the games; ``contrary`` of
    them were in truth better than its best.
    """

    compared: int
    mistakes: int
    said: float
    true: float
    contrary: int


class Calibration(msgspec.Struct, frozen=True):
    """All figures of a judge for a number of players.

    ``phases`` has the accuracy in each third of a game.  ``biases`` are the mean errors against
    the results of games, for each seat, and ``to_move`` those of the seat to move, for each third
    (None if there are too few).  ``resolution`` is the Brier skill score: by what part the mean
    square of (result - prediction) is smaller than that of (result - mean result).  ``seconds`` is
    the mean time for a position.
    """

    players: int
    judge: JudgeName
    all: Accuracy | None
    phases: tuple[Accuracy | None, ...]
    biases: tuple[Estimate, ...]
    to_move: tuple[Estimate | None, ...]
    resolution: float
    trust: dict[Figure, ErrorModelFit]
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
                all=_accuracy(positions, judge),
                phases=tuple(_accuracy(part, judge) for part in _thirds(positions)),
                biases=_biases(results, judge),
                to_move=tuple(_bias_to_move(part, judge) for part in _thirds(results)),
                resolution=_resolution(results, judge),
                trust=_error_fits(positions, judge),
                mistakes=_mistakes(positions, judge),
                reliability=_reliability(results, judge),
                seconds=_seconds(player_lines, judge),
            )
            for judge in JUDGES
        ]
    return calibrations


def openings(lines: Sequence[TrialResult]) -> dict[JudgeName, Accuracy]:
    opening_lines = _of_trial_kind(lines, "openings")
    accuracies = {judge: _accuracy(opening_lines, judge) for judge in JUDGES}
    return {judge: accuracy for judge, accuracy in accuracies.items() if accuracy is not None}


def evaluations(line: TrialResult, judge: JudgeName) -> Sequence[SeatEvaluation]:
    return {"network": line.network, "quick": line.quick, "deep": line.deep}[judge]


def _of_trial_kind(lines: Sequence[TrialResult], kind: TrialKind) -> list[TrialResult]:
    return [line for line in lines if line.kind == kind]


def _thirds(lines: Sequence[TrialResult]) -> list[list[TrialResult]]:
    thirds = [line.turn * GAME_PARTS // max(line.turns, 1) for line in lines]
    return [
        [line for line, line_third in zip(lines, thirds, strict=True) if line_third == third]
        for third in range(GAME_PARTS)
    ]


def _accuracy(lines: Sequence[TrialResult], judge: JudgeName) -> Accuracy | None:
    if len(lines) < 2:
        return None
    pairs = [
        (said, truth)
        for line in lines
        for said, truth in zip(evaluations(line, judge), line.truth, strict=True)
    ]
    squares = fmean((said.share - truth.share) ** 2 for said, truth in pairs)
    noise = fmean((truth.error / NORMAL_95) ** 2 for _, truth in pairs)
    margins = fmean((said.margin - truth.margin) ** 2 for said, truth in pairs)
    margin_noise = fmean((truth.margin_error / NORMAL_95) ** 2 for _, truth in pairs)
    first = [(evaluations(line, judge)[0].share, line.truth[0].share) for line in lines]
    return Accuracy(
        len(lines),
        round(sqrt(max(squares - noise, 0)), 4),
        round(sqrt(max(margins - margin_noise, 0)), 2),
        round(_correlation(first), 3),
    )


def _correlation(pairs: Sequence[tuple[float, float]]) -> float:
    """Return the correlation of pairs; 0 if either side does not vary."""
    said, true = zip(*pairs, strict=True)
    if len(set(said)) < 2 or len(set(true)) < 2:
        return 0.0
    return correlation(said, true)


def _biases(lines: Sequence[TrialResult], judge: JudgeName) -> tuple[Estimate, ...]:
    seats = len(lines[0].truth) if lines else 0
    seat_biases = [mean([_excess(line, judge, seat) for line in lines]) for seat in range(seats)]
    return tuple(difference for difference in seat_biases if difference is not None)


def _bias_to_move(lines: Sequence[TrialResult], judge: JudgeName) -> Estimate | None:
    return mean([_excess(line, judge, line.seat) for line in lines])


def _excess(line: TrialResult, judge: JudgeName, seat: int) -> float:
    return evaluations(line, judge)[seat].share - line.truth[seat].share


def _resolution(lines: Sequence[TrialResult], judge: JudgeName) -> float:
    if not lines:
        return 0.0
    residual = total = 0.0
    for seat in range(len(lines[0].truth)):
        won = [line.truth[seat].share for line in lines]
        said = [evaluations(line, judge)[seat].share for line in lines]
        base = fmean(won)
        residual += fmean(
            (share - estimate) ** 2 for share, estimate in zip(won, said, strict=True)
        )
        total += fmean((share - base) ** 2 for share in won)
    return round(1 - residual / total, 4) if total else 0.0


def _figure_errors(line: TrialResult, judge: JudgeName, figure: Figure) -> Iterator[FigureError]:
    for said, truth in zip(evaluations(line, judge), line.truth, strict=True):
        if figure == "chance":
            sampled = hypot(said.error, truth.error)
            yield FigureError(
                said.share - truth.share, sampled, sqrt(said.share * (1 - said.share))
            )
        elif figure == "margin" and said.margin_error:
            sampled = hypot(said.margin_error, truth.margin_error)
            yield FigureError(said.margin - truth.margin, sampled, 1.0)
    if judge in DIFFERENCE_INDEX:
        measured = line.differences[DIFFERENCE_INDEX[judge]]
        differences: Sequence[Difference] = ()
        if figure == "luck":
            differences = measured.luck
        elif figure == "loss" and measured.loss is not None:
            differences = [measured.loss]
        for difference in differences:
            yield FigureError(
                difference.said - difference.truth,
                hypot(difference.error, difference.truth_error),
                difference.spread,
            )


def _unexplained_error(errors: Sequence[FigureError]) -> float:
    """Return the standard error without the sampling error, in units of the spread."""
    squares = sum(error.error**2 - (error.sampling / NORMAL_95) ** 2 for error in errors)
    spread = sum(error.spread**2 for error in errors)
    return round(sqrt(max(squares, 0.0) / spread), 4) if spread else 0.0


def _error_fits(lines: Sequence[TrialResult], judge: JudgeName) -> dict[Figure, ErrorModelFit]:
    found: dict[Figure, ErrorModelFit] = {}
    for figure in FIGURES:
        halves = [
            [error for line in lines[half::2] for error in _figure_errors(line, judge, figure)]
            for half in range(2)
        ]
        every = [error for half in halves for error in half]
        if every:
            held = [
                abs(error.error) <= hypot(error.sampling, NORMAL_95 * doubt * error.spread)
                for half, doubt in zip(
                    halves, map(_unexplained_error, reversed(halves)), strict=True
                )
                for error in half
            ]
            found[figure] = ErrorModelFit(
                len(every), _unexplained_error(every), round(fmean(held), 3)
            )
    return found


def _mistakes(lines: Sequence[TrialResult], judge: JudgeName) -> MistakeCheck | None:
    if judge not in DIFFERENCE_INDEX:
        return None
    pairs = [line.differences[DIFFERENCE_INDEX[judge]].loss for line in lines]
    losses = [loss for loss in pairs if loss is not None]
    doubt = _unexplained_error(
        [error for line in lines for error in _figure_errors(line, judge, "loss")]
    )
    mistakes = [
        loss for loss in losses if loss.said > hypot(loss.error, NORMAL_95 * doubt * loss.spread)
    ]
    return MistakeCheck(
        compared=len(losses),
        mistakes=len(mistakes),
        said=round(fmean(loss.said for loss in mistakes), 4) if mistakes else 0.0,
        true=round(fmean(loss.truth for loss in mistakes), 4) if mistakes else 0.0,
        contrary=sum(loss.truth < 0 for loss in mistakes),
    )


def doubts(weights: str, found: Sequence[Calibration]) -> MeasuredErrors:
    return MeasuredErrors(
        weights,
        tuple(
            BudgetErrors(
                effort.nodes,
                effort.horizon,
                {
                    calibration.players: ErrorModel(
                        **{figure: _of_kind(calibration, figure) for figure in FIGURES}
                    )
                    for calibration in found
                    if calibration.judge == judge
                },
            )
            for judge, effort in (("quick", QUICK), ("deep", DEEP))
        ),
    )


def _of_kind(calibration: Calibration, figure: Figure) -> float:
    return calibration.trust[figure].doubt if figure in calibration.trust else 0.0


def _reliability(lines: Sequence[TrialResult], judge: JudgeName) -> tuple[ReliabilityBin, ...]:
    bins: list[list[tuple[float, float]]] = [[] for _ in range(BIN_COUNT)]
    for line in lines:
        for said, truth in zip(evaluations(line, judge), line.truth, strict=True):
            index = min(int(said.share * BIN_COUNT), BIN_COUNT - 1)
            bins[index].append((said.share, truth.share))
    reliability = []
    for pairs in bins:
        won = mean([true for _, true in pairs])
        if won is not None:
            reliability.append(ReliabilityBin(round(fmean(said for said, _ in pairs), 4), won))
    return tuple(reliability)


def _seconds(lines: Sequence[TrialResult], judge: JudgeName) -> float:
    if judge not in DIFFERENCE_INDEX:
        return 0.0
    return round(fmean(line.seconds[DIFFERENCE_INDEX[judge]] for line in lines), 3)
