"""Build (R5): deliveries, completed cards, the tsar's reprimand, ornaments."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from redcathedral.box.vocabulary import (
    GEM_SET_COUNT,
    GEM_SET_GREEN,
    GEM_SET_PURPLE,
    GREEN_GEM,
    LEVEL_COUNT,
    MATERIAL_COUNT,
    ORNAMENT_MATERIAL,
    PURPLE_GEM,
    RECOGNITION,
    RUBLE,
    SECTION_COUNT,
    TOWER_COUNT,
)
from redcathedral.engine import events
from redcathedral.engine.decisions import DELIVER, ORNAMENT
from redcathedral.engine.goods import gain_prestige, lose_recognition, pay, receive
from redcathedral.engine.layout import (
    BUILT,
    COMPLETED,
    DECORATION,
    DELIVERED,
    MISSING,
    ORNAMENTS,
    OWNER,
    PLACE_SIZE,
    SEAT_SIZE,
    SET_UP,
    SITES,
    STORED,
    UNFINISHED,
)
from redcathedral.engine.state import NOBODY, State

DELIVERIES: Final = 3  # R5.1
CLOSING_CARDS: Final = 6  # R7.1
CLOSING_PRESTIGE: Final = 3  # R7.1

_MATERIAL: Final = vec[i64](ORNAMENT_MATERIAL)
_GREEN: Final = vec[i64](GEM_SET_GREEN)
_PURPLE: Final = vec[i64](GEM_SET_PURPLE)


def build_moves(state: State, left: i64, out: vec[i64]) -> vec[i64]:
    """Each delivery to an own card and each ornament possible with so many deliveries left."""
    if left == 0 or state.seats[state.seat * SEAT_SIZE + STORED] == 0:
        return out
    return ornament_moves(state, left, delivery_moves(state, out))


def delivery_moves(state: State, out: vec[i64]) -> vec[i64]:
    """Each material the player holds, to each own card that still needs it (R5.1)."""
    seats = state.seats
    base = state.seat * SEAT_SIZE
    cathedral = state.cathedral
    costs = state.setting.components.card_cost
    slot: i64
    material: i64
    for slot in range(seats[base + UNFINISHED]):
        place = seats[base + SITES + slot]
        cost = state.setting.card[place] * MATERIAL_COUNT
        delivered = place * PLACE_SIZE + DELIVERED
        for material in range(MATERIAL_COUNT):
            if (
                seats[base + material] > 0
                and costs[cost + material] > cathedral[delivered + material]
            ):
                out = append(out, DELIVER + place * MATERIAL_COUNT + material)
    return out


def ornament_moves(state: State, left: i64, out: vec[i64]) -> vec[i64]:
    """Each ornament that can be set up whole, on any completed card without one (R5.5, R5.6)."""
    seats = state.seats
    base = state.seat * SEAT_SIZE
    able: i64 = 0
    section: i64
    for section in range(SECTION_COUNT):
        if seats[base + ORNAMENTS + section] and seats[base + _MATERIAL[section]]:
            able |= 1 << section
    if able == 0:
        return out
    cathedral = state.cathedral
    green = seats[base + GREEN_GEM]
    purple = seats[base + PURPLE_GEM]
    tower: i64
    level: i64
    gems: i64
    for tower in range(TOWER_COUNT):
        for level in range(state.risen[tower]):
            place = tower * LEVEL_COUNT + level
            site = place * PLACE_SIZE
            if (
                cathedral[site + BUILT]
                and cathedral[site + DECORATION] == NOBODY
                and able >> state.setting.section(place) & 1
            ):
                for gems in range(GEM_SET_COUNT):
                    greens = _GREEN[gems]
                    purples = _PURPLE[gems]
                    if greens <= green and purples <= purple and 1 + greens + purples <= left:
                        out = append(out, ORNAMENT + place * GEM_SET_COUNT + gems)
    return out


def deliver(state: State, place: i64, material: i64) -> None:
    """One material from the inventory to an own card, which may complete it (R5.1-R5.3)."""
    seat = state.seat
    base = seat * SEAT_SIZE
    state.seats[base + material] -= 1
    state.seats[base + STORED] -= 1
    site = place * PLACE_SIZE
    state.cathedral[site + DELIVERED + material] += 1
    state.cathedral[site + MISSING] -= 1
    state.left -= 1
    state.note(events.DELIVERED, seat, place, material, 0)
    if state.cathedral[site + MISSING] == 0:
        complete(state, seat, place)


def complete(state: State, seat: i64, place: i64) -> None:
    """Turn a card with all its materials, in the order of R5.7."""
    setting = state.setting
    components = setting.components
    cathedral = state.cathedral
    seats = state.seats
    base = seat * SEAT_SIZE
    site = place * PLACE_SIZE
    material: i64
    for material in range(MATERIAL_COUNT):
        state.stock[material] += cathedral[site + DELIVERED + material]
        cathedral[site + DELIVERED + material] = 0
    cathedral[site + BUILT] = 1
    slot = base + SITES
    while seats[slot] != place:
        slot += 1
    seats[base + UNFINISHED] -= 1
    while slot < base + SITES + seats[base + UNFINISHED]:
        seats[slot] = seats[slot + 1]
        slot += 1
    seats[slot] = 0
    seats[base + COMPLETED] += 1
    state.note(events.COMPLETED, seat, place, 0, 0)

    card = setting.card[place]
    receive(state, seat, RECOGNITION, components.card_recognition[card])
    if not is_ivan(state, seat):
        receive(state, seat, RUBLE, components.card_rubles[card])
    _reprimand(state, place)
    if state.closer == NOBODY and seats[base + COMPLETED] == CLOSING_CARDS:
        state.closer = seat
        state.note(events.CLOSED, seat, 0, 0, 0)
        if not setting.solo:  # R8.6
            gain_prestige(state, seat, CLOSING_PRESTIGE)


def is_ivan(state: State, seat: i64) -> bool:
    """Whether this seat is Ivan's (R8.1)."""
    return state.setting.solo and seat == 1


