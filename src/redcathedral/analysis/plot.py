"""The share of the win over a game as a picture: a line for each seat, in SVG."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final
from xml.sax.saxutils import escape

from redcathedral.box.quoting import short
from redcathedral.box.vocabulary import COLOURS

WIDTH: Final = 720
HEIGHT: Final = 340
MARGIN: Final = 24
LEFT: Final = 64  # of the lines
TOP: Final = 92
BOTTOM: Final = 44  # below them
COLUMN: Final = 336  # of the two in which the names stand
TICKS: Final = 12  # turns marked, at most
STEPS: Final = (1, 2, 5, 10, 20, 50, 100, 200, 500)
INK: Final = "#2b2320"
FAINT: Final = "#d9d2c9"
# Of the seats; dashes tell them apart where colours do not.
STROKES: Final[dict[str, str]] = dict(
    zip(COLOURS, ("#a3312a", "#2b5c8a", "#3f7a3a", "#b5851a"), strict=True)
)
DASHES: Final[dict[str, str]] = dict(zip(COLOURS, ("none", "8 3", "3 3", "10 3 2 3"), strict=True))


@dataclass(frozen=True)
class Mark:
    """A point of a line that is pointed out, after so many turns, with what to say of it."""

    turn: int
    text: str


@dataclass(frozen=True)
class Curve:
    """A seat's share of the win: at the start and after each turn."""

    colour: str
    label: str
    shares: Sequence[float]
    marks: Sequence[Mark] = ()


def plot(title: str, axis: str, lines: Sequence[Curve]) -> str:
    """All lines over the turns; ``axis`` names what is counted there."""
    turns = max(len(line.shares) for line in lines) - 1
    parts = [
        f'<text x="{MARGIN}" y="{MARGIN + 8}" font-weight="bold">{escape(title)}</text>',
        *_grid(turns),
        f'<text x="{WIDTH - MARGIN}" y="{HEIGHT - 8}" text-anchor="end">{escape(axis)}</text>',
    ]
    for number, line in enumerate(lines):
        parts.append(_legend(line, number))
        parts += _line(line, turns)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'width="{WIDTH}" height="{HEIGHT}" font-family="sans-serif" font-size="13" '
        f'fill="{INK}" role="img">\n<title>{escape(title)}</title>\n'
        '<rect width="100%" height="100%" fill="#fffdf8"/>\n' + "\n".join(parts) + "\n</svg>\n"
    )


def _across(turn: int, turns: int) -> str:
    return f"{LEFT + turn / max(turns, 1) * (WIDTH - MARGIN - LEFT):.1f}"


def _down(share: float) -> str:
    return f"{TOP + (1 - share) * (HEIGHT - BOTTOM - TOP):.1f}"


def _grid(turns: int) -> list[str]:
    parts = []
    for quarter in range(5):
        y = _down(quarter / 4)
        parts.append(
            f'<path d="M{LEFT} {y}H{WIDTH - MARGIN}" stroke="{FAINT}"/>'
            f'<text x="{LEFT - 8}" y="{float(y) + 4:g}" text-anchor="end">{quarter * 25} %</text>'
        )
    step = next((step for step in STEPS if turns / step <= TICKS), STEPS[-1])
    for turn in range(0, turns + 1, step):
        x = _across(turn, turns)
        parts.append(
            f'<path d="M{x} {_down(0)}v4" stroke="{INK}"/>'
            f'<text x="{x}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{turn}</text>'
        )
    return parts


def _style(line: Curve) -> str:
    return f'stroke="{STROKES[line.colour]}" stroke-dasharray="{DASHES[line.colour]}"'


def _legend(line: Curve, number: int) -> str:
    x = MARGIN + number % 2 * COLUMN
    y = MARGIN + 28 + number // 2 * 18
    return (
        f'<path d="M{x} {y}h28" fill="none" stroke-width="2" {_style(line)}/>'
        f'<text x="{x + 36}" y="{y + 4}">{escape(short(line.label))}</text>'
    )


def _line(line: Curve, turns: int) -> list[str]:
    points = [f"{_across(turn, turns)} {_down(share)}" for turn, share in enumerate(line.shares)]
    parts = [f'<path d="M{"L".join(points)}" fill="none" stroke-width="2" {_style(line)}/>']
    for mark in line.marks:
        x, y = points[mark.turn].split()
        parts.append(
            f'<circle cx="{x}" cy="{y}" r="3" fill="{STROKES[line.colour]}">'
            f"<title>{escape(mark.text)}</title></circle>"
        )
    return parts
