"""Draw each kind of component with what is printed on it: symbols and few words, no ids."""

from __future__ import annotations

from typing import Final

from redcathedral.box import effects
from redcathedral.box import vocabulary as v
from redcathedral.box.edition import (
    Action,
    Card,
    Edition,
    InfluenceCard,
    ResourceTile,
    WorkshopTile,
)
from tests.box.invented.picture import Piece, icon, paper, text

RESOURCE_SYMBOLS: Final = (
    "m-wood",
    "m-brick",
    "m-stone",
    "m-gold",
    "m-green",
    "m-purple",
    "ruble",
    "recognition",
)
WORDS: Final = ("wood", "brick", "stone", "gold", "green gem", "purple gem", "ruble", "recognition")
GUILD_COLORS: Final = ("#e5be93", "#d9e3e8", "#f1da97", "#f0d3ce")
# The words under the symbols of an action, by the number of its effect.
ACTION_WORDS: Final = (
    "sell 1",
    "buy 1",
    "pay, then deliver",
    "gain",
    "swap 2 resource tiles",
    "2 alike for 1 other",
    "1 and rubles for 1 other",
    "4 alike for any 2",
    "use one of your workshop tiles",
    "gain",
    "rubles for 1 prestige",
    "3 different for 1 prestige",
    "with a base, a middle and a dome",
)
# A symbol and its width relative to its height; a text begins with "=".
Sign = tuple[str, float]
ARROW: Final[Sign] = ("arrow", 1.0)
ANY: Final[Sign] = ("m-any", 1.0)


def card(card: Card) -> Piece:
    """Draw a cathedral card: a picture of its section, what it costs, and what it pays."""
    width, height = 250, 330
    kinds = [kind for kind, count in enumerate(card.cost) for _ in range(count)]
    step = 56
    left = (width - step * len(kinds)) / 2
    parts = [
        paper(width, height),
        f'<rect x="10" y="10" width="{width - 20}" height="142" rx="6" fill="#cbd9dc"/>',
        _section(card.section, width / 2, 150),
    ]
    for index, kind in enumerate(kinds):
        center = left + step * (index + 0.5)
        parts.append(icon(RESOURCE_SYMBOLS[kind], center - 22, 166, 44))
        for line, word in enumerate(WORDS[kind].split()):
            parts.append(text(word, center, 224 + 13 * line, 13, anchor="middle"))
    parts.append(
        f'<rect x="10" y="250" width="{width - 20}" height="68" rx="6" fill="#f1da97" '
        'stroke="#2b1d16" stroke-width="1.5"/>'
    )
    gains = [(card.recognition, "recognition"), (card.rubles, "ruble")]
    gains = [gain for gain in gains if gain[0]]
    for index, (amount, symbol) in enumerate(gains):
        center = width * (index + 0.5) / len(gains)
        parts.append(text(str(amount), center - 10, 290, 36, anchor="end", bold=True))
        parts.append(icon(symbol, center - 2, 256, 40))
        parts.append(text(symbol, center, 312, 13, anchor="middle"))
    return Piece(width, height, "".join(parts))


def _section(section: int, x: float, bottom: float) -> str:
    if section == v.DOME:
        size = f"{x - 42:g} {bottom - 136:g}"
        parts = icon("drum", 0, 0, 84, 136) + icon("dome-stripes", 0, 0, 84, 136)
        return f'<g transform="translate({size})">{parts}</g>'
    symbol, height = ("section-base", 93) if section == v.BASE else ("section-middle", 84)
    return icon(symbol, x - 42 * 1.3, bottom - height * 1.3, 84 * 1.3, height * 1.3)


