"""Learning curves as a picture: quantities over rounds or steps, below one another, in SVG."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from redcathedral import chart
from redcathedral.chart import ACCENT_COLOR, GRID_COLOR, WIDTH

LEFT: Final = 60
RIGHT: Final = 24
HEAD: Final = 40  # above a panel, with its title
FOOT: Final = 44  # below the last one, with the scale
LINES: Final = 5  # of the scale of a panel
MARKS: Final = 12  # of the scale below, at most


class Scale(NamedTuple):
    """What the curves are drawn over, from ``first`` to ``last``: a noun for rounds or steps."""

    noun: str
    first: float
    last: float

    def across(self, value: float) -> float:
        span = max(self.last - self.first, 1e-9)
        return LEFT + (WIDTH - LEFT - RIGHT) * (value - self.first) / span

    def marks(self) -> list[int]:
        step = chart.axis_step(self.last, MARKS)
        first = int(self.first)
        return [first, *(mark for mark in range(0, int(self.last) + 1, step) if mark > first)]


class CurvePoint(NamedTuple):
    """A point, what it shows when it is pointed at, and its interval."""

    x: float
    y: float
    title: str
    interval: tuple[float, float] | None = None


@dataclass(frozen=True)
class CurvePanel:
    """One quantity from 0 to ``top``."""

    title: str
    points: Sequence[CurvePoint]
    top: float
    height: int = 150

    def parts(self, head: float, scale: Scale) -> list[str]:
        def down(value: float) -> float:
            return head + self.height * (1 - value / self.top)

        parts = [chart.text(LEFT, head - 14, self.title, bold=True)]
        for line in range(LINES):
            value = self.top * line / (LINES - 1)
            parts.append(
                chart.path(f"M{LEFT} {down(value):.1f}H{WIDTH - RIGHT}", GRID_COLOR)
                + chart.text(LEFT - 8, f"{down(value) + 4:.1f}", f"{value:.3g}", "end")
            )
        for point in self.points:
            if point.interval is not None:
                low, high = point.interval
                way = f"M{scale.across(point.x):.1f} {down(low):.1f}V{down(high):.1f}"
                parts.append(chart.path(way, ACCENT_COLOR, ' stroke-opacity="0.5"'))
        at = [(f"{scale.across(point.x):.1f}", f"{down(point.y):.1f}") for point in self.points]
        if at:
            way = " ".join(f"{x},{y}" for x, y in at)
            parts.append(
                f'<polyline points="{way}" fill="none" stroke="{ACCENT_COLOR}" stroke-width="2"/>'
            )
        parts += [
            chart.point(x, y, 2.5, ACCENT_COLOR, point.title)
            for (x, y), point in zip(at, self.points, strict=True)
        ]
        return parts


def plot_curves(panels: Sequence[CurvePanel], scale: Scale, title: str = "") -> str:
    """Draw all panels on one scale; the title is for people who cannot see the picture."""
    parts: list[str] = []
    bottom = 0
    for panel in panels:
        parts += panel.parts(bottom + HEAD, scale)
        bottom += HEAD + panel.height
    for mark in scale.marks():
        parts.append(chart.text(f"{scale.across(mark):.1f}", bottom + 18, mark, "middle"))
    parts.append(chart.text(WIDTH / 2, bottom + 36, scale.noun, "middle"))
    return chart.svg(bottom + FOOT, parts, title)
