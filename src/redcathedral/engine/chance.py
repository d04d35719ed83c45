"""Chance nodes (R2.5-R2.9, R3.3, R6.11, R8.2): each draws one die, card or tile.

An outcome is a number: of a plan, a card, a kind of workshop tile, a resource tile, an influence
card or a card of Ivan.  For a die it is ``die * 6 + face - 1`` in set-up, and the face 1..6 later.
``weights`` lists the outcomes of a node, ``sample`` draws one, and ``settle`` carries one out.
"""

from librt.vecs import vec
from mypy_extensions import i64

from redcathedral.box import vocabulary as v
from redcathedral.engine import cells as at
from redcathedral.engine import events, ivan
from redcathedral.engine.bits import bit
from redcathedral.engine.phases import (
    AFTER_END_TURN,
    AFTER_IVAN,
    CHOOSE_PLAN,
    DRAW_CARD,
    DRAW_DIE,
    DRAW_INFLUENCE,
    DRAW_IVAN_CARD,
    DRAW_IVAN_TILE,
    DRAW_RESOURCE,
    DRAW_TILE,
    ROLL,
)
from redcathedral.engine.rng import Rng
from redcathedral.engine.setting import IVAN
from redcathedral.engine.state import EMPTY, NOTHING, State
from redcathedral.engine.turn import begin_turn, pass_turn