def _reprimand(state: State, place: i64) -> None:
    """The tsar's reprimand for the unfinished cards below a completed one (R5.4)."""
    cathedral = state.cathedral
    tower = place // LEVEL_COUNT
    level: i64
    above: i64
    for level in range(place % LEVEL_COUNT):
        below = tower * LEVEL_COUNT + level
        if cathedral[below * PLACE_SIZE + BUILT]:
            continue
        seat = cathedral[below * PLACE_SIZE + OWNER]
        loss: i64 = 0
        for above in range(below + 1, tower * LEVEL_COUNT + state.risen[tower]):
            site = above * PLACE_SIZE
            if cathedral[site + BUILT] and cathedral[site + OWNER] != seat:
                loss += 1
        if loss > 0:
            lost = lose_recognition(state, seat, loss)
            state.note(events.REPRIMANDED, seat, below, lost, place)


def set_up(state: State, place: i64, gems: i64) -> None:
    """Set up an own ornament with its gems, within one delivery action (R5.5, R5.6)."""
    seat = state.seat
    section = state.setting.section(place)
    greens = _GREEN[gems]
    purples = _PURPLE[gems]
    pay(state, seat, _MATERIAL[section], 1)
    pay(state, seat, GREEN_GEM, greens)
    pay(state, seat, PURPLE_GEM, purples)
    state.left -= 1 + greens + purples
    decorate(state, seat, place)
    state.note(events.ORNAMENT_SET, seat, place, section, gems)
    if greens == 1 and purples == 1:
        gain_prestige(state, seat, 3)
    elif greens + purples > 0:
        gain_prestige(state, seat, greens + purples)


def decorate(state: State, seat: i64, place: i64) -> None:
    """Put a seat's ornament of the card's type on a completed card."""
    base = seat * SEAT_SIZE
    state.seats[base + ORNAMENTS + state.setting.section(place)] -= 1
    state.seats[base + SET_UP] += 1
    state.cathedral[place * PLACE_SIZE + DECORATION] = seat
