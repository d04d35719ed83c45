"""Draw learning curves in SVG: a panel for each quantity, over rounds or steps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from redcathedral import chart
from redcathedral.chart import ACCENT_COLOR, GRID_COLOR, WIDTH

LEFT: Final = 60  # pixels to the left of the panels
RIGHT: Final = 24  # pixels to the right of the panels
HEADER_HEIGHT: Final = 40  # pixels above a panel, for its title
FOOTER_HEIGHT: Final = 44  # pixels below the last panel, for the horizontal scale
GRID_LINES: Final = 5  # horizontal grid lines of a panel
MAX_TICKS: Final = 12  # ticks of the horizontal scale


class Scale(NamedTuple):
    """The horizontal scale from ``first`` to ``last``; ``noun`` is its unit, such as ``round``."""

    noun: str
    first: float
    last: float

    def x_of(self, value: float) -> float:
        """Return the horizontal position of a value, in pixels."""
        span = max(self.last - self.first, 1e-9)
        return LEFT + (WIDTH - LEFT - RIGHT) * (value - self.first) / span

    def ticks(self) -> list[int]:
        """Return the first value, and round values after it."""
        step = chart.axis_step(self.last, MAX_TICKS)
        first = int(self.first)
        return [first, *(tick for tick in range(0, int(self.last) + 1, step) if tick > first)]


class CurvePoint(NamedTuple):
    """A point, its tooltip, and its confidence interval."""

    x: float
    y: float
    title: str
    interval: tuple[float, float] | None = None


@dataclass(frozen=True)
class CurvePanel:
    """A panel with one quantity, whose vertical scale is 0 to ``top``."""

    title: str
    points: Sequence[CurvePoint]
    top: float
    height: int = 150

    def svg_parts(self, panel_top: float, scale: Scale) -> list[str]:
        """Draw the panel; its top is ``panel_top`` pixels below that of the picture."""

        def y_of(value: float) -> float:
            return panel_top + self.height * (1 - value / self.top)

        svg_parts = [chart.text(LEFT, panel_top - 14, self.title, bold=True)]
        for line in range(GRID_LINES):
            value = self.top * line / (GRID_LINES - 1)
            svg_parts.append(
                chart.path(f"M{LEFT} {y_of(value):.1f}H{WIDTH - RIGHT}", GRID_COLOR)
                + chart.text(LEFT - 8, f"{y_of(value) + 4:.1f}", f"{value:.3g}", "end")
            )
        for point in self.points:
            if point.interval is not None:
                low, high = point.interval
                path = f"M{scale.x_of(point.x):.1f} {y_of(low):.1f}V{y_of(high):.1f}"
                svg_parts.append(chart.path(path, ACCENT_COLOR, ' stroke-opacity="0.5"'))
        points = [(f"{scale.x_of(point.x):.1f}", f"{y_of(point.y):.1f}") for point in self.points]
        if points:
            path = " ".join(f"{x},{y}" for x, y in points)
            svg_parts.append(
                f'<polyline points="{path}" fill="none" stroke="{ACCENT_COLOR}" stroke-width="2"/>'
            )
        svg_parts += [
            chart.point(x, y, 2.5, ACCENT_COLOR, point.title)
            for (x, y), point in zip(points, self.points, strict=True)
        ]
        return svg_parts


def plot_curves(panels: Sequence[CurvePanel], scale: Scale, title: str = "") -> str:
    """Draw all panels over one horizontal scale; ``title`` is for screen readers."""
    svg_parts: list[str] = []
    bottom = 0
    for panel in panels:
        svg_parts += panel.svg_parts(bottom + HEADER_HEIGHT, scale)
        bottom += HEADER_HEIGHT + panel.height
    for tick in scale.ticks():
        svg_parts.append(chart.text(f"{scale.x_of(tick):.1f}", bottom + 18, tick, "middle"))
    svg_parts.append(chart.text(WIDTH / 2, bottom + 36, scale.noun, "middle"))
    return chart.svg(bottom + FOOTER_HEIGHT, svg_parts, title)
