"""Ratings, or other figures, as a picture: a point with its interval for each, in SVG."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final
from xml.sax.saxutils import escape

from redcathedral.arena.ladder import Standing

WIDTH: Final = 720
MARGIN: Final = 24
ROW: Final = 26
HEAD: Final = 34  # above the rows of a panel
FOOT: Final = 40  # below them, with the scale
SIGN: Final = 7.5  # width of a letter, roughly
STEPS: Final = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000)
INK: Final = "#2b2320"
FAINT: Final = "#d9d2c9"
MARK: Final = "#a3312a"


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
    height = round(top)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
        f'width="{WIDTH}" height="{height}" font-family="sans-serif" font-size="13" '
        f'fill="{INK}">\n<rect width="100%" height="100%" fill="#fffdf8"/>\n'
        + "\n".join(parts)
        + "\n</svg>\n"
    )


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
    step = next((step for step in STEPS if (high - low) / step <= 8), STEPS[-1])
    first = int(low // step)
    last = max(int(-(-high // step)), first + 1)
    return [number * step for number in range(first, last + 1)]


def _panel(panel: Panel, scale: _Scale, top: float) -> list[str]:
    rows = top + HEAD
    bottom = rows + ROW * len(panel.points)
    parts = [f'<text x="{MARGIN}" y="{top + 14:g}" font-weight="bold">{escape(panel.title)}</text>']
    for tick in scale.ticks:
        x, number = scale.at(tick), str(tick).replace("-", "−")
        parts.append(
            f'<path d="M{x} {rows - 8:g}V{bottom:g}" stroke="{FAINT}"/>'
            f'<text x="{x}" y="{bottom + 16:g}" text-anchor="middle">{number}</text>'
        )
    for row, point in enumerate(panel.points):
        y = rows + ROW * row + 6
        parts.append(
            f'<text x="{MARGIN}" y="{y + 4:g}">{escape(point.name)}</text>'
            f'<path d="M{scale.at(point.low)} {y:g}H{scale.at(point.high)}" '
            f'stroke="{MARK}" stroke-width="2"/>'
            f'<circle cx="{scale.at(point.value)}" cy="{y:g}" r="4" fill="{MARK}">'
            f"<title>{point.value:g} ({point.low:g} to {point.high:g})</title></circle>"
        )
    return parts