def weights(state: State) -> vec[i64]:
    """Return the weights of the outcomes 0, 1, 2, ...; an impossible outcome has weight 0."""
    if state.phase == ROLL:
        return vec[i64]((0, 1, 1, 1, 1, 1, 1))
    setting = state.setting
    components = setting.components
    if state.phase == CHOOSE_PLAN:
        return components.plan_weight[setting.seat_count]
    if state.phase == DRAW_CARD:
        result = components.card_weight[_section_to_draw(state)][:]
        _exclude_drawn(result, setting.card)
    elif state.phase == DRAW_TILE:
        result = components.tiles_in_play(setting.seat_count)
        item: i64
        for item in range(v.PLACE_COUNT):
            kind = state.cells[at.TILE + item]
            if kind != NOTHING:
                result[kind] -= 1
    elif state.phase == DRAW_RESOURCE:
        result = vec[i64]([1] * v.SPACE_COUNT)
        _exclude_drawn(result, state.cells[at.RESOURCE_TILE : at.RESOURCE_TILE + v.SPACE_COUNT])
    elif state.phase == DRAW_INFLUENCE:
        result = _influence_weights(state)
    elif state.phase == DRAW_DIE:
        result = vec[i64]([1] * (v.DIE_COUNT * v.DIE_FACES))
        for item in range(v.DIE_COUNT * v.DIE_FACES):
            if state.cells[at.SPACE + item // v.DIE_FACES] != NOTHING:
                result[item] = 0
    elif state.phase == DRAW_IVAN_CARD:
        result = vec[i64]([1] * v.IVAN_ROW)
        _exclude_drawn(result, setting.ivan_cards)
    else:
        result = components.ivan_tiles[:]
        _exclude_drawn(result, state.cells[at.IVAN_TILE : at.IVAN_TILE + v.IVAN_ROW])
    return result


def _exclude_drawn(result: vec[i64], drawn: vec[i64]) -> None:
    """Set the weights of outcomes that were drawn before to 0."""
    item: i64
    for item in drawn:
        if item != NOTHING:
            result[item] = 0


def _section_to_draw(state: State) -> i64:
    level = state.cursor % v.LEVEL_COUNT
    if level == 0:
        return 0
    return v.DOME if level == state.setting.heights[state.cursor // v.LEVEL_COUNT] - 1 else v.MIDDLE


def _influence_weights(state: State) -> vec[i64]:
    """Return the weights of cards, which are 0 for groups that are already drawn (R2.6)."""
    setting = state.setting
    components = setting.components
    result = (
        components.first_game_weight[:] if setting.first_game else components.influence_weight[:]
    )
    card: i64
    drawn: i64
    for card in range(len(result)):
        for drawn in setting.influence:
            if (
                drawn != NOTHING
                and components.influence_group[drawn] == components.influence_group[card]
            ):
                result[card] = 0
    return result


def sample(state: State, rng: Rng) -> i64:
    """Draw an outcome of the chance node, each with its probability."""
    if state.phase == ROLL:
        return 1 + rng.below(v.DIE_FACES)
    options = weights(state)
    total: i64 = 0
    weight: i64
    for weight in options:
        total += weight
    remaining = rng.below(total)
    outcome: i64 = 0
    while remaining >= options[outcome]:
        remaining -= options[outcome]
        outcome += 1
    return outcome


def settle(state: State, outcome: i64) -> None:
    """Carry out an outcome whose weight is not 0; this is not checked."""
    state.moves = EMPTY
    if state.phase == ROLL:
        _roll(state, outcome)
    elif state.phase == CHOOSE_PLAN:
        _draw_plan(state, outcome)
        state.cursor = 0
        state.phase = DRAW_CARD
    elif state.phase == DRAW_CARD:
        state.setting.put_card(state.cursor, outcome)
        _advance_place(state, DRAW_TILE)
    elif state.phase == DRAW_TILE:
        state.cells[at.TILE + state.cursor] = outcome
        _advance_place(state, DRAW_RESOURCE)
    elif state.phase == DRAW_RESOURCE:
        state.cells[at.RESOURCE_TILE + state.cursor] = outcome
        _advance_cursor(state, v.SPACE_COUNT, DRAW_INFLUENCE)
    elif state.phase == DRAW_INFLUENCE:
        state.setting.influence[state.cursor] = outcome
        _advance_cursor(state, v.QUADRANT_COUNT, DRAW_DIE)
    elif state.phase == DRAW_DIE:
        _draw_die(state, outcome)
    elif state.phase == DRAW_IVAN_CARD:
        state.setting.ivan_cards[state.cursor] = outcome
        _advance_cursor(state, v.IVAN_ROW, DRAW_IVAN_TILE)
    else:
        _draw_ivan_tile(state, outcome)


def _advance_cursor(state: State, count: i64, next_phase: i64) -> None:
    state.cursor += 1
    if state.cursor == count:
        state.cursor = 0
        state.phase = next_phase


def _advance_place(state: State, next_phase: i64) -> None:
    """Move the cursor to the next place, tower by tower from the base up."""
    tower = state.cursor // v.LEVEL_COUNT
    state.cursor += 1
    if state.cursor - tower * v.LEVEL_COUNT < state.setting.heights[tower]:
        return
    if tower + 1 < v.TOWER_COUNT and state.setting.heights[tower + 1] > 0:
        state.cursor = (tower + 1) * v.LEVEL_COUNT
        return
    state.cursor = 0
    state.phase = next_phase


def _draw_plan(state: State, plan: i64) -> None:
    """Set the heights of the towers; the base of each becomes available (R2.8, R4.2)."""
    tower: i64
    heights = state.setting.components.plans[plan]
    for tower in range(v.TOWER_COUNT):
        state.setting.heights[tower] = heights[tower]
        if heights[tower] > 0:
            state.cells[at.AVAILABLE] |= bit(tower * v.LEVEL_COUNT)


def _draw_die(state: State, outcome: i64) -> None:
    """Put a die on the next space; the first is the space of the recognition tile (R2.7)."""
    components = state.setting.components
    cells = state.cells
    start: i64 = 0
    while components.resource_gives[cells[at.RESOURCE_TILE + start]] != v.RECOGNITION:
        start += 1
    die = outcome // v.DIE_FACES
    space = (start + state.cursor) % v.SPACE_COUNT
    cells[at.FACE + die] = outcome % v.DIE_FACES + 1
    cells[at.SPACE + die] = space
    cells[at.DICE_COUNT + space] += 1
    _advance_cursor(state, v.DIE_COUNT, DRAW_IVAN_CARD)
    if state.phase == DRAW_IVAN_CARD and not state.setting.solo:
        begin_turn(state)


def _draw_ivan_tile(state: State, kind: i64) -> None:
    """Deal one of Ivan's tiles face up: in set-up (R8.2), and after all were used (R8.5)."""
    state.cells[at.IVAN_TILE + state.cursor] = kind
    state.cells[at.IVAN_FACE_UP] |= bit(state.cursor)
    state.cursor += 1
    if state.cursor < v.IVAN_ROW:
        return
    if state.seat == IVAN:
        ivan.after_deal(state)
    else:
        ivan.claim_first_base(state)
        begin_turn(state)


def _roll(state: State, face: i64) -> None:
    """Set the face of the next pending die; after the last one the game continues."""
    die: i64 = 0
    while not state.pending >> die & 1:
        die += 1
    state.cells[at.FACE + die] = face
    state.log_event(events.DIE_ROLLED, state.seat, die, face, 0)
    state.pending &= state.pending - 1
    if state.pending != 0:
        return
    if state.after == AFTER_END_TURN:
        end_turn(state)
    elif state.after == AFTER_IVAN:
        ivan.use_card(state)
    else:
        state.phase = state.after


def end_turn(state: State) -> None:
    """Begin the next seat's turn; if it is Ivan's, play it at once (R8.4)."""
    if pass_turn(state) and state.is_ivan(state.seat):
        ivan.play_turn(state)
