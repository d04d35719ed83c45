"""Read the fields of a position (``fields``) from the point of view of a seat.

The seat's own fields come first, then those of the other seats in turn order.  The end of a turn is
evaluated before its roll (R6.11), so the dice that will be rolled are read as unknown.
"""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from redcathedral.ai.value.box_fields import FIELDS_OF_BOX, ComponentValues
from redcathedral.ai.value.fields import (
    AVAILABLE_ORNAMENTS,
    BANNERS,
    CARDS_COMPLETED,
    CLAIMABLE,
    COMPLETABLE,
    COMPLETED,
    DECORATED,
    DELIVERIES_TO_CLOSE,
    FACE_DOWN,
    FIELDS_OF_SEAT,
    FIRST_SEAT,
    FIRST_TOWER,
    FREE_SLOTS,
    GIFT_COUNT,
    GOODS_PRESTIGE,
    INVENTORY_BANNERS,
    IVAN_CARD,
    IVAN_PILES,
    LACKING,
    LACKING_TOTAL,
    LANDING_VALUES,
    LEAD,
    LEAD_VALUES,
    MAX_COST,
    MAX_LEAD,
    MISSING,
    MODE,
    PRESTIGE,
    PRESTIGE_AHEAD,
    RECOGNITION_AHEAD,
    RUBLES,
    RUBLES_AHEAD,
    SLOPE,
    STORED,
    SUPPLY,
    TARGET_ACTION,
    TARGET_TILE,
    TEMPO,
    THREAT,
    TO_PRESTIGE,
    TOWER_PRESTIGE,
    UNDECORATED,
    UNFINISHED,
    WORKSHOP,
    empty_rows,
    put,
)
from redcathedral.ai.value.standings import (
    MAX_SEATS,
    final_margin,
    last_round,
    next_seat,
    prestige_totals,
)
from redcathedral.ai.value.towers import read_towers
from redcathedral.box import vocabulary as v
from redcathedral.engine import scoring, track
from redcathedral.engine.build import CLOSING_CARDS, DELIVERIES
from redcathedral.engine.claim import locked_ornament
from redcathedral.engine.phases import ROLL
from redcathedral.engine.resources import free_slots
from redcathedral.engine.setting import Setting, place_of
from redcathedral.engine.state import NOBODY, State

NEXT_RECOGNITION: Final = 10  # recognition ahead of a marker, for the slope of the track


def read_box(setting: Setting, of: ComponentValues, rows: vec[i64]) -> None:
    """Write the rows of the fields that are the same in a whole game."""
    values = of.box(setting)
    field: i64
    for field in range(FIELDS_OF_BOX):
        put(rows, field, values[field])


def read_position(
    state: State, seat: i64, totals: vec[i64], of: ComponentValues, rows: vec[i64]
) -> None:
    """Write the rows of all other fields of a position, from a seat's point of view.

    ``totals`` comes from ``standings.prestige_totals``.
    """
    _read_common(state, seat, totals, of, rows)
    read_towers(state, seat, 1 if next_seat(state) == seat else 0, of, rows, FIRST_TOWER)
    slot: i64
    for slot in range(FIRST_TOWER, FIRST_SEAT):
        put(rows, slot, rows[slot])
    seats = state.setting.seat_count
    field: i64 = FIRST_SEAT
    other = seat
    for slot in range(seats):
        _read_seat(state, other, totals, of, rows, field)
        field += FIELDS_OF_SEAT
        other += 1
        if other == seats:
            other = 0


def read_all_seats(state: State) -> vec[i64]:
    """Return the rows of all fields, from the point of view of each seat in order.

    This is for interpreted code: a vec that it passes to compiled code is never freed.
    """
    totals = prestige_totals(state)
    rows = empty_rows(state.setting.seat_count)
    of = ComponentValues(state.setting.components)
    read_box(state.setting, of, rows)
    result = vec[i64]()
    seat: i64
    for seat in range(state.setting.seat_count):
        read_position(state, seat, totals, of, rows)
        for row in rows:
            result = append(result, row)
    return result


