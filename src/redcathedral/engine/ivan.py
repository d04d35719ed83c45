"""Ivan plays the solo game (R8) by fixed rules; where they leave a choice, the human decides."""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from redcathedral.box import vocabulary as v
from redcathedral.engine import cells as at
from redcathedral.engine import events, pile
from redcathedral.engine.bits import bit, count, lowest
from redcathedral.engine.build import lay_material, put_ornament
from redcathedral.engine.claim import put_banner
from redcathedral.engine.components import DIE_BENEFIT
from redcathedral.engine.decisions import IVAN_CLAIM, IVAN_ORNAMENT, put
from redcathedral.engine.influence import plain_recognition
from redcathedral.engine.market import blocked_spaces, dice_on, put_die, space_at
from redcathedral.engine.phases import (
    AFTER_IVAN,
    CHOOSE_CLAIM,
    CHOOSE_ORNAMENT,
    DRAW_IVAN_TILE,
    ROLL,
)
from redcathedral.engine.resources import gain_prestige, receive
from redcathedral.engine.setting import HUMAN, IVAN
from redcathedral.engine.state import NOTHING, State
from redcathedral.engine.turn import pass_turn

RECOGNITION_CARD: Final = 4  # recognition of his Recognition card (R8.4)
INVENTORY_AMOUNT: Final = 4  # materials that he stores with his Inventory card (R8.4)


def claim_first_base(state: State) -> None:
    """Claim the base that gives the most recognition, the leftmost if tied (R8.3).

    As for other claims, he receives the recognition of the workshop tile there.
    """
    components = state.setting.components
    best: i64 = NOTHING
    most: i64 = -1
    tower: i64
    for tower in range(v.TOWER_COUNT):
        if state.setting.heights[tower] > 0:
            place = tower * v.LEVEL_COUNT
            recognition = components.card_recognition[state.setting.card[place]]
            if recognition > most:
                best = place
                most = recognition
    claim(state, best)


def play_turn(state: State) -> None:
    """Play his turn from its start to the first choice or chance outcome (R8.4, R8.5)."""
    if state.cells[at.IVAN_FACE_UP]:
        _move(state)
        return
    candidates = ornament_places(state)
    if count(candidates) > 1:
        state.phase = CHOOSE_ORNAMENT
        return
    if candidates:
        decorate(state, lowest(candidates))
    deal(state)


def ornament_places(state: State) -> i64:
    """Return the places for his next ornament, as bits: first cards of the human (R8.5)."""
    placed = state.decorated(IVAN)
    kind: i64 = v.ARCH
    if placed == 0:
        kind = v.DOOR
    elif placed == 3:
        kind = v.CROSS
    if state.ornaments(IVAN, kind) == 0:
        return 0
    cells = state.cells
    places = cells[at.BUILT] & ~cells[at.DECORATED] & state.setting.sections[kind]
    human_places = places & state.owned(HUMAN)
    if human_places:
        return human_places
    return places


def decorate(state: State, place: i64) -> None:
    """Place his ornament at no cost; he gains 1 prestige (R8.5)."""
    put_ornament(state, IVAN, place)
    state.log_event(events.ORNAMENT_SET, IVAN, place, state.setting.section(place), 0)
    gain_prestige(state, IVAN, 1)


def deal(state: State) -> None:
    """Begin to deal his five tiles again; each is a chance outcome (R8.5)."""
    position: i64
    for position in range(v.IVAN_ROW):
        state.cells[at.IVAN_TILE + position] = NOTHING
    state.cursor = 0
    state.phase = DRAW_IVAN_TILE


def after_deal(state: State) -> None:
    """Continue his turn after all of his tiles have been dealt face up."""
    state.log_event(events.IVAN_DEALT, IVAN, 0, 0, 0)
    _move(state)


def _move(state: State) -> None:
    """Move the die of the leftmost face-up tile, and take the recognition there (R8.4)."""
    cells = state.cells
    position = lowest(cells[at.IVAN_FACE_UP])
    state.cursor = position
    cells[at.IVAN_FACE_UP] &= ~bit(position)
    die = state.setting.components.tile_gives[cells[at.IVAN_TILE + position]] - DIE_BENEFIT
    state.log_event(events.IVAN_ACTED, IVAN, state.ivan_card(position), position, die)
    here = state.die_space(die)
    space = space_at(here + state.die_face(die))
    if blocked_spaces(cells, die) >> space & 1:
        state.log_event(events.DIE_BLOCKED, IVAN, die, here, 0)
        use_card(state)
        return
    put_die(state, die, space)
    _take_recognition(state, space)
    state.pending = dice_on(state, space)
    state.after = AFTER_IVAN
    state.phase = ROLL


