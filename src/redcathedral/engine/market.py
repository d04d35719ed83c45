"""Acquire materials (R6.1-R6.5, R6.9-R6.11): move a die, take, activate a workshop tile."""

from librt.vecs import vec
from mypy_extensions import i64

from redcathedral.box import vocabulary as v
from redcathedral.engine import events
from redcathedral.engine.benefit import gives_something, receive_benefit
from redcathedral.engine.bits import bit
from redcathedral.engine.cells import DICE_COUNT, FACE, FULL, RESOURCE_TILE, SPACE
from redcathedral.engine.decisions import ACTIVATE, DIE, DIE_STEPS, TAKE, put, put_if
from redcathedral.engine.phases import MARKET
from redcathedral.engine.resources import pay, receivable, receive
from redcathedral.engine.state import State


def die_moves(state: State, out: vec[i64], n: i64) -> i64:
    """List each die with each number of extra steps that avoids full spaces (R6.1-R6.3)."""
    cells = state.cells
    own_die = 1 + state.setting.colours[state.seat]
    payable = state.rubles(state.seat)
    if payable > DIE_STEPS - 1:
        payable = DIE_STEPS - 1
    die: i64
    extra: i64
    for die in range(v.DIE_COUNT):
        free = ~blocked_spaces(cells, die)
        end = cells[SPACE + die] + cells[FACE + die]
        max_extra: i64 = 0
        if die == v.WHITE_DIE or die == own_die:
            max_extra = payable
        for extra in range(max_extra + 1):
            n = put_if(out, n, free >> space_at(end + extra) & 1, DIE + die * DIE_STEPS + extra)
    return n


def space_at(steps: i64) -> i64:
    """Return the market space ``steps`` after the first; the eight spaces are a ring (R6.1)."""
    return steps & v.SPACE_COUNT - 1


def blocked_spaces(cells: vec[i64], die: i64) -> i64:
    """Return the set of spaces where a die cannot end: those full of other dice (R6.3)."""
    return cells[FULL] & ~bit(cells[SPACE + die])


def put_die(state: State, die: i64, space: i64) -> None:
    """Move a die from its space to another."""
    cells = state.cells
    start = cells[SPACE + die]
    cells[DICE_COUNT + start] -= 1
    cells[FULL] &= ~bit(start)
    cells[DICE_COUNT + space] += 1
    if cells[DICE_COUNT + space] == v.SPACE_LIMIT:
        cells[FULL] |= bit(space)
    cells[SPACE + die] = space
    state.log_event(events.DIE_MOVED, state.seat, die, start, space)


def move_die(state: State, die: i64, extra: i64) -> None:
    """Move a die, paying for the extra steps (R6.1, R6.2)."""
    pay(state, state.seat, v.RUBLE, extra)
    space = space_at(state.die_space(die) + state.die_face(die) + extra)
    put_die(state, die, space)
    state.die = die
    state.space = space
    state.phase = MARKET


def take_moves(state: State, out: vec[i64], n: i64) -> i64:
    """List each number of units that the player can take from the space (R6.5)."""
    components = state.setting.components
    tile = state.resource_tile(state.space)
    max_units = receivable(
        state,
        state.seat,
        components.resource_gives[tile],
        components.resource_amount[tile] * state.dice_count(state.space),
    )
    units: i64
    for units in range(max_units):
        n = put(out, n, TAKE + units)
    return n


def take(state: State, units: i64) -> None:
    """Take a number of units of the space's resource (R6.5)."""
    tile = state.cells[RESOURCE_TILE + state.space]
    receive(state, state.seat, state.setting.components.resource_gives[tile], units)
    state.taken = 1


def activatable(state: State, first: i64, last: i64) -> i64:
    """Return the workshop spaces, from first to last, whose face-up tile gives something (R6.9)."""
    result: i64 = 0
    space: i64
    for space in range(first, last + 1):
        tile = state.workshop(state.seat, space)
        if tile > 0 and gives_something(state, state.seat, tile - 1):
            result |= bit(space)
    return result


def activation_moves(spaces: i64, out: vec[i64], n: i64) -> i64:
    """List the activation of the tile on each of these workshop spaces."""
    space: i64
    for space in range(v.WORKSHOP_COUNT):
        n = put_if(out, n, spaces >> space & 1, ACTIVATE + space)
    return n


def own_activation_moves(state: State, out: vec[i64], n: i64) -> i64:
    """List the activations on the space of the moved die's color, for white on both (R6.9)."""
    if state.die == v.WHITE_DIE:
        return activation_moves(activatable(state, v.WHITE_1, v.WORKSHOP_COUNT - 1), out, n)
    return activation_moves(activatable(state, state.die - 1, state.die - 1), out, n)


def activate(state: State, space: i64) -> None:
    """Receive the benefit of a face-up workshop tile (R6.9)."""
    kind = state.workshop(state.seat, space) - 1
    state.log_event(events.TILE_ACTIVATED, state.seat, space, kind, 0)
    receive_benefit(state, state.seat, kind)


def dice_on(state: State, space: i64) -> i64:
    """Return the set of the dice on a space."""
    cells = state.cells
    dice: i64 = 0
    die: i64
    for die in range(v.DIE_COUNT):
        if cells[SPACE + die] == space:
            dice |= bit(die)
    return dice
