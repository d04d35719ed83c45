"""A position laid out by hand: piece after piece, then what follows from them.

Nothing is checked here: who lays out a position says first what may lie where.  ``new_state`` gives
the table to lay it on, and ``derive`` ends it.
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from redcathedral.box.vocabulary import (
    DIE_COUNT,
    LEVEL_COUNT,
    MATERIAL_COUNT,
    PLACE_COUNT,
    SPACE_COUNT,
    TOWER_COUNT,
)
from redcathedral.engine.layout import (
    BUILT,
    CLAIMED,
    COMPLETED,
    CROWD,
    DECORATION,
    DELIVERED,
    FACE,
    INVENTORY_BANNERS,
    IVAN_CARD,
    IVAN_DIE,
    IVAN_FACE_UP,
    MISSING,
    ORNAMENTS,
    OWNER,
    PLACE_SIZE,
    RESOURCE_TILE,
    RUBLES,
    SCORE,
    SEAT_SIZE,
    SET_UP,
    SITES,
    SPACE,
    STORED,
    TILE_HERE,
    UNFINISHED,
    WORKSHOP,
)
from redcathedral.engine.state import NOBODY, State


def height(state: State, tower: i64, levels: i64) -> None:
    """A tower of the building plan (R2.8)."""
    state.setting.heights[tower] = levels


def card(state: State, place: i64, number: i64) -> None:
    """A cathedral card."""
    state.setting.card[place] = number


def influence(state: State, quadrant: i64, number: i64) -> None:
    """An influence card."""
    state.setting.influence[quadrant] = number


def tile(state: State, place: i64, kind: i64) -> None:
    """The workshop tile on a card, or NOBODY."""
    state.cathedral[place * PLACE_SIZE + TILE_HERE] = kind


def owner(state: State, place: i64, seat: i64) -> None:
    """The seat whose banner is on a card, or NOBODY."""
    state.cathedral[place * PLACE_SIZE + OWNER] = seat


def built(state: State, place: i64, done: bool) -> None:
    """Whether a card is completed."""
    state.cathedral[place * PLACE_SIZE + BUILT] = 1 if done else 0


def delivered(state: State, place: i64, material: i64, count: i64) -> None:
    """Materials on an unfinished card."""
    state.cathedral[place * PLACE_SIZE + DELIVERED + material] = count


def decorator(state: State, place: i64, seat: i64) -> None:
    """The seat whose ornament stands on a card, or NOBODY."""
    state.cathedral[place * PLACE_SIZE + DECORATION] = seat


def die(state: State, number: i64, face: i64, space: i64) -> None:
    """What a die shows and where it stands."""
    state.market[FACE + number] = face
    state.market[SPACE + number] = space


def resource_tile(state: State, space: i64, number: i64) -> None:
    """A resource tile on a market space."""
    state.market[RESOURCE_TILE + space] = number


def supply(state: State, resource: i64, amount: i64) -> None:
    """What the general supply or the bank has."""
    state.stock[resource] = amount


def score(state: State, seat: i64, space: i64) -> None:
    """A marker, counted on past the lap."""
    state.seats[seat * SEAT_SIZE + SCORE] = space


def rubles(state: State, seat: i64, amount: i64) -> None:
    """A seat's rubles."""
    state.seats[seat * SEAT_SIZE + RUBLES] = amount


def materials(state: State, seat: i64, kind: i64, amount: i64) -> None:
    """A seat's materials of a kind."""
    state.seats[seat * SEAT_SIZE + kind] = amount


def banners(state: State, seat: i64, source: i64, count: i64) -> None:
    """A seat's banners that lie in one place."""
    state.seats[seat * SEAT_SIZE + INVENTORY_BANNERS + source] = count


def ornaments(state: State, seat: i64, kind: i64, count: i64) -> None:
    """The ornaments of a kind that a seat could place."""
    state.seats[seat * SEAT_SIZE + ORNAMENTS + kind] = count


def workshop(state: State, seat: i64, space: i64, lying: i64) -> None:
    """A workshop space: 0 empty, tile kind + 1 face up, -(kind + 1) face down."""
    state.seats[seat * SEAT_SIZE + WORKSHOP + space] = lying


def ivan_row(state: State, position: i64, number: i64, kind: i64, face_up: bool) -> None:
    """A position of Ivan's row: his card, the die tile on it and its side."""
    state.ivan[IVAN_CARD + position] = number
    state.ivan[IVAN_DIE + position] = kind
    state.ivan[IVAN_FACE_UP + position] = 1 if face_up else 0


def ivan_cards(state: State, inventory: list[int], build: list[int]) -> None:
    """The materials on Ivan's Inventory and Build cards, in order."""
    state.ivan_inventory = vec[i64](inventory)
    state.ivan_build = vec[i64](build)


def derive(state: State) -> None:
    """Work out anew all that is kept beside the pieces because the rules ask for it often."""
    state.moves = None
    seat: i64
    kind: i64
    place: i64
    number: i64
    for number in range(TOWER_COUNT):
        state.risen[number] = 0
    for seat in range(state.setting.seat_count):
        base = seat * SEAT_SIZE
        state.seats[base + STORED] = 0
        for kind in range(MATERIAL_COUNT):
            state.seats[base + STORED] += state.seats[base + kind]
        for number in range(CLAIMED, SEAT_SIZE):
            state.seats[base + number] = 0
    for place in range(PLACE_COUNT):
        _derive_place(state, place)
    for number in range(SPACE_COUNT):
        state.market[CROWD + number] = 0
    for number in range(DIE_COUNT):
        if state.die_space(number) != NOBODY:
            state.market[CROWD + state.die_space(number)] += 1


def _derive_place(state: State, place: i64) -> None:
    seats = state.seats
    site = place * PLACE_SIZE
    number = state.setting.card[place]
    missing: i64 = 0
    kind: i64
    if number != NOBODY and not state.is_built(place):
        for kind in range(MATERIAL_COUNT):
            missing += state.needed(place, kind)
    state.cathedral[site + MISSING] = missing
    if state.owner(place) != NOBODY:
        base = state.owner(place) * SEAT_SIZE
        state.risen[place // LEVEL_COUNT] += 1
        seats[base + CLAIMED] += 1
        if state.is_built(place):
            seats[base + COMPLETED] += 1
        else:
            seats[base + SITES + seats[base + UNFINISHED]] = place
            seats[base + UNFINISHED] += 1
    if state.decorator(place) != NOBODY:
        seats[state.decorator(place) * SEAT_SIZE + SET_UP] += 1
