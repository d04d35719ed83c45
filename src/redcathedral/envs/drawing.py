"""Draw a position: a simple picture of the table with the project's symbols.

``svg`` returns the picture as SVG, ``pixels`` as an array.  Numbers are drawn as lines, so that no
font is needed and the picture looks the same everywhere.
"""

import functools
import io
import json
import re
import sys
import tomllib
from collections.abc import Iterator
from importlib.resources import files
from typing import Any, Final, Literal, TypeAlias, get_args

from redcathedral.box import vocabulary as v
from redcathedral.engine import track
from redcathedral.engine.components import DIE_BENEFIT
from redcathedral.engine.phases import ROLL
from redcathedral.engine.scoring import scores
from redcathedral.engine.setting import place_of
from redcathedral.engine.state import NOBODY, NOTHING, State
from redcathedral.envs.arguments import choice
from redcathedral.extras import needs
from redcathedral.text import Narrator, position
from redcathedral.text.terms import SEASONS

with needs("research"):
    import numpy as np
    from numpy.typing import NDArray

RenderMode: TypeAlias = Literal["human", "ansi", "svg", "rgb_array"]
Rendering: TypeAlias = "NDArray[Any] | str | None"
RENDER_MODES: Final[tuple[RenderMode, ...]] = get_args(RenderMode)

WIDTH: Final = 1000
_CATHEDRAL_TOP: Final = 118  # below the market
_CARD_SIZE: Final = (156, 58)
_SEAT_SIZE: Final = (242, 168)
_SYMBOL_FOLDER: Final = files("redcathedral").joinpath("symbols")
_COLOR_LISTS: Final = json.loads(_SYMBOL_FOLDER.joinpath("colors.json").read_text("utf-8"))
COLORS: Final[dict[str, str]] = {  # those of the page, in the light theme
    name: color if isinstance(color, str) else color[0]
    for name, color in _COLOR_LISTS["page"].items()
}
_BUILT_FILL: Final = "#e0b3a3"
_UNAVAILABLE_FILL: Final = "#e4d7bd"
_DIGIT_FILE: Final = files("redcathedral.envs").joinpath("drawing_digits.toml")
_DIGIT_PATHS: Final = tomllib.loads(_DIGIT_FILE.read_text("utf-8"))
_MATERIAL_SYMBOLS: Final = ("m-wood", "m-brick", "m-stone", "m-gold", "m-green", "m-purple")
_RESOURCE_SYMBOLS: Final = (*_MATERIAL_SYMBOLS, "ruble", "recognition")  # by resource
_ORNAMENT_SYMBOLS: Final = ("orn-door", "orn-arch", "orn-cross")


def check_mode(mode: RenderMode | None) -> None:
    """Raise ValueError for an unknown render mode."""
    choice("render_mode", mode, (None, *RENDER_MODES))


def render(state: State, mode: RenderMode) -> Rendering:
    """Render a position in a render mode: text, SVG or pixels; ``human`` prints the text."""
    match mode:
        case "human":
            sys.stdout.write(text(state) + "\n")
            sys.stdout.flush()
            return None
        case "ansi":
            return text(state)
        case "svg":
            return svg(state)
        case "rgb_array":
            return pixels(svg(state))


_narrator = functools.lru_cache(maxsize=16)(Narrator)  # by language


def text(state: State, language: str = "en") -> str:
    """Describe a position in lines of text, as in the terminal."""
    return "\n".join(_narrator(language).lines(position.all_lines(state))) + "\n"


def pixels(picture: str, width: int = WIDTH) -> NDArray[Any]:
    """Return an SVG as an array of height x width x 3, colors 0 to 255."""
    with needs("research"):
        import resvg_py
        from PIL import Image
    data = bytes(resvg_py.svg_to_bytes(svg_string=picture, width=width, skip_system_fonts=True))
    with Image.open(io.BytesIO(data)) as image:
        return np.array(image.convert("RGB"))


def svg(state: State) -> str:
    """Return a position as SVG: market, cathedral, then the seats in turn order."""
    scene = _Scene(state)
    parts = [*scene.market(), *scene.cathedral(), *scene.seats()]
    height = scene.height
    symbols = "".join(_symbol(*symbol) for symbol in sorted(scene.used))
    title = _narrator("en").text("board.title")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" '
        f'height="{height}" role="img"><title>{title}</title><defs>{symbols}</defs>'
        f'<path d="M0 0H{WIDTH}V{height}H0z" fill="{COLORS["ground"]}"/>{"".join(parts)}</svg>\n'
    )


@functools.lru_cache(maxsize=1)
def _symbol_sheet() -> dict[str, tuple[str, str]]:
    sheet = _SYMBOL_FOLDER.joinpath("symbols.svg").read_text("utf-8")
    symbols = re.findall(r'<symbol id="([\w-]+)"([^>]*)>(.*?)</symbol>', sheet, re.DOTALL)
    return {name: (attributes, content) for name, attributes, content in symbols}


