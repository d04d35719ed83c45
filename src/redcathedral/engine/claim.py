"""Claim a cathedral card (R4): a banner on a card, its workshop tile on the own board."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from redcathedral.box.vocabulary import (
    BANNER_SOURCE_COUNT,
    BANNER_WHITE_1,
    LEVEL_COUNT,
    RUBLE,
    TOWER_COUNT,
    WHITE_1,
    WORKSHOP_COUNT,
)
from redcathedral.engine import events
from redcathedral.engine.benefit import receive_benefit
from redcathedral.engine.decisions import CLAIM, TILE
from redcathedral.engine.goods import pay
from redcathedral.engine.layout import (
    CLAIMED,
    INVENTORY_BANNERS,
    ORNAMENTS,
    OWNER,
    PLACE_SIZE,
    RUBLES,
    SEAT_SIZE,
    SITES,
    TILE_HERE,
    UNFINISHED,
    WORKSHOP,
)
from redcathedral.engine.phases import DONE, PLACE_TILE
from redcathedral.engine.state import NOBODY, State


def claim_moves(state: State, out: vec[i64]) -> vec[i64]:
    """Each available card with each banner the player could put on it (R4.1, R4.2)."""
    seats = state.seats
    banners = state.seat * SEAT_SIZE + INVENTORY_BANNERS
    if (seats[banners] + seats[banners + 1] + seats[banners + 2] + seats[banners + 3]) == 0:
        return out  # R4.6
    heights = state.setting.heights
    risen = state.risen
    tower: i64
    source: i64
    for tower in range(TOWER_COUNT):
        level = risen[tower]
        if level < heights[tower]:
            first = CLAIM + (tower * LEVEL_COUNT + level) * BANNER_SOURCE_COUNT
            for source in range(BANNER_SOURCE_COUNT):
                if seats[banners + source] > 0:
                    out = append(out, first + source)
    return out


def put_banner(state: State, seat: i64, place: i64) -> None:
    """A seat's banner goes on an available card."""
    state.cathedral[place * PLACE_SIZE + OWNER] = seat
    state.risen[place // LEVEL_COUNT] += 1
    base = seat * SEAT_SIZE
    seats = state.seats
    seats[base + CLAIMED] += 1
    slot = base + SITES + seats[base + UNFINISHED]
    while slot > base + SITES and seats[slot - 1] > place:
        seats[slot] = seats[slot - 1]
        slot -= 1
    seats[slot] = place
    seats[base + UNFINISHED] += 1


def claim(state: State, place: i64, source: i64) -> None:
    """Take a banner and put it on a card; its tile is placed next (R4.1, R4.2)."""
    state.seats[state.seat * SEAT_SIZE + INVENTORY_BANNERS + source] -= 1
    put_banner(state, state.seat, place)
    state.claim = place
    state.phase = PLACE_TILE
    state.note(events.CLAIMED, state.seat, place, source, 0)


def tile_moves(state: State, out: vec[i64]) -> vec[i64]:
    """Each empty workshop space, face up where the cost can be paid, and face down (R4.3-R4.5)."""
    seats = state.seats
    base = state.seat * SEAT_SIZE
    space: i64
    for space in range(WORKSHOP_COUNT):
        if seats[base + WORKSHOP + space] != 0:
            continue
        if space >= WHITE_1 and seats[base + INVENTORY_BANNERS + BANNER_WHITE_1 + space - WHITE_1]:
            continue  # its banner still lies there (R4.5)
        if seats[base + RUBLES] >= tile_cost(state, space):
            out = append(out, TILE + space * 2)
        out = append(out, TILE + space * 2 + 1)
    return out


def tile_cost(state: State, space: i64) -> i64:
    """Rubles for placing a tile face up on a space of the own board (R4.4, R4.5)."""
    setting = state.setting
    return setting.components.cost(setting.advanced[state.seat], setting.colours[state.seat], space)


def locked_ornament(state: State, seat: i64, space: i64) -> i64:
    """The ornament still lying on a workshop space of the advanced side (R2.3), or -1."""
    setting = state.setting
    if setting.advanced[seat] == 0 or state.seats[seat * SEAT_SIZE + WORKSHOP + space] != 0:
        return NOBODY
    return setting.components.locked[setting.colours[seat] * WORKSHOP_COUNT + space]


def place_tile(state: State, space: i64, face_down: i64) -> None:
    """Put the claimed card's tile on the board; face up it is paid and gives at once (R4.4)."""
    seat = state.seat
    base = seat * SEAT_SIZE
    site = state.claim * PLACE_SIZE + TILE_HERE
    kind = state.cathedral[site]
    ornament = locked_ornament(state, seat, space)
    state.cathedral[site] = NOBODY
    state.claim = NOBODY
    state.phase = DONE
    state.note(events.TILE_PLACED, seat, space, kind, 1 - face_down)
    if face_down:
        state.seats[base + WORKSHOP + space] = -(kind + 1)
        if ornament != NOBODY:
            state.note(events.ORNAMENT_LOST, seat, space, ornament, 0)
        return
    pay(state, seat, RUBLE, tile_cost(state, space))
    state.seats[base + WORKSHOP + space] = kind + 1
    if ornament != NOBODY:
        state.seats[base + ORNAMENTS + ornament] += 1
        state.note(events.ORNAMENT_FREED, seat, space, ornament, 0)
    receive_benefit(state, seat, kind)