def _read_common(
    state: State, seat: i64, totals: vec[i64], of: ComponentValues, rows: vec[i64]
) -> None:
    setting = state.setting
    seats = setting.seat_count
    mode = seats - 1 if not setting.solo else 0
    put(rows, MODE, mode * 2 + setting.advanced[seat])
    ending = last_round(state, seat)
    put(rows, TEMPO, ending * MAX_SEATS + (seat - next_seat(state)) % seats)
    most: i64 = 0
    other: i64
    for other in range(seats):
        if other != seat and state.completed(other) > most:
            most = state.completed(other)
    lead = final_margin(state, seat, totals)
    if lead > MAX_LEAD:
        lead = MAX_LEAD
    elif lead < -MAX_LEAD:
        lead = -MAX_LEAD
    put(rows, LEAD, ending * LEAD_VALUES + lead + MAX_LEAD)
    own = state.completed(seat)
    put(rows, COMPLETED, (own if own < 6 else 6) * 7 + (most if most < 6 else 6))
    _read_cathedral(state, rows)
    kind: i64
    for kind in range(v.GOLD, v.MATERIAL_COUNT):
        put(rows, SUPPLY + kind - v.GOLD, state.supply(kind))
    _read_dice(state, seat, of, rows)
    position: i64
    for position in range(v.IVAN_ROW):
        value: i64 = 0
        if setting.solo:
            value = 1 + state.ivan_card(position) * 2 + (1 if state.is_face_up(position) else 0)
        put(rows, IVAN_CARD + position, value)
    put(rows, IVAN_PILES, len(state.ivan_inventory) + len(state.ivan_build))


def _read_cathedral(state: State, rows: vec[i64]) -> None:
    """Read the number of cards that can be claimed, and of completed cards without an ornament."""
    claimable: i64 = 0
    undecorated = vec[i64]([0] * v.SECTION_COUNT)
    tower: i64
    level: i64
    section: i64
    for tower in range(v.TOWER_COUNT):
        next_level = state.next_level(tower)
        if next_level < state.setting.heights[tower]:
            claimable += 1
        for level in range(next_level):
            place = place_of(tower, level)
            if state.is_built(place) and state.decorator(place) == NOBODY:
                undecorated[state.setting.section(place)] += 1
    put(rows, CLAIMABLE, claimable)
    for section in range(v.SECTION_COUNT):
        put(rows, UNDECORATED + section, undecorated[section])


