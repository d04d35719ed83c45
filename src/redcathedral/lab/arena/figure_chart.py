"""Draw ratings or other figures in SVG: a row for each, with a point and its interval."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from redcathedral import chart
from redcathedral.chart import ACCENT_COLOR, GRID_COLOR, MARGIN, WIDTH
from redcathedral.lab.arena.estimate import Estimate
from redcathedral.lab.arena.ladder import Standing

ROW_HEIGHT: Final = 26
HEADER_HEIGHT: Final = 34  # pixels above the rows of a panel, for its title
FOOTER_HEIGHT: Final = 40  # pixels below the rows, for the scale
CHARACTER_WIDTH: Final = 7.5  # pixels, estimated


@dataclass(frozen=True)
class Panel:
    """Figures by name, with a title."""

    title: str
    figures: Mapping[str, Estimate]


def standings_panel(title: str, standings: Sequence[Standing]) -> Panel:
    ratings = {
        standing.bot: Estimate(standing.rating, standing.low, standing.high, standing.games)
        for standing in standings
    }
    return Panel(title, ratings)


def plot_figures(panels: Sequence[Panel]) -> str:
    figures = [figure for panel in panels for figure in panel.figures.values()]
    ticks = _ticks(min(figure.low for figure in figures), max(figure.high for figure in figures))
    left = MARGIN + CHARACTER_WIDTH * (
        max(len(name) for panel in panels for name in panel.figures) + 1
    )

    def x_of(value: float) -> str:
        share = (value - ticks[0]) / (ticks[-1] - ticks[0])
        return f"{left + share * (WIDTH - MARGIN - left):.1f}"

    parts: list[str] = []
    top = float(MARGIN)
    for panel in panels:
        parts += _panel_parts(panel, ticks, x_of, top)
        top += HEADER_HEIGHT + ROW_HEIGHT * len(panel.figures) + FOOTER_HEIGHT
    return chart.svg(round(top), parts)


def _ticks(low: float, high: float) -> list[int]:
    """Return round numbers in at most ten steps; the first and the last enclose both values."""
    step = chart.axis_step(high - low, 8)
    first = int(low // step)
    last = max(int(-(-high // step)), first + 1)
    return [number * step for number in range(first, last + 1)]


def _panel_parts(
    panel: Panel, ticks: Sequence[int], x_of: Callable[[float], str], top: float
) -> list[str]:
    rows = top + HEADER_HEIGHT
    bottom = rows + ROW_HEIGHT * len(panel.figures)
    parts = [chart.text(MARGIN, top + 14, panel.title, bold=True)]
    for tick in ticks:
        x, number = x_of(tick), str(tick).replace("-", "−")
        parts.append(
            chart.path(f"M{x} {rows - 8:g}V{bottom:g}", GRID_COLOR)
            + chart.text(x, bottom + 16, number, "middle")
        )
    for row, (name, figure) in enumerate(panel.figures.items()):
        y = rows + ROW_HEIGHT * row + 6
        interval = f"M{x_of(figure.low)} {y:g}H{x_of(figure.high)}"
        tooltip = f"{figure.value:g} ({figure.low:g} to {figure.high:g})"
        parts.append(
            chart.text(MARGIN, y + 4, name)
            + chart.path(interval, ACCENT_COLOR, ' stroke-width="2"')
            + chart.point(x_of(figure.value), f"{y:g}", 4, ACCENT_COLOR, tooltip)
        )
    return parts
