"""Claim a cathedral card (R4): put a banner on it, and its workshop tile on the board."""

from librt.vecs import vec
from mypy_extensions import i64

from redcathedral.box import vocabulary as v
from redcathedral.engine import cells as at
from redcathedral.engine import events
from redcathedral.engine.benefit import receive_benefit
from redcathedral.engine.bits import bit, lowest
from redcathedral.engine.cells import TILE as TILE_ON
from redcathedral.engine.decisions import CLAIM, TILE, put, put_if
from redcathedral.engine.phases import DONE, PLACE_TILE
from redcathedral.engine.resources import pay
from redcathedral.engine.state import NOTHING, State


def claim_moves(state: State, out: vec[i64], n: i64) -> i64:
    """List each available card with each place of a banner (R4.1, R4.2, R4.6)."""
    cells = state.cells
    banners = at.SEATS + state.seat * at.SEAT_SIZE + at.BANNERS
    if cells[banners] + cells[banners + 1] + cells[banners + 2] + cells[banners + 3] == 0:
        return n
    places = cells[at.AVAILABLE]
    source: i64
    while places:
        first = CLAIM + lowest(places) * v.BANNER_SOURCE_COUNT
        places &= places - 1
        for source in range(v.BANNER_SOURCE_COUNT):
            n = put_if(out, n, i64(cells[banners + source] > 0), first + source)
    return n


def put_banner(state: State, seat: i64, place: i64) -> None:
    """Put a seat's banner on an available card; the card above becomes available (R4.2)."""
    cells = state.cells
    place_bit = bit(place)
    cells[at.SEATS + seat * at.SEAT_SIZE + at.OWNED] |= place_bit
    cells[at.AVAILABLE] &= ~place_bit
    if place % v.LEVEL_COUNT + 1 < state.setting.heights[place // v.LEVEL_COUNT]:
        cells[at.AVAILABLE] |= bit(place + 1)


def claim(state: State, place: i64, source: i64) -> None:
    """Put a banner on a card; the next decision places its tile (R4.1, R4.2)."""
    state.cells[at.SEATS + state.seat * at.SEAT_SIZE + at.BANNERS + source] -= 1
    put_banner(state, state.seat, place)
    state.claim = place
    state.phase = PLACE_TILE
    state.log_event(events.CLAIMED, state.seat, place, source, 0)


def tile_moves(state: State, out: vec[i64], n: i64) -> i64:
    """List each empty workshop space, face up if the player can pay, and face down (R4.3-R4.5)."""
    cells = state.cells
    base = at.SEATS + state.seat * at.SEAT_SIZE
    space: i64
    for space in range(v.WORKSHOP_COUNT):
        if cells[base + at.WORKSHOP + space] != 0:
            continue
        if space >= v.WHITE_1 and cells[base + at.BANNERS + v.BANNER_WHITE_1 + space - v.WHITE_1]:
            continue  # a banner is still on this space (R4.5)
        if cells[base + at.RUBLES] >= tile_cost(state, space):
            n = put(out, n, TILE + space * 2)
        n = put(out, n, TILE + space * 2 + 1)
    return n


def tile_cost(state: State, space: i64) -> i64:
    """Return the rubles for a face-up tile on a space of the player's board (R4.4, R4.5)."""
    setting = state.setting
    return setting.components.cost(setting.advanced[state.seat], setting.colours[state.seat], space)


def locked_ornament(state: State, seat: i64, space: i64) -> i64:
    """Return the ornament on a workshop space of the advanced side (R2.3), or NOTHING."""
    setting = state.setting
    if setting.advanced[seat] == 0 or state.workshop(seat, space) != 0:
        return NOTHING
    return setting.components.locked_ornaments[setting.colours[seat] * v.WORKSHOP_COUNT + space]


def place_tile(state: State, space: i64, face_down: i64) -> None:
    """Put the claimed card's tile on the board; face up, it costs rubles and gives its benefit."""
    seat = state.seat
    base = at.SEATS + seat * at.SEAT_SIZE
    cells = state.cells
    kind = cells[TILE_ON + state.claim]
    ornament = locked_ornament(state, seat, space)
    cells[TILE_ON + state.claim] = NOTHING
    state.claim = NOTHING
    state.phase = DONE
    state.log_event(events.TILE_PLACED, seat, space, kind, 1 - face_down)
    if face_down:
        cells[base + at.WORKSHOP + space] = -(kind + 1)
        if ornament != NOTHING:
            state.log_event(events.ORNAMENT_LOST, seat, space, ornament, 0)
        return
    pay(state, seat, v.RUBLE, tile_cost(state, space))
    cells[base + at.WORKSHOP + space] = kind + 1
    if ornament != NOTHING:
        cells[base + at.ORNAMENTS + ornament] += 1
        state.log_event(events.ORNAMENT_FREED, seat, space, ornament, 0)
    receive_benefit(state, seat, kind)
