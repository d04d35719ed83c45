"""Ivan Yakovlevich, the opponent of the solo game (R8): no choices of his own, only rules."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from redcathedral.box import effects, vocabulary
from redcathedral.box.vocabulary import (
    ARCH,
    BASE,
    CROSS,
    DOOR,
    LEVEL_COUNT,
    MATERIAL_COUNT,
    RECOGNITION,
    SPACE_COUNT,
    TOWER_COUNT,
)
from redcathedral.engine import events
from redcathedral.engine.build import complete, decorate
from redcathedral.engine.claim import put_banner
from redcathedral.engine.components import DIE_BENEFIT
from redcathedral.engine.decisions import IVAN_CLAIM, IVAN_ORNAMENT
from redcathedral.engine.goods import gain_prestige, receive
from redcathedral.engine.influence import has_completed_each
from redcathedral.engine.layout import (
    BUILT,
    CROWD,
    DECORATION,
    DELIVERED,
    FACE,
    INVENTORY_BANNERS,
    IVAN_CARD,
    IVAN_DIE,
    IVAN_FACE_UP,
    IVAN_ROW,
    MISSING,
    ORNAMENTS,
    OWNER,
    PLACE_SIZE,
    RESOURCE_TILE,
    SEAT_SIZE,
    SET_UP,
    SPACE,
    TILE_HERE,
)
from redcathedral.engine.market import dice_on, has_room, put_die
from redcathedral.engine.phases import CHOOSE_CLAIM, CHOOSE_ORNAMENT, DRAW_IVAN_TILE, ROLL
from redcathedral.engine.setting import HUMAN, IVAN
from redcathedral.engine.state import NOBODY, State
from redcathedral.engine.turn import pass_turn

RECOGNITION_CARD: Final = 4  # R8.4
STORED_AT_ONCE: Final = 4  # R8.4


def start(state: State) -> None:
    """His sixth banner claims the base that gives most recognition, leftmost if tied (R8.3).

    It is his Claim action: recognition on the workshop tile there is his.
    """
    components = state.setting.components
    best: i64 = NOBODY
    most: i64 = -1
    tower: i64
    for tower in range(TOWER_COUNT):
        if state.setting.heights[tower] > 0:
            place = tower * LEVEL_COUNT
            recognition = components.card_recognition[state.setting.card[place]]
            if recognition > most:
                best = place
                most = recognition
    claim(state, best)


def play(state: State) -> None:
    """Ivan's turn from its start to the first choice or chance outcome (R8.4, R8.5)."""
    if _next_card(state) < IVAN_ROW:
        _move(state)
        return
    candidates = ornament_places(state)
    if len(candidates) > 1:
        state.phase = CHOOSE_ORNAMENT
        return
    if len(candidates) == 1:
        set_up(state, candidates[0])
    deal(state)


def _next_card(state: State) -> i64:
    """The leftmost card with a face-up tile, or the length of the row."""
    position: i64 = 0
    while position < IVAN_ROW and state.ivan[IVAN_FACE_UP + position] == 0:
        position += 1
    return position


def ornament_places(state: State) -> vec[i64]:
    """Where his next ornament may go: cards of the human before his own (R8.5)."""
    placed = state.seats[IVAN * SEAT_SIZE + SET_UP]
    kind: i64 = ARCH
    if placed == 0:
        kind = DOOR
    elif placed == 3:
        kind = CROSS
    result = vec[i64]()
    if state.seats[IVAN * SEAT_SIZE + ORNAMENTS + kind] == 0:
        return result
    owner: i64
    place: i64
    for owner in range(2):
        for place in range(vocabulary.PLACE_COUNT):
            site = place * PLACE_SIZE
            if (
                state.cathedral[site + BUILT]
                and state.cathedral[site + DECORATION] == NOBODY
                and state.cathedral[site + OWNER] == owner
                and state.setting.section(place) == kind
            ):
                result = append(result, place)
        if len(result) > 0:
            break
    return result


def set_up(state: State, place: i64) -> None:
    """He places an ornament: 1 prestige, at no cost (R8.5)."""
    decorate(state, IVAN, place)
    state.note(events.ORNAMENT_SET, IVAN, place, state.setting.section(place), 0)
    gain_prestige(state, IVAN, 1)


def deal(state: State) -> None:
    """His five tiles are shuffled and dealt again, one chance outcome each (R8.5)."""
    position: i64
    for position in range(IVAN_ROW):
        state.ivan[IVAN_DIE + position] = NOBODY
    state.cursor = 0
    state.phase = DRAW_IVAN_TILE


def dealt(state: State) -> None:
    """All tiles lie face up again: his turn goes on."""
    state.note(events.IVAN_DEALT, IVAN, 0, 0, 0)
    _move(state)


def _move(state: State) -> None:
    """Move the die of the leftmost face-up tile, take the recognition there (R8.4)."""
    position = _next_card(state)
    state.cursor = position
    state.ivan[IVAN_FACE_UP + position] = 0
    components = state.setting.components
    die = components.tile_gives[state.ivan[IVAN_DIE + position]] - DIE_BENEFIT
    state.note(events.IVAN_ACTED, IVAN, state.ivan[IVAN_CARD + position], position, die)
    here = state.market[SPACE + die]
    space = (here + state.market[FACE + die]) % SPACE_COUNT
    if not has_room(state, die, space):
        state.note(events.DIE_BLOCKED, IVAN, die, here, 0)
        act(state)
        return
    put_die(state, die, space)
    _take_recognition(state, space)
    state.pending = dice_on(state, space)
    state.after = CHOOSE_CLAIM
    state.phase = ROLL


