"""What the trials say of a judge: errors, biases, reliability, correlation.

An error is the judge's share of the win less the true one.  Of the root of the mean square of the
errors only the sampling error of the games played on is taken away: the judge's own counts.  What
of the errors no sampling explains is the doubt, of chances, of margins and of differences.
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
from redcathedral.lab.calibration.trials import Difference, Kind, SeatEvaluation, TrialResult

PHASES: Final = 3  # parts of a game
BINS: Final = 10  # of what was said

JudgeName: TypeAlias = Literal["network", "quick", "deep"]
JUDGES: Final[tuple[JudgeName, ...]] = get_args(JudgeName)
SPEEDS: Final[dict[JudgeName, int]] = {"quick": 0, "deep": 1}  # those asked about differences
Figure: TypeAlias = Literal["chance", "margin", "loss", "luck"]  # what is told with an error
FIGURES: Final[tuple[Figure, ...]] = get_args(Figure)


class Accuracy(msgspec.Struct, frozen=True):
    """How far a judge is off at some positions, in shares of the win and in prestige."""

    positions: int
    rms: float
    margin_rms: float
    correlation: float


class Bin(msgspec.Struct, frozen=True):
    """What was said between two tenths, on average, and what came of it."""

    said: float
    won: Estimate


class Miss(NamedTuple):
    """A figure that was told.

    ``off`` it was by so much, half of the 95 % interval by sampling is ``sampled``, the judge's and
    that of the games played on, and ``spread`` is what the doubt is in proportion to.
    """

    off: float
    sampled: float
    spread: float


class Trust(msgspec.Struct, frozen=True):
    """How far the judge is off with one kind of figure, the sampling of both sides apart.

    ``covered`` is how many of the 95 % intervals that an analysis tells hold the truth, with the
    doubt as the other half of the trials has it.
    """

    figures: int
    doubt: float
    covered: float


class Mistakes(msgspec.Struct, frozen=True):
    """Of so many turns compared with the best that the judge found, those it told as mistakes.

    ``said`` and ``true`` are what these cost in the mean, and ``contrary`` are those that were
    worth more than the best.
    """

    compared: int
    told: int
    said: float
    true: float
    contrary: int


class Calibration(msgspec.Struct, frozen=True):
    """All figures of a judge with so many people; ``phases`` are the thirds of a game.

    ``biases`` are the mean errors against the results of games, for each seat, and ``to_move``
    those of the seat to move, for each third (None where there are too few).  ``resolution`` is
    how much less the mean square of (result - said) is than that of (result - mean result), as a
    part of it (the Brier skill score).  ``seconds`` are the mean for a position.
    """

    players: int
    judge: JudgeName
    all: Accuracy | None
    phases: tuple[Accuracy | None, ...]
    biases: tuple[Estimate, ...]
    to_move: tuple[Estimate | None, ...]
    resolution: float
    trust: dict[Figure, Trust]
    mistakes: Mistakes | None
    reliability: tuple[Bin, ...]
    seconds: float


def build_report(lines: Sequence[TrialResult]) -> list[Calibration]:
    found = []
    for players in dict.fromkeys(line.players for line in lines):
        there = [line for line in lines if line.players == players]
        positions = _of(there, "positions")
        results = _of(there, "results")
        found += [
            Calibration(
                players=players,
                judge=judge,
                all=_accuracy(positions, judge),
                phases=tuple(_accuracy(part, judge) for part in _thirds(positions)),
                biases=_biases(results, judge),
                to_move=tuple(_bias_to_move(part, judge) for part in _thirds(results)),
                resolution=_resolution(results, judge),
                trust=_trust(positions, judge),
                mistakes=_mistakes(positions, judge),
                reliability=_reliability(results, judge),
                seconds=_seconds(there, judge),
            )
            for judge in JUDGES
        ]
    return found


def openings(lines: Sequence[TrialResult]) -> dict[JudgeName, Accuracy]:
    there = _of(lines, "openings")
    found = {judge: _accuracy(there, judge) for judge in JUDGES}
    return {judge: one for judge, one in found.items() if one is not None}


def evaluations(line: TrialResult, judge: JudgeName) -> Sequence[SeatEvaluation]:
    return {"network": line.network, "quick": line.quick, "deep": line.deep}[judge]


def _of(lines: Sequence[TrialResult], kind: Kind) -> list[TrialResult]:
    return [line for line in lines if line.kind == kind]


def _thirds(lines: Sequence[TrialResult]) -> list[list[TrialResult]]:
    places = [line.turn * PHASES // max(line.turns, 1) for line in lines]
    return [
        [line for line, place in zip(lines, places, strict=True) if place == third]
        for third in range(PHASES)
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
    """Of the first seats' shares; 0 where either does not vary."""
    said, true = zip(*pairs, strict=True)
    if len(set(said)) < 2 or len(set(true)) < 2:
        return 0.0
    return correlation(said, true)


def _biases(lines: Sequence[TrialResult], judge: JudgeName) -> tuple[Estimate, ...]:
    seats = len(lines[0].truth) if lines else 0
    found = [mean([_excess(line, judge, seat) for line in lines]) for seat in range(seats)]
    return tuple(one for one in found if one is not None)