def plan(heights: tuple[int, ...], players: int) -> Piece:
    """Draw a building plan: the towers, and for how many players it is."""
    scale, tower = 0.62, 62
    width, ground = tower * len(heights) + 40, 430
    parts = [paper(width, ground + 36, "#e6ecf0")]
    for index in range(players):
        x = width / 2 + (index - (players - 1) / 2) * 26
        body = f"M{x - 10:g} 42q10-22 20 0z"
        parts.append(f'<circle cx="{x:g}" cy="20" r="7"/><path d="{body}"/>')
    for index, height in enumerate(heights):
        left, bottom = 20 + index * tower + (tower - 84 * scale) / 2, float(ground)
        names = ["plan-base", *["plan-middle"] * (height - 2), "plan-dome"]
        sizes = [93, *[84] * (height - 2), 136]
        for name, size in zip(names, sizes, strict=True):
            bottom -= size * scale
            parts.append(icon(name, left, bottom, 84 * scale, size * scale))
    parts.append(f'<path d="M14 {ground}h{width - 28}" stroke="#2c4e7e" stroke-width="3"/>')
    return Piece(width, ground + 36, "".join(parts))


def workshop_tile(tile: WorkshopTile) -> Piece:
    """Draw a workshop tile; the asterisk is the mark of tiles for three or more players."""
    size = 150
    parts = [icon("tile-face", 0, 0, size)]
    if tile.resource is None:
        parts.append(_die(tile.die or 0, 45, 42, 60))
        parts.append(text(f"{v.DICE[tile.die or 0]} die", 75, 122, 12.5, anchor="middle"))
    else:
        parts.append(_gift(tile.resource, tile.amount, 75, 68, 40))
        words = f"{tile.amount} × {WORDS[tile.resource]}"
        parts.append(text(words, 75, 122, 12.5, anchor="middle"))
    if tile.three_or_more:
        parts.append(text("✱", 114, 46, 26, bold=True))
    return Piece(size, size, "".join(parts))


def resource_tile(tile: ResourceTile) -> Piece:
    """Draw a round resource tile of the market."""
    size = 190
    rings = (
        '<circle cx="95" cy="95" r="94" fill="#fbf7ee" stroke="#2b1d16" stroke-width="2"/>'
        '<circle cx="95" cy="95" r="82" fill="none" stroke="#a83a2b" stroke-width="3" '
        'stroke-dasharray="8 6"/>'
    )
    gift = _gift(tile.resource, tile.amount, 95, 80, 42)
    words = text(f"{tile.amount} × {WORDS[tile.resource]}", 95, 138, 14, anchor="middle")
    return Piece(size, size, rings + gift + words)


def coin(value: int) -> Piece:
    """Draw a coin."""
    size = 74 if value == 1 else 96
    number = text(str(value), size / 2, size * 0.64, size * 0.4, anchor="middle", bold=True)
    return Piece(size, size, icon("ruble-big", 0, 0, size) + number)


def influence_card(card: InfluenceCard) -> Piece:
    """Draw an influence card: its guild, and two actions with their signs."""
    width, height = 400, 260
    color = GUILD_COLORS[card.group]
    parts = [
        paper(width, height),
        f'<path d="M1 44V13q0-12 12-12h{width - 26}q12 0 12 12v31z" fill="{color}"/>',
        text(v.GROUPS[card.group].capitalize(), width / 2, 32, 24, anchor="middle"),
        f'<path d="M20 152h{width - 40}" stroke="#b89a6c" stroke-width="2"/>',
    ]
    # The ids must not depend on the order in which somebody reads the two actions.
    actions = card.actions[::-1] if card.group in (v.TEAMSTERS, v.CLERGY) else card.actions
    for action, top in zip(actions, (44, 152), strict=True):
        parts.append(icon("often" if action.endless else "once", 16, top + 28, 56, 42, "sign"))
        parts.append(_signs(action_signs(action), 232, top + 44, 44))
        words = ACTION_WORDS[action.effect]
        if len(action.materials) == v.MATERIAL_COUNT:
            words += ", any material"
        parts.append(text(words, 232, top + 94, 16, anchor="middle"))
    return Piece(width, height, "".join(parts))


