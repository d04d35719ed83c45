"""Draw the chances to win during a game in SVG: a line for each seat, with its error."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from redcathedral import chart
from redcathedral.ai.analysis.value import Value
from redcathedral.box.quoting import shorten
from redcathedral.box.vocabulary import COLOURS
from redcathedral.chart import GRID_COLOR, MARGIN, TEXT_COLOR, WIDTH

HEIGHT: Final = 340  # pixels, as are the following margins around the lines
LEFT: Final = 64
TOP: Final = 92
BOTTOM: Final = 44
LEGEND_COLUMN_WIDTH: Final = 336  # pixels; the legend has two columns
MAX_TICKS: Final = 12  # turns with a number on the axis
# Dashes also distinguish the lines, for readers who cannot distinguish the colors.
STROKES: Final[dict[str, str]] = dict(
    zip(COLOURS, ("#a3312a", "#2b5c8a", "#3f7a3a", "#b5851a"), strict=True)
)
DASHES: Final[dict[str, str]] = dict(zip(COLOURS, ("none", "8 3", "3 3", "10 3 2 3"), strict=True))


@dataclass(frozen=True)
class Curve:
    """The expected results of a seat, at the start and after each turn.

    ``marks`` are marked points: the number of turns before each, and its text.
    """

    colour: str
    label: str
    values: Sequence[Value]
    marks: Sequence[tuple[int, str]] = ()


def plot(title: str, axis: str, lines: Sequence[Curve]) -> str:
    """Return a chart of all lines over the turns; ``axis`` is the label of the horizontal axis."""
    turns = max(len(line.values) for line in lines) - 1
    parts = [
        chart.text(MARGIN, MARGIN + 8, title, bold=True),
        *_grid(turns),
        chart.text(WIDTH - MARGIN, HEIGHT - 8, axis, "end"),
    ]
    for number, line in enumerate(lines):
        parts.append(_legend(line, number))
        parts += _line(line, turns)
    return chart.svg(HEIGHT, parts, title)


def _x_of(turn: int, turns: int) -> str:
    return f"{LEFT + turn / max(turns, 1) * (WIDTH - MARGIN - LEFT):.1f}"


def _y_of(share: float) -> str:
    return f"{TOP + (1 - share) * (HEIGHT - BOTTOM - TOP):.1f}"


def _grid(turns: int) -> list[str]:
    parts = []
    for quarter in range(5):
        y = _y_of(quarter / 4)
        parts.append(
            chart.path(f"M{LEFT} {y}H{WIDTH - MARGIN}", GRID_COLOR)
            + chart.text(LEFT - 8, float(y) + 4, f"{quarter * 25} %", "end")
        )
    for turn in range(0, turns + 1, chart.axis_step(turns, MAX_TICKS)):
        x = _x_of(turn, turns)
        parts.append(
            chart.path(f"M{x} {_y_of(0)}v4", TEXT_COLOR)
            + chart.text(x, HEIGHT - BOTTOM + 18, turn, "middle")
        )
    return parts


def _style(line: Curve) -> str:
    return f'stroke="{STROKES[line.colour]}" stroke-dasharray="{DASHES[line.colour]}"'


def _legend(line: Curve, number: int) -> str:
    x = MARGIN + number % 2 * LEGEND_COLUMN_WIDTH
    y = MARGIN + 28 + number // 2 * 18
    return f'<path d="M{x} {y}h28" fill="none" stroke-width="2" {_style(line)}/>' + chart.text(
        x + 36, y + 4, shorten(line.label)
    )


def _line(line: Curve, turns: int) -> list[str]:
    points, above, below = (
        [
            f"{_x_of(turn, turns)} {_y_of(min(max(value.share + side * value.error, 0), 1))}"
            for turn, value in enumerate(line.values)
        ]
        for side in (0, 1, -1)
    )
    band = "L".join([*above, *reversed(below)])
    parts = [
        f'<path d="M{band}z" fill="{STROKES[line.colour]}" fill-opacity="0.12"/>',
        f'<path d="M{"L".join(points)}" fill="none" stroke-width="2" {_style(line)}/>',
    ]
    for turn, text in line.marks:
        x, y = points[turn].split()
        parts.append(chart.point(x, y, 3, STROKES[line.colour], text))
    return parts
