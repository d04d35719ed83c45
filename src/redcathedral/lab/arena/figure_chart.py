"""Ratings, or other figures, as a picture: a point with its interval for each, in SVG."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from redcathedral import chart
from redcathedral.chart import ACCENT_COLOR, GRID_COLOR, MARGIN, WIDTH
from redcathedral.lab.arena.estimate import Estimate
from redcathedral.lab.arena.ladder import Standing

ROW: Final = 26
HEAD: Final = 34  # above the rows of a panel
FOOT: Final = 40  # below them, with the scale
SIGN: Final = 7.5  # width of a letter, roughly


@dataclass(frozen=True)
class Panel:
    """Figures below one another, by name, under a title."""

    title: str
    figures: Mapping[str, Estimate]


def standings_panel(title: str, standings: Sequence[Standing]) -> Panel:
    ratings = {one.bot: Estimate(one.rating, one.low, one.high, one.games) for one in standings}
    return Panel(title, ratings)


def plot(panels: Sequence[Panel]) -> str:
    figures = [figure for panel in panels for figure in panel.figures.values()]
    ticks = _ticks(min(figure.low for figure in figures), max(figure.high for figure in figures))
    left = MARGIN + SIGN * (max(len(name) for panel in panels for name in panel.figures) + 1)

    def at(value: float) -> str:
        share = (value - ticks[0]) / (ticks[-1] - ticks[0])
        return f"{left + share * (WIDTH - MARGIN - left):.1f}"

    parts: list[str] = []
    top = float(MARGIN)
    for panel in panels:
        parts += _panel(panel, ticks, at, top)
        top += HEAD + ROW * len(panel.figures) + FOOT
    return chart.svg(round(top), parts)


def _ticks(low: float, high: float) -> list[int]:
    """Round numbers, at most ten steps, that have all of it between them."""
    step = chart.axis_step(high - low, 8)
    first = int(low // step)
    last = max(int(-(-high // step)), first + 1)
    return [number * step for number in range(first, last + 1)]


def _panel(panel: Panel, ticks: Sequence[int], at: Callable[[float], str], top: float) -> list[str]:
    rows = top + HEAD
    bottom = rows + ROW * len(panel.figures)
    parts = [chart.text(MARGIN, top + 14, panel.title, bold=True)]
    for tick in ticks:
        x, number = at(tick), str(tick).replace("-", "−")
        parts.append(
            chart.path(f"M{x} {rows - 8:g}V{bottom:g}", GRID_COLOR)
            + chart.text(x, bottom + 16, number, "middle")
        )
    for row, (name, figure) in enumerate(panel.figures.items()):
        y = rows + ROW * row + 6
        interval = f"M{at(figure.low)} {y:g}H{at(figure.high)}"
        told = f"{figure.value:g} ({figure.low:g} to {figure.high:g})"
        parts.append(
            chart.text(MARGIN, y + 4, name)
            + chart.path(interval, ACCENT_COLOR, ' stroke-width="2"')
            + chart.point(at(figure.value), f"{y:g}", 4, ACCENT_COLOR, told)
        )
    return parts