def action_signs(action: Action) -> list[Sign]:
    """Return the symbols of an action: the price, an arrow, and the gain."""
    price = _amount(action.price, "ruble")
    match action.effect:
        case effects.SELL:
            return [*_kinds(action.materials), ARROW, *price]
        case effects.BUY:
            return [*price, ARROW, *_kinds(action.materials)]
        case effects.DELIVER:
            return [*price, ARROW, *_amount(action.amount, "cart")]
        case effects.GAIN_RUBLES:
            return _amount(action.amount, "ruble")
        case effects.SWAP:
            return [*price, ARROW, ("round", 1), ("swap", 1), ("round", 1)]
        case effects.TRADE_PAIR:
            return [ANY, ("==", 0.6), ANY, ARROW, ANY]
        case effects.TRADE_RUBLE:
            return [ANY, ("=+", 0.6), *price, ARROW, ANY]
        case effects.TRADE_FOUR:
            return [ANY, ("==", 0.5), ANY, ("==", 0.5), ANY, ("==", 0.5), ANY, ARROW, ANY, ANY]
        case effects.ACTIVATE:
            return [("workshop-tile", 1)]
        case effects.GAIN_RECOGNITION:
            return _amount(action.amount, "recognition")
        case effects.PAY_PRESTIGE:
            return [*price, ARROW, ("prestige", 1)]
        case effects.DISCARD_PRESTIGE:
            return [ANY, ("=≠", 0.6), ANY, ("=≠", 0.6), ANY, ARROW, ("prestige", 1)]
        case effects.GAIN_COMPLETE:
            return [("whole-tower", 1), ARROW, *_amount(action.amount, "recognition")]
        case _:
            raise ValueError(action.effect)


def _amount(amount: int, symbol: str) -> list[Sign]:
    return [(f"={amount}", 0.6), (symbol, 1)]


def _kinds(kinds: tuple[int, ...]) -> list[Sign]:
    if len(kinds) == v.MATERIAL_COUNT:
        return [ANY]
    signs: list[Sign] = []
    for kind in kinds:
        signs += [("=/", 0.4), (RESOURCE_SYMBOLS[kind], 1)]
    return signs[1:]


def _signs(signs: list[Sign], x: float, y: float, size: float) -> str:
    """Draw symbols in a row that is centered at ``x`` and not wider than the card."""
    size = min(size, 310 / sum(width for _, width in signs))
    left = x - sum(width for _, width in signs) * size / 2
    parts = []
    for sign, width in signs:
        if sign.startswith("="):
            center = left + width * size / 2
            letter = text(sign[1:], center, y + size * 0.3, size * 0.85, anchor="middle", bold=True)
            parts.append(letter)
        else:
            names = "dim" if sign in ("arrow", "swap") else ""
            inner = size * 0.92
            parts.append(icon(sign, left + size * 0.04, y - inner / 2, inner, inner, names))
        left += width * size
    return "".join(parts)


def board(edition: Edition, color: int, *, advanced: bool) -> Piece:
    """Draw one side of a workshop board: six spaces with what a tile face up costs there."""
    width, height = 1240, 214
    name = v.COLOURS[color]
    costs = (edition.advanced_costs if advanced else edition.basic_costs)[color]
    parts = [
        paper(width, height, "#ead7ae"),
        f'<rect width="130" height="{height}" rx="12" class="pattern p-{name}"/>',
        '<rect x="15" y="84" width="100" height="46" rx="6" fill="#fbf7ee"/>',
        text(name, 65, 115, 26, anchor="middle", bold=True),
    ]
    for space, cost in enumerate(costs):
        die = (*v.DICE[1:], "white", "white")[space]
        ornament = edition.advanced_ornaments[color][space] if advanced else -1
        left = 150 + space * 180
        parts.append(
            f'<rect x="{left}" y="14" width="164" height="{height - 28}" rx="8" '
            f'class="pattern p-{die}"/>'
            f'<rect x="{left + 12}" y="26" width="140" height="112" rx="6" fill="#fbf7ee" '
            'stroke="#6a5443" stroke-width="2" stroke-dasharray="7 5"/>'
        )
        cost_x = left + 80
        if ornament >= 0:
            parts.append(icon(f"orn-{v.ORNAMENTS[ornament]}", left + 16, 42, 58))
            parts.append(text(v.ORNAMENTS[ornament], left + 45, 126, 16, anchor="middle"))
            cost_x = left + 110
        parts.append(text(str(cost), cost_x - 2, 95, 34, anchor="end", bold=True))
        parts.append(icon("ruble", cost_x, 66, 34))
        parts.append(
            f'<rect x="{left + 30}" y="148" width="104" height="44" rx="6" fill="#fbf7ee"/>'
        )
        parts.append(_die(DIE_NUMBERS[die], left + 36, 152, 36))
        parts.append(text(die, left + 102, 176, 16, anchor="middle"))
    return Piece(width, height, "".join(parts))