def _read_dice(state: State, seat: i64, of: ComponentValues, rows: vec[i64]) -> None:
    """Read the target of each die: the white die, the die of the seat, the others by color."""
    rolled = state.pending if state.phase == ROLL else 0
    colour = state.setting.colours[seat]
    index: i64
    for index in range(v.DIE_COUNT):
        die: i64 = 0
        if index > 0:
            die = 1 + (colour + index - 1) % v.COLOUR_COUNT
        if rolled >> die & 1 == 1:
            put(rows, TARGET_TILE + index, 0)
            put(rows, TARGET_ACTION + 2 * index, 0)
            put(rows, TARGET_ACTION + 2 * index + 1, 0)
            continue
        space = (state.die_space(die) + state.die_face(die)) % v.SPACE_COUNT
        others = state.dice_count(space)
        if state.die_space(die) == space:
            others -= 1
        if others >= v.SPACE_LIMIT:
            put(rows, TARGET_TILE + index, 1 + LANDING_VALUES)
            put(rows, TARGET_ACTION + 2 * index, 0)
            put(rows, TARGET_ACTION + 2 * index + 1, 0)
        else:
            gives = of.resource_tiles[state.resource_tile(space)]
            put(rows, TARGET_TILE + index, 1 + gives * v.SPACE_LIMIT + others)
            action = 2 * state.setting.influence[space // 2]
            put(rows, TARGET_ACTION + 2 * index, of.actions[action])
            put(rows, TARGET_ACTION + 2 * index + 1, of.actions[action + 1])


def _read_seat(
    state: State, seat: i64, totals: vec[i64], of: ComponentValues, rows: vec[i64], first: i64
) -> None:
    """Read a seat's track, goods, banners, ornaments, unfinished cards and workshop."""
    components = state.setting.components
    prestige = track.prestige(components, state.score(seat))
    put(rows, first + PRESTIGE, prestige)
    put(
        rows,
        first + TO_PRESTIGE,
        track.prestige_space(components, prestige + 1) - state.score(seat) - 1,
    )
    put(rows, first + RUBLES, state.rubles(seat))
    kind: i64
    for kind in range(v.MATERIAL_COUNT):
        put(rows, first + STORED + kind, state.materials(seat, kind))
    put(rows, first + FREE_SLOTS, free_slots(state, seat))
    banners: i64 = 0
    source: i64
    for source in range(4):
        banners += state.banners(seat, source)
    put(rows, first + BANNERS, banners)
    put(rows, first + INVENTORY_BANNERS, state.banners(seat, v.INVENTORY))
    put(rows, first + CARDS_COMPLETED, state.completed(seat))
    available: i64 = 0
    section: i64
    for section in range(v.SECTION_COUNT):
        count = state.ornaments(seat, section)
        if section == 1:
            available = available * 3 + (count if count < 2 else 2)
        else:
            available = available * 2 + (count if count < 1 else 1)
    put(rows, first + AVAILABLE_ORNAMENTS, available)
    put(rows, first + DECORATED, state.decorated(seat))
    put(rows, first + TOWER_PRESTIGE, totals[seat])
    put(
        rows,
        first + GOODS_PRESTIGE,
        (state.stored(seat) + state.rubles(seat)) // scoring.GOODS_PRICE,
    )
    _read_unfinished(state, seat, rows, first)
    _read_workshop(state, seat, of, rows, first)
    put(
        rows,
        first + SLOPE,
        track.prestige(components, state.score(seat) + NEXT_RECOGNITION) - prestige,
    )


def _read_unfinished(state: State, seat: i64, rows: vec[i64], first: i64) -> None:
    """Read the unfinished cards: missing materials, rewards, and possible reprimands."""
    setting = state.setting
    components = setting.components
    count = state.unfinished_count(seat)
    put(rows, first + UNFINISHED, count)
    completable: i64 = 0  # cards that one build action can complete
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
        usable: i64 = 0
        for kind in range(v.MATERIAL_COUNT):
            need = state.needed(place, kind)
            missing[kind] += need
            stock = state.materials(seat, kind)
            usable += need if need < stock else stock
        needed = state.missing(place)
        to_close += needed
        if needed <= DELIVERIES and usable == needed:
            completable += 1
        recognition += components.card_recognition[card]
        rubles += components.card_rubles[card]
        tower = place // v.LEVEL_COUNT
        for level in range(place % v.LEVEL_COUNT + 1, state.next_level(tower)):
            above = place_of(tower, level)
            if state.is_built(above) and state.owner(above) != seat:
                threat += 1
    lacking_total: i64 = 0
    for kind in range(v.MATERIAL_COUNT):
        lacking = missing[kind] - state.materials(seat, kind)
        if lacking < 0:
            lacking = 0
        lacking_total += lacking
        put(rows, first + MISSING + kind, missing[kind])
        put(rows, first + LACKING + kind, lacking)
    put(rows, first + LACKING_TOTAL, lacking_total)
    put(rows, first + COMPLETABLE, completable)
    cards_to_close = CLOSING_CARDS - state.completed(seat)
    deliveries: i64 = 0
    if cards_to_close > 0:
        deliveries = to_close + 4 * (cards_to_close - count)
    put(rows, first + DELIVERIES_TO_CLOSE, deliveries)
    score = state.score(seat)
    reached = track.prestige(components, score + recognition)
    put(rows, first + PRESTIGE_AHEAD, reached - track.prestige(components, score))
    put(rows, first + RECOGNITION_AHEAD, recognition)
    put(rows, first + RUBLES_AHEAD, rubles)
    put(rows, first + THREAT, threat)


def _read_workshop(
    state: State, seat: i64, of: ComponentValues, rows: vec[i64], first: i64
) -> None:
    """Read each workshop space: empty, a tile face down, or the benefit of its tile."""
    setting = state.setting
    colour = setting.colours[seat]
    advanced = setting.advanced[seat]
    index: i64
    for index in range(v.WORKSHOP_COUNT):
        space = index
        if index < v.WHITE_1:
            space = (colour + index) % v.COLOUR_COUNT
        tile = state.workshop(seat, space)
        if tile < 0:
            value: i64 = FACE_DOWN
        elif tile > 0:
            value = FACE_DOWN + 1 + of.tile(tile - 1, colour)
        else:
            cost = setting.components.cost(advanced, colour, space)
            gift = 1 + locked_ornament(state, seat, space)
            if advanced and space >= v.WHITE_1:
                gift = GIFT_COUNT - 1  # a banner
            value = min(cost, MAX_COST) * GIFT_COUNT + gift
        put(rows, first + WORKSHOP + index, value)
