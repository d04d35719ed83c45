"""A picture of components on a table, as SVG: pieces of cardboard with symbols of the page."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final
from xml.sax.saxutils import escape

ROOT: Final = Path(__file__).parents[3]
SYMBOLS: Final = ROOT / "src/redcathedral/symbols/symbols.svg"
COLORS: Final = ROOT / "src/redcathedral/symbols/colors.json"
THEME: Final = ROOT / "web/src/theme.css"

WIDTH: Final = 1400
MARGIN: Final = 50
NOTE_HEIGHT: Final = 100  # the strip at the top with a note that names the components
MAX_TILT: Final = 1.6  # degrees
FONT: Final = "Vollkorn, Georgia, 'DejaVu Serif', serif"
TABLE: Final = """
<filter id="grain" x="0" y="0" width="100%" height="100%">
  <feTurbulence type="fractalNoise" baseFrequency=".003 .09" numOctaves="3" seed="4"/>
  <feColorMatrix values="0 0 0 0 .2  0 0 0 0 .12  0 0 0 0 .08  .55 0 0 0 0"/>
</filter>
<filter id="shadow" x="-10%" y="-10%" width="125%" height="125%">
  <feDropShadow dx="3" dy="5" stdDeviation="4" flood-color="#120a06" flood-opacity=".6"/>
</filter>
"""


class Piece:
    """A drawing of one component, ``width`` by ``height``, with its upper left corner at 0, 0."""

    def __init__(self, width: float, height: float, svg: str) -> None:
        self.width = width
        self.height = height
        self.svg = svg


class Picture:
    """Rows of components on a table.  Each is tilted a little, as if somebody had laid it there."""

    def __init__(self, note: str) -> None:
        self.height: float = NOTE_HEIGHT
        self._tilt = random.Random(note)
        sheet = text(note, 0, 9, 30, anchor="middle")
        size = 24 + 17 * len(note)
        paper = f'<rect x="{-size / 2}" y="-26" width="{size}" height="52" fill="#fbf3d4"/>'
        self._parts = [self._lay(WIDTH / 2, 50, paper + sheet)]

    def add_row(self, pieces: Sequence[Piece], gap: float = 26) -> None:
        """Lay components next to each other, below the previous row."""
        row = max(piece.height for piece in pieces)
        left = (WIDTH - sum(piece.width for piece in pieces) - gap * (len(pieces) - 1)) / 2
        for piece in pieces:
            center = f"translate({-piece.width / 2} {-piece.height / 2})"
            drawing = f'<g transform="{center}">{piece.svg}</g>'
            self._parts.append(self._lay(left + piece.width / 2, self.height + row / 2, drawing))
            left += piece.width + gap
        self.height += row + gap

    def add_rows(self, pieces: Sequence[Piece], columns: int, gap: float = 26) -> None:
        """Lay components in rows of ``columns``."""
        for start in range(0, len(pieces), columns):
            self.add_row(pieces[start : start + columns], gap)

    def svg(self) -> str:
        """Return the picture as a document."""
        height = self.height + MARGIN
        size = f'width="{WIDTH}" height="{height:g}"'
        table = f'<rect {size} fill="#7a5334"/><rect {size} filter="url(#grain)"/>'
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="0 0 {WIDTH} {height:g}">\n'
            f"<style>{_style()}</style>\n{_symbols()}\n<defs>{TABLE}</defs>\n{table}\n"
            + "\n".join(self._parts)
            + "\n</svg>\n"
        )

    def _lay(self, x: float, y: float, drawing: str) -> str:
        angle = self._tilt.uniform(-MAX_TILT, MAX_TILT)
        place = f"translate({x:g} {y:g}) rotate({angle:.2f})"
        return f'<g filter="url(#shadow)"><g transform="{place}">{drawing}</g></g>'


def icon(symbol: str, x: float, y: float, width: float, height: float = 0, names: str = "") -> str:
    """Draw a symbol of the page; ``names`` are classes that color it."""
    return (
        f'<use href="#{symbol}" class="{names}" x="{x:g}" y="{y:g}" '
        f'width="{width:g}" height="{height or width:g}"/>'
    )


def text(
    words: str, x: float, y: float, size: float, *, anchor: str = "start", bold: bool = False
) -> str:
    """Write words; ``y`` is their baseline."""
    weight = "bold" if bold else "normal"
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" text-anchor="{anchor}" '
        f'font-weight="{weight}">{escape(words)}</text>'
    )


def paper(width: float, height: float, color: str = "#fbf7ee", radius: float = 12) -> str:
    """Draw a rectangle of cardboard."""
    return (
        f'<rect width="{width:g}" height="{height:g}" rx="{radius:g}" fill="{color}" '
        f'stroke="#2b1d16" stroke-width="2"/>'
    )


def _style() -> str:
    """Return the light colors of the page's theme, without functions that only browsers have."""
    theme = THEME.read_text(encoding="utf-8")
    rules = re.findall(r"^\.(?:p-|die)[^{]*\{[^}]*\}", theme, re.MULTILINE)
    colors = json.loads(COLORS.read_text(encoding="utf-8"))["page"]
    variables = "".join(
        f"--{name}:{color if isinstance(color, str) else color[0]};"
        for name, color in colors.items()
    )
    own = (
        f"svg{{font-family:{FONT};{variables}"
        "--dome-a:#d9a441;--dome-b:#2f5d46;--plan:#c3d3e6}"
        "text{fill:#2b1d16}.sign{color:#2c4e7e}.dim{color:#6a5443}"
        ".pattern{fill:var(--pat);stroke:#2b1d16;stroke-width:2px}"
    )
    return own + "".join(rules)


def _symbols() -> str:
    """Return the symbols of the page, without the element around them."""
    document = SYMBOLS.read_text(encoding="utf-8")
    return document[document.index(">") + 1 : document.rindex("</svg>")]