def _take_recognition(state: State, space: i64) -> None:
    """Recognition of the space and, as well, of the quadrant's card (R8.4)."""
    components = state.setting.components
    tile = state.market[RESOURCE_TILE + space]
    if components.resource_gives[tile] == RECOGNITION:
        times: i64 = 1 if state.setting.ivan_once else state.market[CROWD + space]
        receive(state, IVAN, RECOGNITION, components.resource_amount[tile] * times)
    first = state.setting.influence[space // 2] * 2
    best: i64 = 0
    action: i64
    for action in range(first, first + 2):
        effect = components.action_effect[action]
        if effect == effects.GAIN_RECOGNITION or (
            effect == effects.GAIN_COMPLETE and has_completed_each(state, IVAN)
        ):
            if components.action_amount[action] > best:
                best = components.action_amount[action]
    receive(state, IVAN, RECOGNITION, best)


def act(state: State) -> None:
    """The action of the card whose tile was used (R8.4)."""
    card = state.ivan[IVAN_CARD + state.cursor]
    if card == vocabulary.IVAN_RECOGNITION:
        receive(state, IVAN, RECOGNITION, RECOGNITION_CARD)
    elif card == vocabulary.IVAN_INVENTORY:
        _store(state)
    elif card == vocabulary.IVAN_TRANSPORT:
        _transport(state)
    elif card == vocabulary.IVAN_BUILD:
        _build(state)
    elif state.seats[IVAN * SEAT_SIZE + INVENTORY_BANNERS] > 0:
        candidates = claim_places(state)
        if len(candidates) > 1:
            state.phase = CHOOSE_CLAIM
            return
        if len(candidates) == 1:
            claim(state, candidates[0])
    end(state)


def _store(state: State) -> None:
    """Four materials of the kind most plentiful in the supply, first of equals (R8.4)."""
    best: i64 = 0
    kind: i64
    for kind in range(1, MATERIAL_COUNT):
        if state.stock[kind] > state.stock[best]:
            best = kind
    amount: i64 = state.stock[best]
    if amount > STORED_AT_ONCE:
        amount = STORED_AT_ONCE
    state.stock[best] -= amount
    for _ in range(amount):
        state.ivan_inventory = append(state.ivan_inventory, best)
    state.note(events.IVAN_STORED, IVAN, best, amount, 0)


def _transport(state: State) -> None:
    """Everything on the Inventory card goes on the Build card (R8.4)."""
    kind: i64
    for kind in state.ivan_inventory:
        state.ivan_build = append(state.ivan_build, kind)
    state.note(events.IVAN_TRANSPORTED, IVAN, len(state.ivan_inventory), 0, 0)
    state.ivan_inventory = vec[i64]()


def claim_places(state: State) -> vec[i64]:
    """The cards he may claim: above the human's, else a base, else any available (R8.4)."""
    heights = state.setting.heights
    above_human = vec[i64]()
    bases = vec[i64]()
    others = vec[i64]()
    tower: i64
    for tower in range(TOWER_COUNT):
        level = state.risen[tower]
        if level == heights[tower]:
            continue
        place = tower * LEVEL_COUNT + level
        if level == BASE:
            bases = append(bases, place)
        elif state.cathedral[(place - 1) * PLACE_SIZE + OWNER] == HUMAN:
            above_human = append(above_human, place)
        else:
            others = append(others, place)
    if len(above_human) > 0:
        return above_human
    return bases if len(bases) > 0 else others


def claim(state: State, place: i64) -> None:
    """He claims a card; recognition on its workshop tile is his, the tile is discarded (R8.4)."""
    state.seats[IVAN * SEAT_SIZE + INVENTORY_BANNERS] -= 1
    put_banner(state, IVAN, place)
    state.note(events.CLAIMED, IVAN, place, 0, 0)
    components = state.setting.components
    site = place * PLACE_SIZE + TILE_HERE
    kind = state.cathedral[site]
    state.cathedral[site] = NOBODY
    state.note(events.TILE_DISCARDED, IVAN, kind, place, 0)
    if components.tile_gives[kind] == RECOGNITION:
        receive(state, IVAN, RECOGNITION, components.tile_amount[kind])


def _build(state: State) -> None:
    """Materials on the Build card fill his cards, row by row from the bottom left (R8.4)."""
    used: i64 = 0
    level: i64
    tower: i64
    for level in range(LEVEL_COUNT):
        for tower in range(TOWER_COUNT):
            place = tower * LEVEL_COUNT + level
            site = place * PLACE_SIZE
            while (
                used < len(state.ivan_build)
                and state.cathedral[site + OWNER] == IVAN
                and state.cathedral[site + MISSING] > 0
            ):
                material = state.ivan_build[used]
                used += 1
                state.cathedral[site + DELIVERED + material] += 1
                state.cathedral[site + MISSING] -= 1
                state.note(events.DELIVERED, IVAN, place, material, 0)
                if state.cathedral[site + MISSING] == 0:
                    complete(state, IVAN, place)
    state.ivan_build = state.ivan_build[used:]


def choices(state: State, out: vec[i64]) -> vec[i64]:
    """The cards among which the human chooses for him (R8.4, R8.5)."""
    place: i64
    if state.phase == CHOOSE_CLAIM:
        for place in claim_places(state):
            out = append(out, IVAN_CLAIM + place)
    else:
        for place in ornament_places(state):
            out = append(out, IVAN_ORNAMENT + place)
    return out


def choose(state: State, decision: i64) -> None:
    """Carry out what the human chose for him."""
    if decision < IVAN_ORNAMENT:
        claim(state, decision - IVAN_CLAIM)
        end(state)
    else:
        set_up(state, decision - IVAN_ORNAMENT)
        deal(state)


def end(state: State) -> None:
    """His turn is over; the human's begins."""
    pass_turn(state)
