"""The parts that all charts share, as SVG: the frame, colors, text, points and round axis steps."""

from collections.abc import Iterable
from html import escape
from typing import Final

WIDTH: Final = 720
MARGIN: Final = 24
TEXT_COLOR: Final = "#2b2320"
GRID_COLOR: Final = "#d9d2c9"
ACCENT_COLOR: Final = "#a3312a"
AXIS_STEPS: Final = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000)


def svg(height: int, parts: Iterable[str], title: str = "") -> str:
    """Return an SVG image of these parts; screen readers read the title."""
    role = ' role="img"' if title else ""
    title_element = f"<title>{escape(title)}</title>\n" if title else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
        f'width="{WIDTH}" height="{height}" font-family="sans-serif" font-size="13" '
        f'fill="{TEXT_COLOR}"{role}>\n{title_element}'
        '<rect width="100%" height="100%" fill="#fffdf8"/>\n' + "\n".join(parts) + "\n</svg>\n"
    )


def text(
    x: float | str, y: float | str, content: object, anchor: str = "", bold: bool = False
) -> str:
    """Return text at a point, which is its start, or its ``middle`` or ``end``."""
    style = f' text-anchor="{anchor}"' if anchor else ""
    style += ' font-weight="bold"' if bold else ""
    return f'<text x="{_short(x)}" y="{_short(y)}"{style}>{escape(str(content))}</text>'


def path(commands: str, color: str, style: str = "") -> str:
    """Return a line along an SVG path."""
    return f'<path d="{commands}" stroke="{color}"{style}/>'


def point(x: str, y: str, radius: float, color: str, tooltip: str) -> str:
    """Return a point with a tooltip."""
    title = f"<title>{escape(tooltip)}</title>"
    return f'<circle cx="{x}" cy="{y}" r="{radius:g}" fill="{color}">{title}</circle>'


def axis_step(span: float, max_steps: int) -> int:
    """Return the smallest round number that divides a span into at most ``max_steps`` steps."""
    return next((step for step in AXIS_STEPS if span / step <= max_steps), AXIS_STEPS[-1])


def _short(number: float | str) -> str:
    return number if isinstance(number, str) else f"{number:g}"
