"""Ratings, or other figures, as a picture: a point with its interval for each, in SVG."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from redcathedral import chart
from redcathedral.arena.ladder import Standing
from redcathedral.chart import FAINT, MARGIN, MARK, WIDTH

ROW: Final = 26
HEAD: Final = 34  # above the rows of a panel
FOOT: Final = 40  # below them, with the scale
SIGN: Final = 7.5  # width of a letter, roughly


@dataclass(frozen=True)
class Point:
    """A figure with its interval, under a name."""

    name: str
    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Panel:
    """Figures below one another, under a title."""

    title: str
    points: Sequence[Point]


def standings_panel(title: str, standings: Sequence[Standing]) -> Panel:
    """The ratings with one number of players."""
    return Panel(title, [Point(one.bot, one.rating, one.low, one.high) for one in standings])


def plot(panels: Sequence[Panel]) -> str:
    """All panels below one another, on one scale."""
    points = [point for panel in panels for point in panel.points]
    ticks = _ticks(min(point.low for point in points), max(point.high for point in points))
    left = MARGIN + SIGN * (max(len(point.name) for point in points) + 1)
    scale = _Scale(left, WIDTH - MARGIN, ticks)
    parts: list[str] = []
    top = float(MARGIN)
    for panel in panels:
        parts += _panel(panel, scale, top)
        top += HEAD + ROW * len(panel.points) + FOOT
    return chart.svg(round(top), parts)


@dataclass(frozen=True)
class _Scale:
    """Where a value stands between two edges."""

    left: float
    right: float
    ticks: Sequence[int]

    def at(self, value: float) -> str:
        first, last = self.ticks[0], self.ticks[-1]
        return f"{self.left + (value - first) / (last - first) * (self.right - self.left):.1f}"


def _ticks(low: float, high: float) -> list[int]:
    """Round numbers, at most ten steps, that have all of it between them."""
    step = chart.step(high - low, 8)
    first = int(low // step)
    last = max(int(-(-high // step)), first + 1)
    return [number * step for number in range(first, last + 1)]


def _panel(panel: Panel, scale: _Scale, top: float) -> list[str]:
    rows = top + HEAD
    bottom = rows + ROW * len(panel.points)
    parts = [chart.text(MARGIN, top + 14, panel.title, bold=True)]
    for tick in scale.ticks:
        x, number = scale.at(tick), str(tick).replace("-", "−")
        parts.append(
            chart.line(f"M{x} {rows - 8:g}V{bottom:g}", FAINT)
            + chart.text(x, bottom + 16, number, "middle")
        )
    for row, point in enumerate(panel.points):
        y = rows + ROW * row + 6
        interval = f"M{scale.at(point.low)} {y:g}H{scale.at(point.high)}"
        told = f"{point.value:g} ({point.low:g} to {point.high:g})"
        parts.append(
            chart.text(MARGIN, y + 4, point.name)
            + chart.line(interval, MARK, ' stroke-width="2"')
            + chart.point(scale.at(point.value), f"{y:g}", 4, MARK, told)
        )
    return parts
