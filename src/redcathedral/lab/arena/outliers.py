"""What looks off in an edition: rules that pick outliers from the statistics.

A figure is *off* where its whole interval lies further than a stated limit from where it would be
in a balanced game.  So many intervals are looked at together that some of 95 % would be off by
chance; so theirs are wider (Bonferroni): all of them hold at once with 95 %.
"""

from collections.abc import Iterator, Sequence
from enum import Enum
from statistics import NormalDist, fmean
from typing import Final, NamedTuple

import msgspec

from redcathedral.ai.ratings.rating import wilson_interval
from redcathedral.lab.arena.estimate import DIGITS, Estimate
from redcathedral.lab.arena.statistics import ALL, MODES_BY_TABLE, SOLO, ComponentWorth, Statistics

CONFIDENCE: Final = 0.95


class Measure(Enum):
    """What is looked at."""

    SEAT = "seat"  # its share of wins less the even share
    CARD = "influence"  # total, or in a solo game the margin, with it less without it
    TILE = "tile"  # how far ahead a seat with it is, less the mean of all tiles
    PLAN = "plan"  # total, or in a solo game the margin, with it less without it
    LENGTH = "plan-turns"  # turns with it less without it, as a share of all games' turns


# How far from 0 is too far: in prestige, or as a share.
LIMITS: Final = {
    Measure.SEAT: 0.03,
    Measure.CARD: 1.0,
    Measure.TILE: 2.0,
    Measure.PLAN: 2.0,
    Measure.LENGTH: 0.1,
}


class Finding(msgspec.Struct, frozen=True):
    """A figure measured from where it should be, with the wider interval; seats count from 0."""

    rule: Measure
    id: str
    mark: str
    tables: str
    value: float
    low: float
    high: float

    @property
    def is_off(self) -> bool:
        limit = LIMITS[self.rule]
        return self.low > limit or self.high < -limit


class Outliers(msgspec.Struct, frozen=True):
    """How many intervals were looked at, how wide they are, which are off, and capped games."""

    intervals: int
    errors: float
    off: list[Finding]
    capped: dict[str, int]


class OutlierReport(msgspec.Struct, frozen=True):
    """The statistics and the review of them."""

    statistics: Statistics
    review: Outliers


def review(statistics: Statistics) -> Outliers:
    looked = list(_figures(statistics))
    errors = NormalDist().inv_cdf(1 - (1 - CONFIDENCE) / (2 * max(len(looked), 1)))
    found = [_finding(figure, errors) for figure in looked]
    capped = {entry.mode: entry.capped for entry in statistics.modes if entry.capped}
    off = [finding for finding in found if finding.is_off]
    off.sort(key=lambda finding: -abs(finding.value) / LIMITS[finding.rule])
    return Outliers(len(found), round(errors, 2), off, capped)


class _Figure(NamedTuple):
    rule: Measure
    id: str
    mark: str
    tables: str
    found: Estimate
    usual: float = 0.0


def _finding(figure: _Figure, errors: float) -> Finding:
    """A figure from where it should be; the interval of a share is Wilson's, the wide one too."""
    rule, name, mark, tables, found, usual = figure
    low, high = found.wider(errors)
    if rule is Measure.SEAT:
        low, high = wilson_interval(found.value * found.games, found.games, errors)
    value, low, high = (round(part - usual, DIGITS) for part in (found.value, low, high))
    return Finding(rule, name, mark, tables, value, low, high)


def _figures(statistics: Statistics) -> Iterator[_Figure]:
    for entry in statistics.modes:
        for seat in entry.seats:
            even = 1 / len(entry.seats)
            yield _Figure(Measure.SEAT, str(seat.seat), "", entry.mode, seat.won, even)
    for tables in (ALL, SOLO):
        for worth, figure in _prestige(statistics.influence, tables):
            yield _Figure(Measure.CARD, worth.id, worth.mark, tables, figure)
        tiles = list(_prestige(statistics.tiles, tables))
        for worth, figure in tiles:
            usual = fmean(other.value for _, other in tiles)
            yield _Figure(Measure.TILE, worth.id, worth.mark, tables, figure, usual)
    for tables, modes in MODES_BY_TABLE.items():
        for worth, figure in _prestige(statistics.plans, tables):
            yield _Figure(Measure.PLAN, worth.id, worth.mark, tables, figure)
            names = {str(mode) for mode in modes}
            means = [entry.turns.mean for entry in statistics.modes if entry.mode in names]
            usual = fmean(entry.value for entry in means if entry is not None)
            if worth.turns is not None:
                turns = worth.turns.of(usual)
                yield _Figure(Measure.LENGTH, worth.id, worth.mark, tables, turns)


def _prestige(
    worths: Sequence[ComponentWorth], tables: str
) -> Iterator[tuple[ComponentWorth, Estimate]]:
    """What components are worth at some tables: in prestige, against Ivan in that of the margin."""
    for worth in worths:
        figure = worth.margin if tables == SOLO else worth.total
        if worth.tables == tables and figure is not None:
            yield worth, figure