def _take_recognition(state: State, space: i64) -> None:
    """Give him the recognition of the space and of the quadrant's card (R8.4)."""
    components = state.setting.components
    tile = state.resource_tile(space)
    if components.resource_gives[tile] == v.RECOGNITION:
        times: i64 = 1 if state.setting.ivan_once else state.dice_count(space)
        receive(state, IVAN, v.RECOGNITION, components.resource_amount[tile] * times)
    first = state.setting.influence[space // 2] * 2
    best: i64 = 0
    action: i64
    for action in range(first, first + 2):
        recognition = plain_recognition(state, IVAN, action)
        if recognition > best:
            best = recognition
    receive(state, IVAN, v.RECOGNITION, best)


def use_card(state: State) -> None:
    """Carry out the card of the tile that was used (R8.4)."""
    card = state.ivan_card(state.cursor)
    if card == v.IVAN_RECOGNITION_CARD:
        receive(state, IVAN, v.RECOGNITION, RECOGNITION_CARD)
    elif card == v.IVAN_INVENTORY_CARD:
        _store(state)
    elif card == v.IVAN_TRANSPORT_CARD:
        _transport(state)
    elif card == v.IVAN_BUILD_CARD:
        _build(state)
    elif state.banners(IVAN, v.INVENTORY) > 0:
        candidates = claim_places(state)
        if count(candidates) > 1:
            state.phase = CHOOSE_CLAIM
            return
        if candidates:
            claim(state, lowest(candidates))
    end(state)


def _store(state: State) -> None:
    """Store four materials of the most plentiful kind in the supply, the first if tied (R8.4)."""
    best: i64 = 0
    kind: i64
    for kind in range(1, v.MATERIAL_COUNT):
        if state.supply(kind) > state.supply(best):
            best = kind
    amount: i64 = state.supply(best)
    if amount > INVENTORY_AMOUNT:
        amount = INVENTORY_AMOUNT
    state.cells[at.SUPPLY] -= pile.pieces(best, amount)
    stored = state.ivan_inventory[:]
    for _ in range(amount):
        stored = append(stored, best)
    state.ivan_inventory = stored
    state.log_event(events.IVAN_STORED, IVAN, best, amount, 0)


def _transport(state: State) -> None:
    """Move all materials from the Inventory card to the Build card (R8.4)."""
    kind: i64
    moved = state.ivan_build[:]
    for kind in state.ivan_inventory:
        moved = append(moved, kind)
    state.ivan_build = moved
    state.log_event(events.IVAN_TRANSPORTED, IVAN, len(state.ivan_inventory), 0, 0)
    state.ivan_inventory = vec[i64]()


def claim_places(state: State) -> i64:
    """Return the places he may claim, as bits: above the human's, or bases, or any (R8.4)."""
    available = state.cells[at.AVAILABLE]
    bases = available & state.setting.sections[v.BASE]
    above_human = available & ~bases & state.owned(HUMAN) << 1
    if above_human:
        return above_human
    if bases:
        return bases
    return available


def claim(state: State, place: i64) -> None:
    """Claim a card; he takes the recognition of its workshop tile, which is discarded (R8.4)."""
    cells = state.cells
    cells[at.SEATS + IVAN * at.SEAT_SIZE + at.BANNERS] -= 1
    put_banner(state, IVAN, place)
    state.log_event(events.CLAIMED, IVAN, place, 0, 0)
    components = state.setting.components
    kind = cells[at.TILE + place]
    cells[at.TILE + place] = NOTHING
    state.log_event(events.TILE_DISCARDED, IVAN, kind, place, 0)
    if components.tile_gives[kind] == v.RECOGNITION:
        receive(state, IVAN, v.RECOGNITION, components.tile_amount[kind])


def _build(state: State) -> None:
    """Put materials of the Build card on his cards, row by row from the bottom left (R8.4)."""
    used: i64 = 0
    level: i64
    tower: i64
    for level in range(v.LEVEL_COUNT):
        for tower in range(v.TOWER_COUNT):
            place = tower * v.LEVEL_COUNT + level
            while used < len(state.ivan_build) and state.unfinished(IVAN) >> place & 1:
                lay_material(state, IVAN, place, state.ivan_build[used])
                used += 1
    state.ivan_build = state.ivan_build[used:]


def choice_moves(state: State, out: vec[i64]) -> i64:
    """List the cards among which the human chooses for him (R8.4, R8.5)."""
    is_claim = state.phase == CHOOSE_CLAIM
    first: i64 = IVAN_CLAIM if is_claim else IVAN_ORNAMENT
    places = claim_places(state) if is_claim else ornament_places(state)
    n: i64 = 0
    while places:
        n = put(out, n, first + lowest(places))
        places &= places - 1
    return n


def carry_out_choice(state: State, decision: i64) -> None:
    """Carry out the human's choice for him."""
    if decision < IVAN_ORNAMENT:
        claim(state, decision - IVAN_CLAIM)
        end(state)
    else:
        decorate(state, decision - IVAN_ORNAMENT)
        deal(state)


def end(state: State) -> None:
    """End his turn, and begin the human's turn."""
    pass_turn(state)
