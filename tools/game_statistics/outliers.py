"""Find outliers in the statistics: seats, cards, tiles and plans that seem unbalanced.

A figure is an outlier if its whole interval is further than a limit from its baseline, the value
in a balanced game.  Among hundreds of 95 % intervals, some would be outliers at random.  So all are
widened until, with a probability of 95 %, every one contains the true value (Bonferroni).
"""

from collections.abc import Iterator, Sequence
from enum import Enum
from statistics import NormalDist, fmean
from typing import Final, NamedTuple

import msgspec

from redcathedral.ai.ratings.rating import wilson_interval
from redcathedral.lab.arena.estimate import DIGITS, Estimate
from tools.game_statistics.figures import ALL, MODES_BY_TABLE, SOLO, ComponentWorth, Statistics
from tools.game_statistics.samples import divided, interval

CONFIDENCE: Final = 0.95


class Measure(Enum):
    """The kinds of figures that are examined."""

    SEAT = "seat"  # share of wins, minus an equal share
    CARD = "influence"  # mean total (solo: margin) with the card, minus that without it
    TILE = "tile"  # lead of a seat with the tile, minus the mean lead of all tiles
    PLAN = "plan"  # mean total (solo: margin) with the plan, minus that without it
    PLAN_TURNS = "plan-turns"  # the same for turns, as a share of the mean number of turns


# The largest distance from the baseline in a balanced game, in prestige or as a share.
LIMITS: Final = {
    Measure.SEAT: 0.03,
    Measure.CARD: 1.0,
    Measure.TILE: 2.0,
    Measure.PLAN: 2.0,
    Measure.PLAN_TURNS: 0.1,
}


class Finding(msgspec.Struct, frozen=True):
    """A figure minus its baseline, with the widened interval.  The id of a seat counts from 0."""

    measure: Measure = msgspec.field(name="rule")
    id: str
    mark: str
    tables: str
    value: float
    low: float
    high: float

    @property
    def is_outlier(self) -> bool:
        limit = LIMITS[self.measure]
        return self.low > limit or self.high < -limit


class Outliers(msgspec.Struct, frozen=True):
    """The outliers among a number of intervals, each ``errors`` standard errors wide to each side.

    ``capped`` has for each mode the number of games that the cap on turns ended (R7.7).
    """

    intervals: int
    errors: float
    outliers: list[Finding] = msgspec.field(name="off")
    capped: dict[str, int]


class OutlierReport(msgspec.Struct, frozen=True):
    """The statistics and their outliers."""

    statistics: Statistics
    review: Outliers


def find_outliers(statistics: Statistics) -> Outliers:
    figures = list(_figures(statistics))
    errors = NormalDist().inv_cdf(1 - (1 - CONFIDENCE) / (2 * max(len(figures), 1)))
    findings = [_finding(figure, errors) for figure in figures]
    capped = {entry.mode: entry.capped for entry in statistics.modes if entry.capped}
    outliers = [finding for finding in findings if finding.is_outlier]
    outliers.sort(key=lambda finding: -abs(finding.value) / LIMITS[finding.measure])
    return Outliers(len(findings), round(errors, 2), outliers, capped)


class _Figure(NamedTuple):
    measure: Measure
    id: str
    mark: str
    tables: str
    estimate: Estimate
    baseline: float = 0.0


def _finding(figure: _Figure, errors: float) -> Finding:
    """Subtract the baseline, and widen the interval; a share has Wilson's interval."""
    measure, name, mark, tables, estimate, baseline = figure
    low, high = interval(estimate, errors)
    if measure is Measure.SEAT:
        low, high = wilson_interval(estimate.value * estimate.games, estimate.games, errors)
    value, low, high = (round(x - baseline, DIGITS) for x in (estimate.value, low, high))
    return Finding(measure, name, mark, tables, value, low, high)


def _figures(statistics: Statistics) -> Iterator[_Figure]:
    for entry in statistics.modes:
        for seat in entry.seats:
            equal_share = 1 / len(entry.seats)
            yield _Figure(Measure.SEAT, str(seat.seat), "", entry.mode, seat.won, equal_share)
    for tables in (ALL, SOLO):
        for worth, figure in _worths_in_prestige(statistics.influence, tables):
            yield _Figure(Measure.CARD, worth.id, worth.mark, tables, figure)
        tiles = list(_worths_in_prestige(statistics.tiles, tables))
        for worth, figure in tiles:
            baseline = fmean(other.value for _, other in tiles)
            yield _Figure(Measure.TILE, worth.id, worth.mark, tables, figure, baseline)
    for tables, modes in MODES_BY_TABLE.items():
        for worth, figure in _worths_in_prestige(statistics.plans, tables):
            yield _Figure(Measure.PLAN, worth.id, worth.mark, tables, figure)
            names = {str(mode) for mode in modes}
            means = [entry.turns.mean for entry in statistics.modes if entry.mode in names]
            mean_turns = fmean(entry.value for entry in means if entry is not None)
            if worth.turns is not None:
                turns = divided(worth.turns, mean_turns)
                yield _Figure(Measure.PLAN_TURNS, worth.id, worth.mark, tables, turns)


def _worths_in_prestige(
    worths: Sequence[ComponentWorth], tables: str
) -> Iterator[tuple[ComponentWorth, Estimate]]:
    """Yield components with their effect on the total, or in solo games on the margin."""
    for worth in worths:
        figure = worth.margin if tables == SOLO else worth.total
        if worth.tables == tables and figure is not None:
            yield worth, figure