@functools.lru_cache(maxsize=256)
def _symbol(name: str, colour: str) -> str:
    """Return a symbol in the colors of the light theme, and of a player or die."""
    fill = COLORS["snow"] if colour in ("", "white") else COLORS[f"p-{colour}"]
    colors = {**COLORS, "pat": fill, "die-fill": fill, "die-pat": fill}
    colors["die-pip"] = COLORS["line"] if colour in ("white", "yellow") else COLORS["snow"]
    attributes, content = _symbol_sheet()[name]
    painted = re.sub(r"var\(--([\w-]+)[^)]*\)", lambda match: colors[match[1]], content)
    shape = re.sub(r"\s+", " ", painted).strip()
    return f'<symbol id="{name}{colour and "-in-" + colour}"{attributes}>{shape}</symbol>'


class _Scene:
    def __init__(self, state: State) -> None:
        self.state = state
        self.setting = state.setting
        self.components = state.setting.components
        heights = list(self.setting.heights)
        self.levels = int(max(1, *heights))
        self.cathedral_bottom = _CATHEDRAL_TOP + 16 + self.levels * (_CARD_SIZE[1] + 4)
        self.height = self.cathedral_bottom + 12 + _SEAT_SIZE[1] + 10
        self.used: set[tuple[str, str]] = set()

    def symbol(self, name: str, x: float, y: float, size: float, colour: str = "") -> str:
        self.used.add((name, colour))
        link = f"{name}{colour and '-in-' + colour}"
        return f'<use href="#{link}" x="{x:g}" y="{y:g}" width="{size:g}" height="{size:g}"/>'

    def resource(self, gives: int, x: float, y: float, size: float) -> str:
        """Draw a resource, or the die that a tile refers to (R6.10)."""
        if gives >= DIE_BENEFIT:
            return self.symbol("die-0", x, y, size, v.DICE[gives - DIE_BENEFIT])
        return self.symbol(_RESOURCE_SYMBOLS[gives], x, y, size)

    def counted(self, name: str, count: int, x: float, y: float, colour: str = "") -> str:
        content = self.symbol(name, x, y, 18, colour) + number(count, x + 20, y + 4)
        return f'<g opacity="{1 if count else 0.35}">{content}</g>'

    def market(self) -> Iterator[str]:
        """Draw the eight spaces in the direction of the arrows, two for each season."""
        state = self.state
        for space in range(v.SPACE_COUNT):
            x = 12 + space * 122
            yield box(x, 10, 118, 96, COLORS[SEASONS[space // 2]], COLORS["rule"])
            yield number(space + 1, x + 7, 17, 1.3)
            tile = state.resource_tile(space)
            if tile != NOTHING:
                yield self.resource(self.components.resource_gives[tile], x + 40, 16, 34)
                yield number(self.components.resource_amount[tile], x + 80, 26, 2.4)
            dice = [die for die in range(v.DIE_COUNT) if state.die_space(die) == space]
            for column, die in enumerate(dice):
                face = f"die-{state.die_face(die)}"
                yield self.symbol(face, x + 8 + column * 36, 64, 32, v.DICE[die])

    def cathedral(self) -> Iterator[str]:
        for tower, height in enumerate(map(int, self.setting.heights)):
            for level in range(height):
                place = place_of(tower, level)
                if self.setting.card[place] != NOTHING:
                    x = 12 + tower * (_CARD_SIZE[0] + 8)
                    y = self.cathedral_bottom - (level + 1) * (_CARD_SIZE[1] + 4)
                    yield from self.card(int(place), x, y)

    def card(self, place: int, x: float, y: float) -> Iterator[str]:
        """Draw a cathedral card: owner, missing materials, and rewards."""
        state = self.state
        owner = state.owner(place)
        is_built = state.is_built(place)
        is_next = place % v.LEVEL_COUNT == state.next_level(place // v.LEVEL_COUNT)
        fill = COLORS["plate"] if owner != NOBODY or is_next else _UNAVAILABLE_FILL
        yield box(x, y, *_CARD_SIZE, _BUILT_FILL if is_built else fill, COLORS["rule"])
        section = self.setting.section(place)
        if owner != NOBODY:
            yield self.symbol("banner", x + 2, y + 4, 26, self.setting.colour(owner))
        decorator = state.decorator(place)
        if decorator != NOBODY:
            yield self.symbol(_ORNAMENT_SYMBOLS[section], x + 98, y + 14, 32)
            yield self.symbol("banner", x + 129, y + 16, 26, self.setting.colour(decorator))
        if not is_built:
            yield from self.costs(place, x + 32, y + 5, owner)
        card = self.components.edition.cards[self.setting.card[place]]
        yield self.symbol("recognition", x + 34, y + 38, 16)
        yield number(card.recognition, x + 52, y + 41, 1.7)
        yield self.symbol("ruble", x + 68, y + 38, 16)
        yield number(card.rubles, x + 86, y + 41, 1.7)
        tile = state.tile(place)
        if tile != NOTHING:
            yield box(x + 126, y + 34, 24, 22, COLORS["tile"], COLORS["plum"])
            yield self.resource(self.components.tile_gives[tile], x + 129, y + 36, 18)

    def costs(self, place: int, x: float, y: float, owner: int) -> Iterator[str]:
        """Draw the missing materials of a card; Ivan can deliver any material (R8.4)."""
        if owner != NOBODY and self.state.is_ivan(owner):
            yield self.symbol("m-any", x, y, 18)
            yield number(self.state.missing(place), x + 20, y + 3, 2)
            return
        for kind in range(v.MATERIAL_COUNT):
            if count := self.state.needed(place, kind):
                yield self.symbol(_MATERIAL_SYMBOLS[kind], x, y, 18)
                yield number(count, x + 19, y + 3, 2)
                x += 31

    def seats(self) -> Iterator[str]:
        state = self.state
        totals = [score.total for score in scores(state)] if state.phase >= ROLL else []
        for seat in range(int(self.setting.seat_count)):
            x, y = 12 + seat * (_SEAT_SIZE[0] + 3), self.cathedral_bottom + 12
            colour = self.setting.colour(seat)
            decides = seat == state.decider and not state.is_over
            edge, edge_width = (COLORS["line"], 4) if decides else (COLORS["rule"], 1.5)
            yield box(x, y, *_SEAT_SIZE, COLORS["panel"], edge, edge_width)
            yield box(x, y, 10, _SEAT_SIZE[1], COLORS[f"p-{colour}"], edge)
            yield self.symbol("banner", x + 14, y + 4, 30, colour)
            score = state.score(seat)
            yield self.symbol("recognition", x + 46, y + 8, 20)
            yield number(score, x + 68, y + 12, 2.2)
            yield self.symbol("prestige", x + 106, y + 8, 20)
            yield number(track.prestige(self.components, score), x + 128, y + 12, 2.2)
            if totals:
                yield self.symbol("crown", x + 164, y + 8, 20)
                yield number(totals[seat], x + 188, y + 12, 2.2)
            yield from self.pieces(seat, x, y)

    def pieces(self, seat: int, x: float, y: float) -> Iterator[str]:
        state = self.state
        if self.state.is_ivan(seat):
            inventory = [*state.ivan_inventory]
            counts = [inventory.count(kind) for kind in range(v.MATERIAL_COUNT)]
        else:
            counts = [state.materials(seat, kind) for kind in range(v.MATERIAL_COUNT)]
            yield self.counted("ruble", state.rubles(seat), x + 16, y + 40)
        for kind, count in enumerate(counts):
            row, column = divmod(kind + 1, 4)
            yield self.counted(
                _MATERIAL_SYMBOLS[kind], count, x + 16 + column * 54, y + 40 + row * 24
            )
        banners = sum(state.banners(seat, source) for source in range(v.BANNER_SOURCE_COUNT))
        yield self.counted("banner", banners, x + 16, y + 90, self.setting.colour(seat))
        for kind, name in enumerate(_ORNAMENT_SYMBOLS):
            yield self.counted(name, state.ornaments(seat, kind), x + 70 + kind * 54, y + 90)
        yield from (
            self.ivans_row(x, y + 118) if state.is_ivan(seat) else self.workshop(seat, x, y + 118)
        )

    def workshop(self, seat: int, x: float, y: float) -> Iterator[str]:
        for space, name in enumerate(v.WORKSHOP_SPACES):
            left = x + 16 + space * 37
            edge = COLORS["rule"] if name.startswith("white") else COLORS[f"p-{name}"]
            yield box(left, y, 34, 40, COLORS["plate"], edge, 2.5)
            tile = self.state.workshop(seat, space)
            if tile > 0:
                yield self.resource(self.components.tile_gives[tile - 1], left + 5, y + 8, 24)
            elif tile < 0:
                yield self.symbol("tile-back", left + 4, y + 7, 26)

    def ivans_row(self, x: float, y: float) -> Iterator[str]:
        """Draw Ivan's tiles in order; face-down tiles are faint (R8.2)."""
        for column in range(v.IVAN_ROW):
            left = x + 16 + column * 37
            yield box(left, y, 34, 40, COLORS["plate"], COLORS["rule"], 2.5)
            tile = self.state.ivan_tile(column)
            if tile != NOTHING:
                die = self.resource(self.components.tile_gives[tile], left + 5, y + 8, 24)
                yield f'<g opacity="{1 if self.state.is_face_up(column) else 0.25}">{die}</g>'


def box(
    x: float, y: float, width: float, height: float, fill: str, edge: str, edge_width: float = 1.5
) -> str:
    """Draw a rectangle with an edge."""
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="4" fill="{fill}" '
        f'stroke="{edge}" stroke-width="{edge_width:g}"/>'
    )


def number(value: int, x: float, y: float, size: float = 1.7) -> str:
    """Draw a number as lines, ``6 * size`` high, with its top left corner at a point."""
    paths = "".join(
        f'<path d="{_DIGIT_PATHS[digit]}" transform="translate({index * 6})"/>'
        for index, digit in enumerate(str(value))
    )
    return (
        f'<g transform="translate({x:g} {y:g}) scale({size:g})" fill="none" '
        f'stroke="{COLORS["line"]}" stroke-width="1" stroke-linecap="round" '
        f'stroke-linejoin="round">{paths}</g>'
    )
