"""What the learned value function sees of a position: fields, each a small whole number.

A position is read from one seat's point of view.  Its fields are the common ones and, for this
seat and then the others in turn order, those of a seat; every field has so many values, and every
value of every field has a row of weights of its own (an embedding bag), so nothing has to be
scaled and nothing is assumed to be linear.  ``COMMON`` and ``SEAT`` below say what each field is;
numbers beyond the last value count as the last.

The dice that the coming roll will change (R6.11) are read as unknown: a position at the end of a
turn is an afterstate.
"""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from redcathedral.ai.value.standings import (
    MAX_SEATS,
    final_margin,
    last_round,
    next_seat,
    prestige_totals,
)
from redcathedral.ai.value.towers import FIELDS_OF_TOWER, TOWER, read_towers
from redcathedral.box import vocabulary as v
from redcathedral.engine import scoring, track
from redcathedral.engine.build import CLOSING_CARDS, DELIVERIES
from redcathedral.engine.components import DIE_BENEFIT
from redcathedral.engine.phases import ROLL
from redcathedral.engine.resources import free_slots
from redcathedral.engine.setting import place_of
from redcathedral.engine.state import NOBODY, State

HALF: Final = 40  # a difference of totals is read from -40 to 40
TOTALS: Final = 2 * HALF + 1
CARDS: Final = 31  # influence cards that an edition can have here
LANDINGS: Final = v.SPACE_COUNT * v.SPACE_LIMIT  # a resource tile and the dice on it

# The numbers of the fields; where there is one for each of several things, that of the first.
MODE: Final = 0
TEMPO: Final = 1
LEAD: Final = 2
COMPLETED: Final = 3
OPEN: Final = 4
BARE: Final = 5  # + section
SUPPLY: Final = 8  # + material, from gold on
INFLUENCE: Final = 11  # + group
TILE_THERE: Final = 15  # + die
CARD_THERE: Final = 20  # + die
IVAN_CARD: Final = 25  # + position
IVAN_PILES: Final = 30
FIELDS_IN_COMMON: Final = 31

PRESTIGE: Final = 0
TO_PRESTIGE: Final = 1
RUBLES: Final = 2
STORED: Final = 3  # + material
FREE_SLOTS: Final = 9
BANNERS: Final = 10
INVENTORY_BANNERS: Final = 11
CARDS_COMPLETED: Final = 12
AVAILABLE: Final = 13
DECORATED: Final = 14
TOWERS: Final = 15
LEFT_OVER: Final = 16
SITES: Final = 17
MISSING: Final = 18  # + material
LACKING: Final = 24  # + material
SHORT: Final = 30
NEAR: Final = 31
TO_CLOSE: Final = 32
RECOGNITION_AHEAD: Final = 33
RUBLES_AHEAD: Final = 34
THREAT: Final = 35
WORKSHOP: Final = 36  # + space
FIELDS_OF_SEAT: Final = 42

_MATERIALS: Final = ("wood", "brick", "stone", "gold", "green", "purple")