DIE_NUMBERS: Final = {name: number for number, name in enumerate(v.DICE)}


def score_track(edition: Edition) -> Piece:
    """Draw the score track, clockwise: prestige spaces show an eagle and their prestige."""
    cell = 56
    side = edition.lap // 4
    size = cell * (side + 1)
    prestige = {space: number for number, space in enumerate(edition.prestige_spaces, 1)}
    parts = [paper(size, size, "#f4e9d2", 4)]
    for space in range(1, edition.lap + 1):
        edge, along = divmod(space % edition.lap, side)
        column, row = ((along, 0), (side, along), (side - along, side), (0, side - along))[edge]
        x, y = column * cell, row * cell
        number = prestige.get(space)
        color = "#edbb55" if number else "#f4e9d2"
        parts.append(
            f'<rect x="{x}" y="{y}" width="{cell}" height="{cell}" fill="{color}" '
            'stroke="#2b1d16" stroke-width="1.5"/>'
        )
        parts.append(text(str(space), x + 4, y + 15, 13))
        if number:
            parts.append(icon("prestige", x + 4, y + 20, 28))
            parts.append(text(str(number), x + 53, y + 50, 18, anchor="end", bold=True))
    middle = size / 2
    parts.append(
        f'<circle cx="{middle}" cy="{middle}" r="{middle - 1.6 * cell}" fill="#7e2a20"/>'
        f'<circle cx="{middle}" cy="{middle}" r="{middle - 5 * cell}" fill="#f4e9d2"/>'
    )
    return Piece(size, size, "".join(parts))


def first_game(cards: list[InfluenceCard]) -> Piece:
    """Draw the page of a rulebook with the influence cards for a first game."""
    width, height = 940, 720
    parts = [paper(width, height, "#fdfaf2", 2)]
    parts.append(text("For your first game, use these four cards:", 470, 62, 30, anchor="middle"))
    for index, card in enumerate(cards):
        piece = influence_card(card)
        place = f"translate({50 + 440 * (index % 2)} {110 + 300 * (index // 2)})"
        parts.append(f'<g transform="{place}">{piece.svg}</g>')
    return Piece(width, height, "".join(parts))


def _gift(resource: int, amount: int, x: float, y: float, size: float) -> str:
    """Draw the symbol of a resource, as often as it is given, in one or two rows."""
    size *= 1.3 if amount == 1 else 1
    rows = [amount] if amount < 3 else [2, amount - 2]
    parts = []
    for row, count in enumerate(rows):
        top = y + (row - len(rows) / 2) * size
        for index in range(count):
            left = x + (index - count / 2) * size
            parts.append(icon(RESOURCE_SYMBOLS[resource], left + 2, top + 2, size - 4))
    return "".join(parts)


def _die(die: int, x: float, y: float, size: float) -> str:
    name = v.DICE[die]
    scale = size / 32
    faces = icon("die-0", 0, 0, 32, 32, f"die p-{name}") + icon(f"emblem-{name}", 6, 2.5, 20)
    return f'<g transform="translate({x:g} {y:g}) scale({scale:g})">{faces}</g>'
