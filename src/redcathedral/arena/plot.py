"""Ratings as a picture: a point with its interval for each bot, in SVG."""

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
STEPS: Final = (10, 20, 50, 100, 200, 500, 1000, 2000, 5000)
INK: Final = "#2b2320"
FAINT: Final = "#d9d2c9"
MARK: Final = "#a3312a"


@dataclass(frozen=True)
class Panel:
    """The standings with one number of players, under a title."""

    title: str
    standings: Sequence[Standing]


def plot(panels: Sequence[Panel]) -> str:
    """All panels below one another, on one scale."""
    standings = [standing for panel in panels for standing in panel.standings]
    ticks = _ticks(min(s.low for s in standings), max(s.high for s in standings))
    left = MARGIN + SIGN * (max(len(s.bot) for s in standings) + 1)
    scale = _Scale(left, WIDTH - MARGIN, ticks)
    parts: list[str] = []
    top = float(MARGIN)
    for panel in panels:
        parts += _panel(panel, scale, top)
        top += HEAD + ROW * len(panel.standings) + FOOT
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
    """Where a rating stands between two edges."""

    left: float
    right: float
    ticks: Sequence[int]

    def at(self, rating: float) -> str:
        first, last = self.ticks[0], self.ticks[-1]
        return f"{self.left + (rating - first) / (last - first) * (self.right - self.left):.1f}"


def _ticks(low: float, high: float) -> list[int]:
    """Round numbers, at most ten steps, that have all of it between them."""
    step = next((step for step in STEPS if (high - low) / step <= 8), STEPS[-1])
    first = int(low // step)
    last = max(int(-(-high // step)), first + 1)
    return [number * step for number in range(first, last + 1)]


def _panel(panel: Panel, scale: _Scale, top: float) -> list[str]:
    rows = top + HEAD
    bottom = rows + ROW * len(panel.standings)
    parts = [f'<text x="{MARGIN}" y="{top + 14:g}" font-weight="bold">{escape(panel.title)}</text>']
    for tick in scale.ticks:
        x, number = scale.at(tick), str(tick).replace("-", "−")
        parts.append(
            f'<path d="M{x} {rows - 8:g}V{bottom:g}" stroke="{FAINT}"/>'
            f'<text x="{x}" y="{bottom + 16:g}" text-anchor="middle">{number}</text>'
        )
    for row, standing in enumerate(panel.standings):
        y = rows + ROW * row + 6
        parts.append(
            f'<text x="{MARGIN}" y="{y + 4:g}">{escape(standing.bot)}</text>'
            f'<path d="M{scale.at(standing.low)} {y:g}H{scale.at(standing.high)}" '
            f'stroke="{MARK}" stroke-width="2"/>'
            f'<circle cx="{scale.at(standing.rating)}" cy="{y:g}" r="4" fill="{MARK}">'
            f"<title>{standing.rating:g} ({standing.low:g} to {standing.high:g})</title></circle>"
        )
    return parts