# Number of the field, what it is, and how many values it has; in order of the numbers.
COMMON: Final = (
    (MODE, "mode: players or solo, side of the own workshop", 8),
    (TEMPO, "turns until this seat's, and whether the game is closing", 3 * MAX_SEATS),
    (
        LEAD,
        "lead over the best other by the score as it stands, and whether the game is closing",
        3 * TOTALS,
    ),
    (COMPLETED, "cards completed: own, and the most of another seat", 49),
    (OPEN, "cards that can be claimed", 7),
    (BARE + v.BASE, "bases without an ornament", 7),
    (BARE + v.MIDDLE, "middle sections without an ornament", 7),
    (BARE + v.DOME, "domes without an ornament", 7),
    (SUPPLY, "gold in the supply", 9),
    (SUPPLY + 1, "green gems in the supply", 9),
    (SUPPLY + 2, "purple gems in the supply", 9),
    *((INFLUENCE + n, f"influence card of group {n + 1}", CARDS) for n in range(v.QUADRANT_COUNT)),
    *(
        (TILE_THERE + die, f"where die {die} leads: the tile and the dice there", 2 + LANDINGS)
        for die in range(v.DIE_COUNT)
    ),
    *(
        (CARD_THERE + die, f"where die {die} leads: the influence card", 1 + CARDS)
        for die in range(v.DIE_COUNT)
    ),
    *((IVAN_CARD + n, f"Ivan's card {n + 1} and its side", 11) for n in range(v.IVAN_ROW)),
    (IVAN_PILES, "materials on Ivan's Inventory and Build cards", 17),
)
SEAT: Final = (
    (PRESTIGE, "prestige on the track", 64),
    (TO_PRESTIGE, "recognition to the next prestige", 6),
    (RUBLES, "rubles", 14),
    *((STORED + n, f"{name} stored", 6) for n, name in enumerate(_MATERIALS)),
    (FREE_SLOTS, "free slots", 9),
    (BANNERS, "banners not on cards", 7),
    (INVENTORY_BANNERS, "banners in the inventory", 5),
    (CARDS_COMPLETED, "cards completed", 9),
    (AVAILABLE, "ornaments available: door, arches, cross", 12),
    (DECORATED, "ornaments set up", 5),
    (TOWERS, "prestige of the towers as they stand", 48),
    (LEFT_OVER, "prestige for goods left over", 6),
    (SITES, "unfinished cards", 7),
    *((MISSING + n, f"{name} missing on them", 6) for n, name in enumerate(_MATERIALS)),
    *((LACKING + n, f"{name} missing and not stored", 5) for n, name in enumerate(_MATERIALS)),
    (SHORT, "materials missing and not stored", 16),
    (NEAR, "cards that one build action can complete", 4),
    (TO_CLOSE, "deliveries to the sixth card", 25),
    (RECOGNITION_AHEAD, "recognition on unfinished cards", 24),
    (RUBLES_AHEAD, "rubles on unfinished cards", 10),
    (THREAT, "prestige that the tsar's reprimand threatens", 7),
    *(
        (WORKSHOP + n, f"workshop tile {n + 1}: own colour, other colours, white", 11)
        for n in range(v.WORKSHOP_COUNT)
    ),
)
FIRST_TOWER: Final = FIELDS_IN_COMMON
FIRST_SEAT: Final = FIELDS_IN_COMMON + v.TOWER_COUNT * FIELDS_OF_TOWER


def _spans() -> list[tuple[int, int]]:
    """For each field its first row and how many it has; the rows of towers stand last."""
    common: list[tuple[int, int]] = []
    seats: list[tuple[int, int]] = []
    towers: list[tuple[int, int]] = []
    row = 0
    for _, _, size in COMMON:
        common.append((row, size))
        row += size
    for _ in range(MAX_SEATS):
        for _, _, size in SEAT:
            seats.append((row, size))
            row += size
    for _, _, size in TOWER:
        towers.append((row, size))
        row += size
    return [*common, *towers * v.TOWER_COUNT, *seats]


_OFFSETS: Final = vec[i64]([first for first, _ in _spans()])
_SIZES: Final = vec[i64]([size for _, size in _spans()])
ROW_COUNT: Final = (
    sum([size for _, _, size in COMMON])
    + MAX_SEATS * sum([size for _, _, size in SEAT])
    + sum([size for _, _, size in TOWER])
)


def field_count(seats: i64) -> i64:
    """How many fields a position with so many seats has."""
    return FIRST_SEAT + seats * FIELDS_OF_SEAT


def empty_rows(seats: i64) -> vec[i64]:
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


def value_of(rows: vec[i64], field: i64) -> i64:
    """The value of a field whose row has been written."""
    return rows[field] - _OFFSETS[field]


def read_position(state: State, seat: i64, totals: vec[i64], rows: vec[i64]) -> None:
    """Write the row of every field of a position, from a seat's point of view.

    ``totals`` is from ``standing.standing``.
    """
    _read_common(state, seat, totals, rows)
    read_towers(state, seat, 1 if next_seat(state) == seat else 0, rows, FIRST_TOWER)
    slot: i64
    for slot in range(FIRST_TOWER, FIRST_SEAT):
        _put(rows, slot, rows[slot])
    seats = state.setting.seat_count
    field: i64 = FIRST_SEAT
    other = seat
    for slot in range(seats):
        _read_seat(state, other, totals, rows, field)
        field += FIELDS_OF_SEAT
        other += 1
        if other == seats:
            other = 0


