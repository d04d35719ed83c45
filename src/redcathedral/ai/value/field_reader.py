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
    no_values,
    row_of,
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
from redcathedral.engine import cells as at
from redcathedral.engine import pile, scoring, track
from redcathedral.engine.bits import TOWER_MASK, count, lowest
from redcathedral.engine.build import CLOSING_CARDS, DELIVERIES
from redcathedral.engine.claim import locked_ornament
from redcathedral.engine.phases import ROLL
from redcathedral.engine.resources import free_slots
from redcathedral.engine.setting import Setting
from redcathedral.engine.state import State

# What the fields of a seat depend on: its cells, those of its unfinished cards, and two numbers.
SEEN_OF_SEAT: Final = at.SEAT_SIZE + v.PLACE_COUNT + 2
NEXT_RECOGNITION: Final = 10  # recognition ahead of a marker, for the slope of the track


def read_box(setting: Setting, of: ComponentValues, values: vec[i64]) -> None:
    """Write the values of the fields that are the same in a whole game."""
    of_box = of.box(setting)
    field: i64
    for field in range(FIELDS_OF_BOX):
        values[field] = of_box[field]


def read_position(
    state: State, seat: i64, totals: vec[i64], of: ComponentValues, values: vec[i64], seen: vec[i64]
) -> None:
    """Write the values of all other fields of a position, from a seat's point of view.

    ``totals`` comes from ``standings.prestige_totals``.  ``values`` has the fields of another
    position of the game, and ``seen`` what the fields of the other seats were read from there
    (``nothing_seen``); if it is the same here, they are not read again.
    """
    _read_common(state, seat, totals, of, values)
    read_towers(state, seat, 1 if next_seat(state) == seat else 0, of, values, FIRST_TOWER)
    seats = state.setting.seat_count
    slot: i64
    field: i64 = FIRST_SEAT
    other = seat
    for slot in range(seats):
        if slot == 0 or _is_new(state, other, totals, seen, slot * SEEN_OF_SEAT):
            _read_seat(state, other, totals, of, values, field)
        field += FIELDS_OF_SEAT
        other += 1
        if other == seats:
            other = 0


def nothing_seen() -> vec[i64]:
    """Return a vec for what the fields of each seat were read from, before the first reading."""
    return vec[i64]([-1] * (MAX_SEATS * SEEN_OF_SEAT))


def _is_new(state: State, seat: i64, totals: vec[i64], seen: vec[i64], first: i64) -> bool:
    """Return whether anything that ``_read_seat`` reads has changed; store it in ``seen``."""
    cells = state.cells
    base: i64 = at.SEATS + seat * at.SEAT_SIZE
    built = cells[at.BUILT]
    unfinished = cells[base + at.OWNED] & ~built
    is_new = seen[first] != built or seen[first + 1] != totals[seat]
    seen[first] = built
    seen[first + 1] = totals[seat]
    at_seen = first + 2
    index: i64
    for index in range(at.SEAT_SIZE):
        cell = cells[base + index]
        if seen[at_seen] != cell:
            seen[at_seen] = cell
            is_new = True
        at_seen += 1
    while unfinished:
        cell = cells[at.DELIVERED + lowest(unfinished)]
        unfinished &= unfinished - 1
        if seen[at_seen] != cell:
            seen[at_seen] = cell
            is_new = True
        at_seen += 1
    return is_new


def read_all_seats(state: State) -> vec[i64]:
    """Return the rows of all fields, from the point of view of each seat in order.

    This is for interpreted code: a vec that it passes to compiled code is never freed.
    """
    totals = prestige_totals(state)
    values = no_values(state.setting.seat_count)
    of = ComponentValues(state.setting.components)
    read_box(state.setting, of, values)
    result = vec[i64]()
    seat: i64
    field: i64
    for seat in range(state.setting.seat_count):
        read_position(state, seat, totals, of, values, nothing_seen())
        for field in range(len(values)):
            result = append(result, row_of(field, values[field]))
    return result


def _read_common(
    state: State, seat: i64, totals: vec[i64], of: ComponentValues, values: vec[i64]
) -> None:
    setting = state.setting
    seats = setting.seat_count
    mode = seats - 1 if not setting.solo else 0
    values[MODE] = mode * 2 + setting.advanced[seat]
    ending = last_round(state, seat)
    values[TEMPO] = ending * MAX_SEATS + (seat - next_seat(state)) % seats
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
    values[LEAD] = ending * LEAD_VALUES + lead + MAX_LEAD
    own = state.completed(seat)
    values[COMPLETED] = (own if own < 6 else 6) * 7 + (most if most < 6 else 6)
    _read_cathedral(state, values)
    kind: i64
    for kind in range(v.GOLD, v.MATERIAL_COUNT):
        values[SUPPLY + kind - v.GOLD] = state.supply(kind)
    _read_dice(state, seat, of, values)
    position: i64
    for position in range(v.IVAN_ROW):
        value: i64 = 0
        if setting.solo:
            value = 1 + state.ivan_card(position) * 2 + (1 if state.is_face_up(position) else 0)
        values[IVAN_CARD + position] = value
    values[IVAN_PILES] = len(state.ivan_inventory) + len(state.ivan_build)


def _read_cathedral(state: State, values: vec[i64]) -> None:
    """Read the number of cards that can be claimed, and of completed cards without an ornament."""
    values[CLAIMABLE] = count(state.cells[at.AVAILABLE])
    section: i64
    for section in range(v.SECTION_COUNT):
        values[UNDECORATED + section] = 0
    places = state.cells[at.BUILT] & ~state.cells[at.DECORATED]
    while places:
        values[UNDECORATED + state.setting.section(lowest(places))] += 1
        places &= places - 1


