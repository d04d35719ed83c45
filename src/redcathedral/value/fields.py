"""What the learned value function sees of a position: fields, each a small whole number.

A position is read from one seat's point of view.  Its fields are the common ones and, for this
seat and then the others in turn order, those of a seat; every field has so many values, and every
value of every field has a row of weights of its own (an embedding bag), so nothing has to be
scaled and nothing is assumed to be linear.  ``COMMON`` and ``SEAT`` below say what each field is;
numbers beyond the last value count as the last.

The dice that the coming roll will change (R6.11) are read as unknown: a position at the end of a
turn is an afterstate.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from redcathedral.box.vocabulary import (
    COLOUR_COUNT,
    DIE_COUNT,
    INVENTORY,
    IVAN_ROW,
    LEVEL_COUNT,
    MATERIAL_COUNT,
    QUADRANT_COUNT,
    SECTION_COUNT,
    SPACE_COUNT,
    SPACE_LIMIT,
    TOWER_COUNT,
    WHITE_1,
    WORKSHOP_COUNT,
)
from redcathedral.engine import scoring, track
from redcathedral.engine.build import CLOSING_CARDS, DELIVERIES
from redcathedral.engine.components import DIE_BENEFIT
from redcathedral.engine.goods import free_slots
from redcathedral.engine.phases import ROLL
from redcathedral.engine.setting import place_of
from redcathedral.engine.state import NOBODY, State
from redcathedral.value.standing import SEATS, closing, next_seat

HALF: Final = 40  # a difference of totals is read from -40 to 40
TOTALS: Final = 2 * HALF + 1
CARDS: Final = 31  # influence cards that an edition can have here
LANDINGS: Final = SPACE_COUNT * SPACE_LIMIT  # a resource tile and the dice on it

# Field and number of its values.
COMMON: Final = (
    ("mode: players or solo, side of the own workshop", 8),
    ("turns until this seat's, and whether the game is closing", 3 * SEATS),
    (
        "lead over the best other by the score as it stands, and whether the game is closing",
        3 * TOTALS,
    ),
    ("cards completed: own, and the most of another seat", 49),
    ("cards that can be claimed", 7),
    ("bases without an ornament", 7),
    ("middle sections without an ornament", 7),
    ("domes without an ornament", 7),
    ("gold in the supply", 9),
    ("green gems in the supply", 9),
    ("purple gems in the supply", 9),
    *((f"influence card of group {group + 1}", CARDS) for group in range(4)),
    *((f"where die {die} leads: the tile and the dice there", 2 + LANDINGS) for die in range(5)),
    *((f"where die {die} leads: the influence card", 1 + CARDS) for die in range(5)),
    *((f"Ivan's card {position + 1} and its side", 11) for position in range(5)),
    ("materials on Ivan's Inventory and Build cards", 17),
)
SEAT: Final = (
    ("prestige on the track", 64),
    ("recognition to the next prestige", 6),
    ("rubles", 14),
    *(
        (f"{material} stored", 6)
        for material in ("wood", "brick", "stone", "gold", "green", "purple")
    ),
    ("free slots", 9),
    ("banners not on cards", 7),
    ("banners in the inventory", 5),
    ("cards completed", 9),
    ("ornaments available: door, arches, cross", 12),
    ("ornaments set up", 5),
    ("prestige of the towers as they stand", 48),
    ("prestige for goods left over", 6),
    ("unfinished cards", 7),
    *(
        (f"{material} missing on them", 6)
        for material in ("wood", "brick", "stone", "gold", "green", "purple")
    ),
    *(
        (f"{material} missing and not stored", 5)
        for material in ("wood", "brick", "stone", "gold", "green", "purple")
    ),
    ("materials missing and not stored", 16),
    ("cards that one build action can complete", 4),
    ("deliveries to the sixth card", 25),
    ("recognition on unfinished cards", 24),
    ("rubles on unfinished cards", 10),
    ("prestige that the tsar's reprimand threatens", 7),
    *((f"workshop tile {space + 1}: own colour, other colours, white", 11) for space in range(6)),
)
_COMMON_COUNT: Final = len(COMMON)
_SEAT_COUNT: Final = len(SEAT)
_SIZES: Final = vec[i64](
    [size for _, size in COMMON] + [size for _ in range(SEATS) for _, size in SEAT]
)


def _offsets() -> vec[i64]:
    result = vec[i64]()
    total: i64 = 0
    size: i64
    for size in _SIZES:
        result = append(result, total)
        total += size
    return result


_OFFSETS: Final = _offsets()
ROWS: Final = sum([size for _, size in COMMON]) + SEATS * sum([size for _, size in SEAT])


def field_count(seats: i64) -> i64:
    """How many fields a position with so many seats has."""
    return _COMMON_COUNT + seats * _SEAT_COUNT


def blank(seats: i64) -> vec[i64]:
    """Room for the rows of a position."""
    return vec[i64]([0] * int(field_count(seats)))


def _put(rows: vec[i64], field: i64, value: i64) -> None:
    """The row of a field's value."""
    last = _SIZES[field] - 1
    if value > last:
        value = last
    elif value < 0:
        value = 0
    rows[field] = _OFFSETS[field] + value