def read_all_seats(state: State) -> vec[i64]:
    """The rows of every field of a position, from the points of view of all seats in order.

    For interpreted code, which should hand no vec to compiled code: mypyc keeps it for ever.
    """
    totals = prestige_totals(state)
    rows = empty_rows(state.setting.seat_count)
    found = vec[i64]()
    seat: i64
    for seat in range(state.setting.seat_count):
        read_position(state, seat, totals, rows)
        for row in rows:
            found = append(found, row)
    return found


def _read_common(state: State, seat: i64, totals: vec[i64], rows: vec[i64]) -> None:
    setting = state.setting
    seats = setting.seat_count
    mode = seats - 1 if not setting.solo else 0
    _put(rows, MODE, mode * 2 + setting.advanced[seat])
    ending = last_round(state, seat)
    _put(rows, TEMPO, ending * MAX_SEATS + (seat - next_seat(state)) % seats)
    most: i64 = 0
    other: i64
    for other in range(seats):
        if other != seat and state.completed(other) > most:
            most = state.completed(other)
    lead = final_margin(state, seat, totals)
    if lead > HALF:
        lead = HALF
    elif lead < -HALF:
        lead = -HALF
    _put(rows, LEAD, ending * TOTALS + lead + HALF)
    own = state.completed(seat)
    _put(rows, COMPLETED, (own if own < 6 else 6) * 7 + (most if most < 6 else 6))
    _read_cathedral(state, rows)
    kind: i64
    for kind in range(v.GOLD, v.MATERIAL_COUNT):
        _put(rows, SUPPLY + kind - v.GOLD, state.supply(kind))
    quadrant: i64
    for quadrant in range(v.QUADRANT_COUNT):
        card = setting.influence[quadrant]
        _put(rows, INFLUENCE + setting.components.influence_group[card], card)
    _read_dice(state, seat, rows)
    position: i64
    for position in range(v.IVAN_ROW):
        value: i64 = 0
        if setting.solo:
            value = 1 + state.ivan_card(position) * 2 + (1 if state.is_face_up(position) else 0)
        _put(rows, IVAN_CARD + position, value)
    _put(rows, IVAN_PILES, len(state.ivan_inventory) + len(state.ivan_build))


def _read_cathedral(state: State, rows: vec[i64]) -> None:
    """The cards that can be claimed, and those that wait for an ornament."""
    open_cards: i64 = 0
    bare = vec[i64]([0] * v.SECTION_COUNT)
    tower: i64
    level: i64
    section: i64
    for tower in range(v.TOWER_COUNT):
        risen = state.next_level(tower)
        if risen < state.setting.heights[tower]:
            open_cards += 1
        for level in range(risen):
            place = place_of(tower, level)
            if state.is_built(place) and state.decorator(place) == NOBODY:
                bare[state.setting.section(place)] += 1
    _put(rows, OPEN, open_cards)
    for section in range(v.SECTION_COUNT):
        _put(rows, BARE + section, bare[section])


