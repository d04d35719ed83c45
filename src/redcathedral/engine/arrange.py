"""A position laid out by hand: piece after piece, then what follows from them.

Nothing is checked here: who lays out a position says first what may lie where.  ``new_state`` gives
the table to lay it on, and ``update_derived_cells`` ends it.
"""

from librt.vecs import vec
from mypy_extensions import i64

from redcathedral.box import vocabulary as v
from redcathedral.engine import cells as at
from redcathedral.engine import pile
from redcathedral.engine.bits import bit
from redcathedral.engine.state import EMPTY, NOTHING, State


def set_tower_height(state: State, tower: i64, levels: i64) -> None:
    """A tower of the building plan (R2.8)."""
    state.setting.heights[tower] = levels


def set_card(state: State, place: i64, number: i64) -> None:
    """A cathedral card."""
    state.setting.put_card(place, number)


def set_influence_card(state: State, quadrant: i64, number: i64) -> None:
    """An influence card."""
    state.setting.influence[quadrant] = number


def set_card_tile(state: State, place: i64, kind: i64) -> None:
    """The workshop tile on a card, or NOTHING."""
    state.cells[at.TILE + place] = kind


def set_owner(state: State, place: i64, seat: i64) -> None:
    """The seat whose banner is on a card, or NOBODY."""
    _mark(state, at.OWNED, place, seat)


def set_completed(state: State, place: i64, done: bool) -> None:
    """Whether a card is completed."""
    state.cells[at.BUILT] = _with(state.cells[at.BUILT], place, done)


def set_delivered(state: State, place: i64, material: i64, count: i64) -> None:
    """Materials on an unfinished card."""
    _lay(state, at.DELIVERED + place, material, count)


def set_decorator(state: State, place: i64, seat: i64) -> None:
    """The seat whose ornament stands on a card, or NOBODY."""
    _mark(state, at.OWN_DECORATED, place, seat)


def set_die(state: State, number: i64, face: i64, space: i64) -> None:
    """What a die shows and where it stands."""
    state.cells[at.FACE + number] = face
    state.cells[at.SPACE + number] = space


def set_resource_tile(state: State, space: i64, number: i64) -> None:
    """A resource tile on a market space."""
    state.cells[at.RESOURCE_TILE + space] = number


def set_supply(state: State, resource: i64, amount: i64) -> None:
    """What the general supply or the bank has."""
    if resource == v.RUBLE:
        state.cells[at.BANK] = amount
    else:
        _lay(state, at.SUPPLY, resource, amount)


def set_score(state: State, seat: i64, space: i64) -> None:
    """A marker, counted on past the lap."""
    state.cells[at.SEATS + seat * at.SEAT_SIZE + at.SCORE] = space


def set_rubles(state: State, seat: i64, amount: i64) -> None:
    """A seat's rubles."""
    state.cells[at.SEATS + seat * at.SEAT_SIZE + at.RUBLES] = amount


def set_materials(state: State, seat: i64, kind: i64, amount: i64) -> None:
    """A seat's materials of a kind."""
    _lay(state, at.SEATS + seat * at.SEAT_SIZE + at.MATERIALS, kind, amount)


def set_banners(state: State, seat: i64, source: i64, count: i64) -> None:
    """A seat's banners that lie in one place."""
    state.cells[at.SEATS + seat * at.SEAT_SIZE + at.BANNERS + source] = count


def set_ornaments(state: State, seat: i64, kind: i64, count: i64) -> None:
    """The ornaments of a kind that a seat could place."""
    state.cells[at.SEATS + seat * at.SEAT_SIZE + at.ORNAMENTS + kind] = count


def set_workshop(state: State, seat: i64, space: i64, lying: i64) -> None:
    """A workshop space: 0 empty, tile kind + 1 face up, -(kind + 1) face down."""
    state.cells[at.SEATS + seat * at.SEAT_SIZE + at.WORKSHOP + space] = lying


def set_ivan_position(state: State, position: i64, number: i64, kind: i64, face_up: bool) -> None:
    """A position of Ivan's row: his card, the die tile on it and its side."""
    state.setting.ivan_cards[position] = number
    state.cells[at.IVAN_TILE + position] = kind
    state.cells[at.IVAN_FACE_UP] = _with(state.cells[at.IVAN_FACE_UP], position, face_up)


def set_ivan_materials(state: State, inventory: list[int], build: list[int]) -> None:
    """The materials on Ivan's Inventory and Build cards, in order."""
    state.ivan_inventory = vec[i64](inventory)
    state.ivan_build = vec[i64](build)


def _with(bits: i64, number: i64, is_in: bool) -> i64:
    """A set with or without a number."""
    return bits | bit(number) if is_in else bits & ~bit(number)


def _mark(state: State, field: i64, place: i64, seat: i64) -> None:
    """The place is in this set of one seat only."""
    other: i64
    for other in range(state.setting.seat_count):
        cell = at.SEATS + other * at.SEAT_SIZE + field
        state.cells[cell] = _with(state.cells[cell], place, other == seat)


def _lay(state: State, cell: i64, kind: i64, count: i64) -> None:
    """So many pieces of a kind in a pile."""
    lying = pile.count_of(state.cells[cell], kind)
    state.cells[cell] += pile.pieces(kind, count) - pile.pieces(kind, lying)


def update_derived_cells(state: State) -> None:
    """Work out anew all that is kept beside the pieces because the rules ask for it often."""
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