def read(state: State, seat: i64, totals: vec[i64], rows: vec[i64]) -> None:
    """Write the row of every field of a position, from a seat's point of view.

    ``totals`` is from ``standing.standing``.
    """
    _read_common(state, seat, totals, rows)
    seats = state.setting.seat_count
    field: i64 = _COMMON_COUNT
    slot: i64
    other = seat
    for slot in range(seats):
        _read_seat(state, other, totals, rows, field)
        field += _SEAT_COUNT
        other += 1
        if other == seats:
            other = 0


def _read_common(state: State, seat: i64, totals: vec[i64], rows: vec[i64]) -> None:
    setting = state.setting
    seats = setting.seat_count
    mode = seats - 1 if not setting.solo else 0
    _put(rows, 0, mode * 2 + setting.advanced[seat])
    ending = closing(state, seat)
    _put(rows, 1, ending * SEATS + (seat - next_seat(state)) % seats)
    best: i64 = -1000
    most: i64 = 0
    other: i64
    for other in range(seats):
        if other != seat:
            if totals[SEATS + other] > best:
                best = totals[SEATS + other]
            if state.completed(other) > most:
                most = state.completed(other)
    lead = totals[SEATS + seat] - best
    if lead > HALF:
        lead = HALF
    elif lead < -HALF:
        lead = -HALF
    _put(rows, 2, ending * TOTALS + lead + HALF)
    own = state.completed(seat)
    _put(rows, 3, (own if own < 6 else 6) * 7 + (most if most < 6 else 6))
    _read_cathedral(state, rows)
    _put(rows, 8, state.supply(3))
    _put(rows, 9, state.supply(4))
    _put(rows, 10, state.supply(5))
    quadrant: i64
    for quadrant in range(QUADRANT_COUNT):
        card = setting.influence[quadrant]
        _put(rows, 11 + setting.components.influence_group[card], card)
    _read_dice(state, seat, rows)
    position: i64
    for position in range(IVAN_ROW):
        value: i64 = 0
        if setting.solo:
            value = 1 + state.ivan_card(position) * 2 + (1 if state.is_face_up(position) else 0)
        _put(rows, 25 + position, value)
    _put(rows, 30, len(state.ivan_inventory) + len(state.ivan_build))


def _read_cathedral(state: State, rows: vec[i64]) -> None:
    """The cards that can be claimed, and those that wait for an ornament."""
    open_cards: i64 = 0
    bases: i64 = 0
    middles: i64 = 0
    domes: i64 = 0
    tower: i64
    level: i64
    for tower in range(TOWER_COUNT):
        height = state.setting.heights[tower]
        risen = state.next_level(tower)
        if risen < height:
            open_cards += 1
        for level in range(risen):
            place = place_of(tower, level)
            if state.is_built(place) and state.decorator(place) == NOBODY:
                if level == 0:
                    bases += 1
                elif level == height - 1:
                    domes += 1
                else:
                    middles += 1
    _put(rows, 4, open_cards)
    _put(rows, 5, bases)
    _put(rows, 6, middles)
    _put(rows, 7, domes)