def _read_dice(state: State, seat: i64, of: ComponentValues, values: vec[i64]) -> None:
    """Read the target of each die: the white die, the die of the seat, the others by color."""
    rolled = state.pending if state.phase == ROLL else 0
    colour = state.setting.colours[seat]
    index: i64
    for index in range(v.DIE_COUNT):
        die: i64 = 0
        if index > 0:
            die = 1 + (colour + index - 1) % v.COLOUR_COUNT
        if rolled >> die & 1 == 1:
            values[TARGET_TILE + index] = 0
            values[TARGET_ACTION + 2 * index] = 0
            values[TARGET_ACTION + 2 * index + 1] = 0
            continue
        space = (state.die_space(die) + state.die_face(die)) % v.SPACE_COUNT
        others = state.dice_count(space)
        if state.die_space(die) == space:
            others -= 1
        if others >= v.SPACE_LIMIT:
            values[TARGET_TILE + index] = 1 + LANDING_VALUES
            values[TARGET_ACTION + 2 * index] = 0
            values[TARGET_ACTION + 2 * index + 1] = 0
        else:
            gives = of.resource_tiles[state.resource_tile(space)]
            values[TARGET_TILE + index] = 1 + gives * v.SPACE_LIMIT + others
            action = 2 * state.setting.influence[space // 2]
            values[TARGET_ACTION + 2 * index] = of.actions[action]
            values[TARGET_ACTION + 2 * index + 1] = of.actions[action + 1]


def _read_seat(
    state: State, seat: i64, totals: vec[i64], of: ComponentValues, values: vec[i64], first: i64
) -> None:
    """Read a seat's track, goods, banners, ornaments, unfinished cards and workshop."""
    components = state.setting.components
    prestige = track.prestige(components, state.score(seat))
    values[first + PRESTIGE] = prestige
    values[first + TO_PRESTIGE] = (
        track.prestige_space(components, prestige + 1) - state.score(seat) - 1
    )
    values[first + RUBLES] = state.rubles(seat)
    kind: i64
    for kind in range(v.MATERIAL_COUNT):
        values[first + STORED + kind] = state.materials(seat, kind)
    values[first + FREE_SLOTS] = free_slots(state, seat)
    banners: i64 = 0
    source: i64
    for source in range(4):
        banners += state.banners(seat, source)
    values[first + BANNERS] = banners
    values[first + INVENTORY_BANNERS] = state.banners(seat, v.INVENTORY)
    values[first + CARDS_COMPLETED] = state.completed(seat)
    available: i64 = 0
    section: i64
    for section in range(v.SECTION_COUNT):
        count = state.ornaments(seat, section)
        if section == 1:
            available = available * 3 + (count if count < 2 else 2)
        else:
            available = available * 2 + (count if count < 1 else 1)
    values[first + AVAILABLE_ORNAMENTS] = available
    values[first + DECORATED] = state.decorated(seat)
    values[first + TOWER_PRESTIGE] = totals[seat]
    values[first + GOODS_PRESTIGE] = (
        state.stored(seat) + state.rubles(seat)
    ) // scoring.GOODS_PRICE
    _read_unfinished(state, seat, values, first)
    _read_workshop(state, seat, of, values, first)
    values[first + SLOPE] = (
        track.prestige(components, state.score(seat) + NEXT_RECOGNITION) - prestige
    )


def _read_unfinished(state: State, seat: i64, values: vec[i64], first: i64) -> None:
    """Read the unfinished cards: missing materials, rewards, and possible reprimands."""
    setting = state.setting
    components = setting.components
    stock = state.stock(seat)
    unfinished = state.unfinished(seat)
    others_built = state.cells[at.BUILT] & ~state.owned(seat)
    cards: i64 = 0
    completable: i64 = 0  # cards that one build action can complete
    recognition: i64 = 0
    rubles: i64 = 0
    threat: i64 = 0
    to_close: i64 = 0
    missing: i64 = 0  # a pile
    while unfinished:
        place = lowest(unfinished)
        unfinished &= unfinished - 1
        cards += 1
        card = setting.card[place]
        needs = state.needs(place)
        missing += needs
        to_close += state.missing(place)
        if pile.total(needs) <= DELIVERIES and pile.lacking(needs, stock) == 0:
            completable += 1
        recognition += components.card_recognition[card]
        rubles += components.card_rubles[card]
        level = place % v.LEVEL_COUNT
        threat += count(others_built >> place + 1 & TOWER_MASK >> level + 1)
    kind: i64
    for kind in range(v.MATERIAL_COUNT):
        needed = pile.count_of(missing, kind)
        lacking = needed - pile.count_of(stock, kind)
        values[first + MISSING + kind] = needed
        values[first + LACKING + kind] = lacking if lacking > 0 else 0
    values[first + UNFINISHED] = cards
    values[first + LACKING_TOTAL] = pile.total(pile.lacking(missing, stock))
    values[first + COMPLETABLE] = completable
    cards_to_close = CLOSING_CARDS - state.completed(seat)
    deliveries: i64 = 0
    if cards_to_close > 0:
        deliveries = to_close + 4 * (cards_to_close - cards)
    values[first + DELIVERIES_TO_CLOSE] = deliveries
    score = state.score(seat)
    reached = track.prestige(components, score + recognition)
    values[first + PRESTIGE_AHEAD] = reached - track.prestige(components, score)
    values[first + RECOGNITION_AHEAD] = recognition
    values[first + RUBLES_AHEAD] = rubles
    values[first + THREAT] = threat


def _read_workshop(
    state: State, seat: i64, of: ComponentValues, values: vec[i64], first: i64
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
        values[first + WORKSHOP + index] = value
