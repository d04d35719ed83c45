"""What all charts share, in SVG: the frame, colours, text, points, and a scale of round numbers."""

from collections.abc import Iterable
from typing import Final
from xml.sax.saxutils import escape

WIDTH: Final = 720
MARGIN: Final = 24
TEXT_COLOR: Final = "#2b2320"
GRID_COLOR: Final = "#d9d2c9"
ACCENT_COLOR: Final = "#a3312a"
STEPS: Final = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000)


def svg(height: int, parts: Iterable[str], title: str = "") -> str:
    """A picture of these parts; the title is for who cannot see it."""
    role, told = (' role="img"', f"<title>{escape(title)}</title>\n") if title else ("", "")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
        f'width="{WIDTH}" height="{height}" font-family="sans-serif" font-size="13" '
        f'fill="{TEXT_COLOR}"{role}>\n{told}<rect width="100%" height="100%" fill="#fffdf8"/>\n'
        + "\n".join(parts)
        + "\n</svg>\n"
    )


def text(
    x: float | str, y: float | str, words: object, anchor: str = "", bold: bool = False
) -> str:
    """Words at a point, which is their start, or their ``middle`` or ``end``."""
    style = f' text-anchor="{anchor}"' if anchor else ""
    style += ' font-weight="bold"' if bold else ""
    return f'<text x="{_short(x)}" y="{_short(y)}"{style}>{escape(str(words))}</text>'


def path(way: str, colour: str, style: str = "") -> str:
    """A line along a path."""
    return f'<path d="{way}" stroke="{colour}"{style}/>'


def point(x: str, y: str, radius: float, colour: str, told: str) -> str:
    """A point that tells something when it is pointed at."""
    title = f"<title>{escape(told)}</title>"
    return f'<circle cx="{x}" cy="{y}" r="{radius:g}" fill="{colour}">{title}</circle>'


def axis_step(span: float, most: int) -> int:
    """The least round number that divides a span into so many steps at most."""
    return next((axis_step for axis_step in STEPS if span / axis_step <= most), STEPS[-1])


def _short(number: float | str) -> str:
    return number if isinstance(number, str) else f"{number:g}"
