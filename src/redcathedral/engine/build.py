"""Build (R5): deliver materials, complete cards, reprimands of the tsar, place ornaments."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from redcathedral.box import vocabulary as v
from redcathedral.engine import cells as at
from redcathedral.engine import events, pile
from redcathedral.engine.bits import TOWER_MASK, bit, count, lowest
from redcathedral.engine.decisions import DELIVER, ORNAMENT, put_if
from redcathedral.engine.resources import gain_prestige, lose_recognition, pay, receive
from redcathedral.engine.state import NOBODY, State

DELIVERIES: Final = 3  # R5.1
CLOSING_CARDS: Final = 6  # R7.1
CLOSING_PRESTIGE: Final = 3  # R7.1

_MATERIAL: Final = vec[i64](v.ORNAMENT_MATERIAL)
_GREEN: Final = vec[i64](v.GEM_SET_GREEN)
_PURPLE: Final = vec[i64](v.GEM_SET_PURPLE)


def build_moves(state: State, left: i64, out: vec[i64], n: i64) -> i64:
    """List each delivery and each ornament that is possible with ``left`` deliveries."""
    if left == 0 or state.stored(state.seat) == 0:
        return n
    return ornament_moves(state, left, out, delivery_moves(state, out, n))


def can_build(state: State, left: i64) -> bool:
    """Return whether ``build_moves`` would list a decision."""
    if left == 0 or state.stored(state.seat) == 0:
        return False
    if decorable(state):
        return True
    held = pile.kinds(state.cells[at.SEATS + state.seat * at.SEAT_SIZE + at.MATERIALS])
    unfinished = state.unfinished(state.seat)
    while unfinished:
        if _needed(state.setting.cost, state.cells, lowest(unfinished)) & held:
            return True
        unfinished &= unfinished - 1
    return False


def _needed(cost: vec[i64], cells: vec[i64], place: i64) -> i64:
    return pile.kinds(cost[place] - cells[at.DELIVERED + place])


def delivery_moves(state: State, out: vec[i64], n: i64) -> i64:
    """List the delivery of each stored material to each unfinished card that needs it (R5.1)."""
    cells = state.cells
    cost = state.setting.cost
    held = pile.kinds(cells[at.SEATS + state.seat * at.SEAT_SIZE + at.MATERIALS])
    unfinished = state.unfinished(state.seat)
    material: i64
    while unfinished:
        place = lowest(unfinished)
        unfinished &= unfinished - 1
        kinds = _needed(cost, cells, place) & held
        if kinds:
            for material in range(v.MATERIAL_COUNT):
                has_kind = pile.has(kinds, material)
                n = put_if(out, n, has_kind, DELIVER + place * v.MATERIAL_COUNT + material)
    return n


def decorable(state: State) -> i64:
    """Return the set of completed cards on which the player can place an ornament (R5.5)."""
    places = state.cells[at.BUILT] & ~state.cells[at.DECORATED]
    if places == 0:
        return 0
    result: i64 = 0
    section: i64
    for section in range(v.SECTION_COUNT):
        if state.ornaments(state.seat, section) and state.materials(state.seat, _MATERIAL[section]):
            result |= state.setting.sections[section]
    return places & result


def ornament_moves(state: State, left: i64, out: vec[i64], n: i64) -> i64:
    """List each ornament, with each affordable set of gems, on each card (R5.5, R5.6)."""
    places = decorable(state)
    if places == 0:
        return n
    green = state.materials(state.seat, v.GREEN_GEM)
    purple = state.materials(state.seat, v.PURPLE_GEM)
    sets: i64 = 0
    gems: i64
    for gems in range(v.GEM_SET_COUNT):
        greens = _GREEN[gems]
        purples = _PURPLE[gems]
        if greens <= green and purples <= purple and 1 + greens + purples <= left:
            sets |= bit(gems)
    while places:
        first = ORNAMENT + lowest(places) * v.GEM_SET_COUNT
        places &= places - 1
        for gems in range(v.GEM_SET_COUNT):
            n = put_if(out, n, sets >> gems & 1, first + gems)
    return n


def deliver(state: State, place: i64, material: i64) -> None:
    """Deliver a material from the inventory to a card, which may complete it (R5.1-R5.3)."""
    base = at.SEATS + state.seat * at.SEAT_SIZE
    cells = state.cells
    cells[base + at.MATERIALS] -= pile.pieces(material, 1)
    cells[base + at.STORED] -= 1
    state.left -= 1
    lay_material(state, state.seat, place, material)


def lay_material(state: State, seat: i64, place: i64, material: i64) -> None:
    """Put a material on a seat's card; the last one completes the card (R5.2, R5.3)."""
    state.cells[at.DELIVERED + place] += pile.pieces(material, 1)
    state.log_event(events.DELIVERED, seat, place, material, 0)
    if state.missing(place) == 0:
        complete(state, seat, place)


def complete(state: State, seat: i64, place: i64) -> None:
    """Complete a card that has all its materials, in the order of R5.7."""
    setting = state.setting
    components = setting.components
    cells = state.cells
    cells[at.SUPPLY] += cells[at.DELIVERED + place]
    cells[at.DELIVERED + place] = 0
    cells[at.BUILT] |= bit(place)
    state.log_event(events.COMPLETED, seat, place, 0, 0)

    card = setting.card[place]
    receive(state, seat, v.RECOGNITION, components.card_recognition[card])
    if not state.is_ivan(seat):
        receive(state, seat, v.RUBLE, components.card_rubles[card])
    _reprimand(state, place)
    if state.closer == NOBODY and state.completed(seat) == CLOSING_CARDS:
        state.closer = seat
        state.log_event(events.CLOSED, seat, 0, 0, 0)
        if not setting.solo:  # R8.6
            gain_prestige(state, seat, CLOSING_PRESTIGE)


def _reprimand(state: State, place: i64) -> None:
    """Take recognition for the unfinished cards below a completed one (R5.4)."""
    built = state.cells[at.BUILT]
    first = place - place % v.LEVEL_COUNT
    below: i64
    for below in range(first, place):
        if state.is_built(below):
            continue
        seat = state.owner(below)
        above = (built & ~state.owned(seat)) >> below & TOWER_MASK >> below - first
        if above:
            lost = lose_recognition(state, seat, count(above))
            state.log_event(events.REPRIMANDED, seat, below, lost, place)


def decorate(state: State, place: i64, gems: i64) -> None:
    """Place an ornament with its gems, within one delivery action (R5.5, R5.6)."""
    seat = state.seat
    section = state.setting.section(place)
    greens = _GREEN[gems]
    purples = _PURPLE[gems]
    pay(state, seat, _MATERIAL[section], 1)
    pay(state, seat, v.GREEN_GEM, greens)
    pay(state, seat, v.PURPLE_GEM, purples)
    state.left -= 1 + greens + purples
    put_ornament(state, seat, place)
    state.log_event(events.ORNAMENT_SET, seat, place, section, gems)
    if greens == 1 and purples == 1:
        gain_prestige(state, seat, 3)
    elif greens + purples > 0:
        gain_prestige(state, seat, greens + purples)


def put_ornament(state: State, seat: i64, place: i64) -> None:
    """Put a seat's ornament of the matching kind on a completed card."""
    cells = state.cells
    base = at.SEATS + seat * at.SEAT_SIZE
    cells[base + at.ORNAMENTS + state.setting.section(place)] -= 1
    cells[base + at.OWN_DECORATED] |= bit(place)
    cells[at.DECORATED] |= bit(place)