def _bias_to_move(lines: Sequence[TrialResult], judge: JudgeName) -> Estimate | None:
    return mean([_excess(line, judge, line.seat) for line in lines])


def _excess(line: TrialResult, judge: JudgeName, seat: int) -> float:
    return evaluations(line, judge)[seat].share - line.truth[seat].share


def _resolution(lines: Sequence[TrialResult], judge: JudgeName) -> float:
    if not lines:
        return 0.0
    rest = whole = 0.0
    for seat in range(len(lines[0].truth)):
        won = [line.truth[seat].share for line in lines]
        said = [evaluations(line, judge)[seat].share for line in lines]
        base = fmean(won)
        rest += fmean((one - other) ** 2 for one, other in zip(won, said, strict=True))
        whole += fmean((one - base) ** 2 for one in won)
    return round(1 - rest / whole, 4) if whole else 0.0


def _misses(line: TrialResult, judge: JudgeName, figure: Figure) -> Iterator[Miss]:
    for said, truth in zip(evaluations(line, judge), line.truth, strict=True):
        if figure == "chance":
            sampled = hypot(said.error, truth.error)
            yield Miss(said.share - truth.share, sampled, sqrt(said.share * (1 - said.share)))
        elif figure == "margin" and said.margin_error:
            sampled = hypot(said.margin_error, truth.margin_error)
            yield Miss(said.margin - truth.margin, sampled, 1.0)
    if judge in SPEEDS:
        told = line.differences[SPEEDS[judge]]
        found: Sequence[Difference] = ()
        if figure == "luck":
            found = told.luck
        elif figure == "loss" and told.loss is not None:
            found = [told.loss]
        for one in found:
            yield Miss(one.said - one.truth, hypot(one.error, one.truth_error), one.spread)


def _doubt(misses: Sequence[Miss]) -> float:
    """One standard error, the sampling taken away, as a part of the spread."""
    squares = sum(miss.off**2 - (miss.sampled / NORMAL_95) ** 2 for miss in misses)
    spread = sum(miss.spread**2 for miss in misses)
    return round(sqrt(max(squares, 0.0) / spread), 4) if spread else 0.0


def _trust(lines: Sequence[TrialResult], judge: JudgeName) -> dict[Figure, Trust]:
    found: dict[Figure, Trust] = {}
    for figure in FIGURES:
        halves = [
            [miss for line in lines[half::2] for miss in _misses(line, judge, figure)]
            for half in range(2)
        ]
        every = [miss for half in halves for miss in half]
        if every:
            held = [
                abs(miss.off) <= hypot(miss.sampled, NORMAL_95 * doubt * miss.spread)
                for half, doubt in zip(halves, map(_doubt, reversed(halves)), strict=True)
                for miss in half
            ]
            found[figure] = Trust(len(every), _doubt(every), round(fmean(held), 3))
    return found


def _mistakes(lines: Sequence[TrialResult], judge: JudgeName) -> Mistakes | None:
    if judge not in SPEEDS:
        return None
    pairs = [line.differences[SPEEDS[judge]].loss for line in lines]
    losses = [loss for loss in pairs if loss is not None]
    doubt = _doubt([miss for line in lines for miss in _misses(line, judge, "loss")])
    told = [
        loss for loss in losses if loss.said > hypot(loss.error, NORMAL_95 * doubt * loss.spread)
    ]
    return Mistakes(
        len(losses),
        len(told),
        round(fmean(loss.said for loss in told), 4) if told else 0.0,
        round(fmean(loss.truth for loss in told), 4) if told else 0.0,
        sum(loss.truth < 0 for loss in told),
    )


def doubts(weights: str, found: Sequence[Calibration]) -> MeasuredErrors:
    return MeasuredErrors(
        weights,
        tuple(
            BudgetErrors(
                effort.nodes,
                effort.horizon,
                {
                    one.players: ErrorModel(**{figure: _of_kind(one, figure) for figure in FIGURES})
                    for one in found
                    if one.judge == judge
                },
            )
            for judge, effort in (("quick", QUICK), ("deep", DEEP))
        ),
    )


def _of_kind(one: Calibration, figure: Figure) -> float:
    return one.trust[figure].doubt if figure in one.trust else 0.0


def _reliability(lines: Sequence[TrialResult], judge: JudgeName) -> tuple[Bin, ...]:
    bins: list[list[tuple[float, float]]] = [[] for _ in range(BINS)]
    for line in lines:
        for said, truth in zip(evaluations(line, judge), line.truth, strict=True):
            place = min(int(said.share * BINS), BINS - 1)
            bins[place].append((said.share, truth.share))
    found = []
    for pairs in bins:
        won = mean([true for _, true in pairs])
        if won is not None:
            found.append(Bin(round(fmean(said for said, _ in pairs), 4), won))
    return tuple(found)


def _seconds(lines: Sequence[TrialResult], judge: JudgeName) -> float:
    if judge not in SPEEDS:
        return 0.0
    return round(fmean(line.seconds[SPEEDS[judge]] for line in lines), 3)