def _read_dice(state: State, seat: i64, rows: vec[i64]) -> None:
    """Where each die leads: the white one, that of the own colour, the others in colour order."""
    rolled = state.pending if state.phase == ROLL else 0
    colour = state.setting.colours[seat]
    index: i64
    for index in range(v.DIE_COUNT):
        die: i64 = 0
        if index > 0:
            die = 1 + (colour + index - 1) % v.COLOUR_COUNT
        if rolled >> die & 1 == 1:
            _put(rows, TILE_THERE + index, 0)
            _put(rows, CARD_THERE + index, 0)
            continue
        space = (state.die_space(die) + state.die_face(die)) % v.SPACE_COUNT
        others = state.dice_count(space)
        if state.die_space(die) == space:
            others -= 1
        if others >= v.SPACE_LIMIT:
            _put(rows, TILE_THERE + index, 1 + LANDINGS)
            _put(rows, CARD_THERE + index, 0)
        else:
            _put(rows, TILE_THERE + index, 1 + state.resource_tile(space) * v.SPACE_LIMIT + others)
            _put(rows, CARD_THERE + index, 1 + state.setting.influence[space // 2])


def _read_seat(state: State, seat: i64, totals: vec[i64], rows: vec[i64], first: i64) -> None:
    """A seat's track, goods, banners, ornaments, cards to build and workshop."""
    components = state.setting.components
    prestige = track.prestige(components, state.score(seat))
    _put(rows, first + PRESTIGE, prestige)
    _put(
        rows,
        first + TO_PRESTIGE,
        track.prestige_space(components, prestige + 1) - state.score(seat) - 1,
    )
    _put(rows, first + RUBLES, state.rubles(seat))
    kind: i64
    for kind in range(v.MATERIAL_COUNT):
        _put(rows, first + STORED + kind, state.materials(seat, kind))
    _put(rows, first + FREE_SLOTS, free_slots(state, seat))
    banners: i64 = 0
    source: i64
    for source in range(4):
        banners += state.banners(seat, source)
    _put(rows, first + BANNERS, banners)
    _put(rows, first + INVENTORY_BANNERS, state.banners(seat, v.INVENTORY))
    _put(rows, first + CARDS_COMPLETED, state.completed(seat))
    available: i64 = 0
    section: i64
    for section in range(v.SECTION_COUNT):
        count = state.ornaments(seat, section)
        if section == 1:
            available = available * 3 + (count if count < 2 else 2)
        else:
            available = available * 2 + (count if count < 1 else 1)
    _put(rows, first + AVAILABLE, available)
    _put(rows, first + DECORATED, state.decorated(seat))
    _put(rows, first + TOWERS, totals[seat])
    _put(rows, first + LEFT_OVER, (state.stored(seat) + state.rubles(seat)) // scoring.GOODS_PRICE)
    _read_unfinished(state, seat, rows, first)
    _read_workshop(state, seat, rows, first)


def _read_unfinished(state: State, seat: i64, rows: vec[i64], first: i64) -> None:
    """The unfinished cards: what they still need, what they will give, what threatens."""
    setting = state.setting
    components = setting.components
    count = state.unfinished_count(seat)
    _put(rows, first + SITES, count)
    near: i64 = 0  # cards that one build action can complete
    recognition: i64 = 0
    rubles: i64 = 0
    threat: i64 = 0
    to_close: i64 = 0
    slot: i64
    kind: i64
    level: i64
    missing = vec[i64]([0] * v.MATERIAL_COUNT)
    for slot in range(count):
        place = state.unfinished_place(seat, slot)
        card = setting.card[place]
        held: i64 = 0
        for kind in range(v.MATERIAL_COUNT):
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
        tower = place // v.LEVEL_COUNT
        for level in range(place % v.LEVEL_COUNT + 1, state.next_level(tower)):
            above = place_of(tower, level)
            if state.is_built(above) and state.owner(above) != seat:
                threat += 1
    short: i64 = 0
    for kind in range(v.MATERIAL_COUNT):
        lacking = missing[kind] - state.materials(seat, kind)
        if lacking < 0:
            lacking = 0
        short += lacking
        _put(rows, first + MISSING + kind, missing[kind])
        _put(rows, first + LACKING + kind, lacking)
    _put(rows, first + SHORT, short)
    _put(rows, first + NEAR, near)
    ahead = CLOSING_CARDS - state.completed(seat)
    _put(rows, first + TO_CLOSE, to_close + 4 * (ahead - count) if ahead > 0 else 0)
    _put(rows, first + RECOGNITION_AHEAD, recognition)
    _put(rows, first + RUBLES_AHEAD, rubles)
    _put(rows, first + THREAT, threat)


def _read_workshop(state: State, seat: i64, rows: vec[i64], first: i64) -> None:
    """What lies on each space: nothing, a tile face down, or what its tile gives."""
    tile_gives = state.setting.components.tile_gives
    colour = state.setting.colours[seat]
    index: i64
    for index in range(v.WORKSHOP_COUNT):
        space = index
        if index < v.WHITE_1:
            space = (colour + index) % v.COLOUR_COUNT
        tile = state.workshop(seat, space)
        value: i64 = 0
        if tile < 0:
            value = 1
        elif tile > 0:
            gives = tile_gives[tile - 1]
            value = 2 + (gives if gives < DIE_BENEFIT else DIE_BENEFIT)
        _put(rows, first + WORKSHOP + index, value)
