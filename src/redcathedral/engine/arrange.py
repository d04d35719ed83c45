"""Build a position piece by piece, for readers of positions and for tests.

Begin with ``setup.new_state``, set the pieces, and finish with ``update_derived_cells``.  The
functions check nothing; callers check the pieces first.
"""

from librt.vecs import vec
from mypy_extensions import i64

from redcathedral.box import vocabulary as v
from redcathedral.engine import cells as at
from redcathedral.engine import pile
from redcathedral.engine.bits import bit
from redcathedral.engine.state import EMPTY, NOTHING, State


def set_tower_height(state: State, tower: i64, levels: i64) -> None:
    """Set the height of a tower of the building plan (R2.8)."""
    state.setting.heights[tower] = levels


def set_card(state: State, place: i64, number: i64) -> None:
    """Put a cathedral card on a place."""
    state.setting.put_card(place, number)


def set_influence_card(state: State, quadrant: i64, number: i64) -> None:
    """Put an influence card in a quadrant."""
    state.setting.influence[quadrant] = number


def set_card_tile(state: State, place: i64, kind: i64) -> None:
    """Put a workshop tile on a card; NOTHING removes it."""
    state.cells[at.TILE + place] = kind


def set_owner(state: State, place: i64, seat: i64) -> None:
    """Put the banner of a seat on a card; NOBODY removes it."""
    _assign_to_seat(state, at.OWNED, place, seat)


def set_completed(state: State, place: i64, done: bool) -> None:
    """Set whether a card is completed."""
    state.cells[at.BUILT] = _with_membership(state.cells[at.BUILT], place, done)


def set_delivered(state: State, place: i64, material: i64, count: i64) -> None:
    """Set the number of pieces of a material on an unfinished card."""
    _set_count(state, at.DELIVERED + place, material, count)


def set_decorator(state: State, place: i64, seat: i64) -> None:
    """Put the ornament of a seat on a card; NOBODY removes it."""
    _assign_to_seat(state, at.OWN_DECORATED, place, seat)


def set_die(state: State, number: i64, face: i64, space: i64) -> None:
    """Set the face and the market space of a die."""
    state.cells[at.FACE + number] = face
    state.cells[at.SPACE + number] = space


def set_resource_tile(state: State, space: i64, number: i64) -> None:
    """Put a resource tile on a market space."""
    state.cells[at.RESOURCE_TILE + space] = number


def set_supply(state: State, resource: i64, amount: i64) -> None:
    """Set the pieces of a material in the general supply, or the rubles in the bank."""
    if resource == v.RUBLE:
        state.cells[at.BANK] = amount
    else:
        _set_count(state, at.SUPPLY, resource, amount)


def set_score(state: State, seat: i64, space: i64) -> None:
    """Set the position of a seat's marker, which continues to increase after a lap."""
    state.cells[at.SEATS + seat * at.SEAT_SIZE + at.SCORE] = space


def set_rubles(state: State, seat: i64, amount: i64) -> None:
    """Set the rubles of a seat."""
    state.cells[at.SEATS + seat * at.SEAT_SIZE + at.RUBLES] = amount


def set_materials(state: State, seat: i64, kind: i64, amount: i64) -> None:
    """Set the pieces of a material in a seat's inventory."""
    _set_count(state, at.SEATS + seat * at.SEAT_SIZE + at.MATERIALS, kind, amount)


def set_banners(state: State, seat: i64, source: i64, count: i64) -> None:
    """Set the banners of a seat in one place of its board."""
    state.cells[at.SEATS + seat * at.SEAT_SIZE + at.BANNERS + source] = count


def set_ornaments(state: State, seat: i64, kind: i64, count: i64) -> None:
    """Set the ornaments of a kind that a seat can still place."""
    state.cells[at.SEATS + seat * at.SEAT_SIZE + at.ORNAMENTS + kind] = count


def set_workshop(state: State, seat: i64, space: i64, tile: i64) -> None:
    """Set a workshop space: 0 empty, tile kind + 1 face up, -(kind + 1) face down."""
    state.cells[at.SEATS + seat * at.SEAT_SIZE + at.WORKSHOP + space] = tile


def set_ivan_position(state: State, position: i64, number: i64, kind: i64, face_up: bool) -> None:
    """Set a position of Ivan's row: the card, the die tile on it, and the side of the tile."""
    state.setting.ivan_cards[position] = number
    state.cells[at.IVAN_TILE + position] = kind
    state.cells[at.IVAN_FACE_UP] = _with_membership(state.cells[at.IVAN_FACE_UP], position, face_up)


def set_ivan_materials(state: State, inventory: list[int], build: list[int]) -> None:
    """Set the materials on Ivan's Inventory and Build cards, in order."""
    state.ivan_inventory = vec[i64](inventory)
    state.ivan_build = vec[i64](build)


def _with_membership(bits: i64, number: i64, is_in: bool) -> i64:
    """Return a set with or without a number."""
    return bits | bit(number) if is_in else bits & ~bit(number)


def _assign_to_seat(state: State, field: i64, place: i64, seat: i64) -> None:
    """Put a place in the set of one seat, and remove it from the sets of the others."""
    other: i64
    for other in range(state.setting.seat_count):
        cell = at.SEATS + other * at.SEAT_SIZE + field
        state.cells[cell] = _with_membership(state.cells[cell], place, other == seat)


def _set_count(state: State, cell: i64, kind: i64, count: i64) -> None:
    """Set the number of pieces of a kind in the pile of a cell."""
    old_count = pile.count_of(state.cells[cell], kind)
    state.cells[cell] += pile.pieces(kind, count) - pile.pieces(kind, old_count)


def update_derived_cells(state: State) -> None:
    """Compute the cells that depend on other cells, which the engine stores for speed."""
    state.moves = EMPTY
    cells = state.cells
    seat: i64
    number: i64
    claimed: i64 = 0
    cells[at.DECORATED] = 0
    for seat in range(state.setting.seat_count):
        base = at.SEATS + seat * at.SEAT_SIZE
        cells[base + at.STORED] = pile.total(cells[base + at.MATERIALS])
        cells[at.DECORATED] |= cells[base + at.OWN_DECORATED]
        claimed |= cells[base + at.OWNED]
    cells[at.AVAILABLE] = 0
    for number in range(v.PLACE_COUNT):
        level = number % v.LEVEL_COUNT
        is_next = level == 0 or claimed >> number - 1 & 1 == 1
        if is_next and level < state.setting.heights[number // v.LEVEL_COUNT]:
            cells[at.AVAILABLE] |= bit(number) & ~claimed
    cells[at.FULL] = 0
    for number in range(v.SPACE_COUNT):
        cells[at.DICE_COUNT + number] = 0
    for number in range(v.DIE_COUNT):
        space = state.die_space(number)
        if space != NOTHING:
            cells[at.DICE_COUNT + space] += 1
            if cells[at.DICE_COUNT + space] == v.SPACE_LIMIT:
                cells[at.FULL] |= bit(space)