def _read_dice(state: State, seat: i64, rows: vec[i64]) -> None:
    """Where each die leads: the white one, that of the own colour, the others in colour order."""
    rolled = state.pending if state.phase == ROLL else 0
    colour = state.setting.colours[seat]
    index: i64
    for index in range(DIE_COUNT):
        die: i64 = 0
        if index > 0:
            die = 1 + (colour + index - 1) % COLOUR_COUNT
        if rolled >> die & 1 == 1:
            _put(rows, 15 + index, 0)
            _put(rows, 20 + index, 0)
            continue
        space = (state.die_space(die) + state.die_face(die)) % SPACE_COUNT
        others = state.crowd(space)
        if state.die_space(die) == space:
            others -= 1
        if others >= SPACE_LIMIT:
            _put(rows, 15 + index, 1 + LANDINGS)
            _put(rows, 20 + index, 0)
        else:
            _put(rows, 15 + index, 1 + state.resource_tile(space) * SPACE_LIMIT + others)
            _put(rows, 20 + index, 1 + state.setting.influence[space // 2])


def _read_seat(state: State, seat: i64, totals: vec[i64], rows: vec[i64], first: i64) -> None:
    """A seat's track, goods, banners, ornaments, cards to build and workshop."""
    components = state.setting.components
    prestige = track.prestige(components, state.score(seat))
    _put(rows, first, prestige)
    _put(rows, first + 1, track.space_of(components, prestige + 1) - state.score(seat) - 1)
    _put(rows, first + 2, state.rubles(seat))
    kind: i64
    for kind in range(MATERIAL_COUNT):
        _put(rows, first + 3 + kind, state.materials(seat, kind))
    _put(rows, first + 9, free_slots(state, seat))
    banners: i64 = 0
    source: i64
    for source in range(4):
        banners += state.banners(seat, source)
    _put(rows, first + 10, banners)
    _put(rows, first + 11, state.banners(seat, INVENTORY))
    _put(rows, first + 12, state.completed(seat))
    available: i64 = 0
    section: i64
    for section in range(SECTION_COUNT):
        count = state.ornaments(seat, section)
        if section == 1:
            available = available * 3 + (count if count < 2 else 2)
        else:
            available = available * 2 + (count if count < 1 else 1)
    _put(rows, first + 13, available)
    _put(rows, first + 14, state.decorated(seat))
    _put(rows, first + 15, totals[seat])
    _put(rows, first + 16, (state.stored(seat) + state.rubles(seat)) // scoring.GOODS_PRICE)
    _read_sites(state, seat, rows, first + 17)
    _read_workshop(state, seat, rows, first + 36)


def _read_sites(state: State, seat: i64, rows: vec[i64], first: i64) -> None:
    """The unfinished cards: what they still need, what they will give, what threatens."""
    setting = state.setting
    components = setting.components
    count = state.site_count(seat)
    _put(rows, first, count)
    near: i64 = 0  # cards that one build action can complete
    recognition: i64 = 0
    rubles: i64 = 0
    threat: i64 = 0
    to_close: i64 = 0
    slot: i64
    kind: i64
    level: i64
    missing = vec[i64]([0] * MATERIAL_COUNT)
    for slot in range(count):
        place = state.site(seat, slot)
        card = setting.card[place]
        held: i64 = 0
        for kind in range(MATERIAL_COUNT):
            need = state.needed(place, kind)
            missing[kind] += need
            have = state.materials(seat, kind)
            held += need if need < have else have
        needed = state.missing(place)
        to_close += needed
        if needed <= DELIVERIES and held == needed:
            near += 1
        recognition += components.card_recognition[card]
        rubles += components.card_rubles[card]
        tower = place // LEVEL_COUNT
        for level in range(place % LEVEL_COUNT + 1, state.next_level(tower)):
            above = place_of(tower, level)
            if state.is_built(above) and state.owner(above) != seat:
                threat += 1
    short: i64 = 0
    for kind in range(MATERIAL_COUNT):
        lacking = missing[kind] - state.materials(seat, kind)
        if lacking < 0:
            lacking = 0
        short += lacking
        _put(rows, first + 1 + kind, missing[kind])
        _put(rows, first + 7 + kind, lacking)
    _put(rows, first + 13, short)
    _put(rows, first + 14, near)
    ahead = CLOSING_CARDS - state.completed(seat)
    _put(rows, first + 15, to_close + 4 * (ahead - count) if ahead > 0 else 0)
    _put(rows, first + 16, recognition)
    _put(rows, first + 17, rubles)
    _put(rows, first + 18, threat)


def _read_workshop(state: State, seat: i64, rows: vec[i64], first: i64) -> None:
    """What lies on each space: nothing, a tile face down, or what its tile gives."""
    tile_gives = state.setting.components.tile_gives
    colour = state.setting.colours[seat]
    index: i64
    for index in range(WORKSHOP_COUNT):
        space = index
        if index < WHITE_1:
            space = (colour + index) % COLOUR_COUNT
        tile = state.workshop(seat, space)
        value: i64 = 0
        if tile < 0:
            value = 1
        elif tile > 0:
            gives = tile_gives[tile - 1]
            value = 2 + (gives if gives < DIE_BENEFIT else DIE_BENEFIT)
        _put(rows, first + index, value)
