"""Acquire (R6.1-R6.5, R6.9-R6.11): move a die, take resources, activate a workshop tile."""

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
    """Each die with each number of extra steps that ends where it may (R6.1-R6.3)."""
    cells = state.cells
    own = 1 + state.setting.colours[state.seat]
    payable = state.rubles(state.seat)
    if payable > DIE_STEPS - 1:
        payable = DIE_STEPS - 1
    die: i64
    extra: i64
    for die in range(v.DIE_COUNT):
        free = ~blocked_spaces(cells, die)
        end = cells[SPACE + die] + cells[FACE + die]
        most: i64 = 0
        if die == v.WHITE_DIE or die == own:
            most = payable
        for extra in range(most + 1):
            n = put_if(out, n, free >> space_at(end + extra) & 1, DIE + die * DIE_STEPS + extra)
    return n


def space_at(steps: i64) -> i64:
    """The market space so many steps on from the first (R6.1): there are eight in a ring."""
    return steps & v.SPACE_COUNT - 1


def blocked_spaces(cells: vec[i64], die: i64) -> i64:
    """The spaces on which a die may not end: with as many others as there may be (R6.3)."""
    return cells[FULL] & ~bit(cells[SPACE + die])


def put_die(state: State, die: i64, space: i64) -> None:
    """A die goes from its space to another."""
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
    """Each number of units the player could take from the space (R6.5)."""
    components = state.setting.components
    tile = state.resource_tile(state.space)
    most = receivable(
        state,
        state.seat,
        components.resource_gives[tile],
        components.resource_amount[tile] * state.dice_count(state.space),
    )
    units: i64
    for units in range(most):
        n = put(out, n, TAKE + units)
    return n


def take(state: State, units: i64) -> None:
    """Take so many units of the space's resource (R6.5)."""
    tile = state.cells[RESOURCE_TILE + state.space]
    receive(state, state.seat, state.setting.components.resource_gives[tile], units)
    state.taken = 1


def activatable(state: State, first: i64, last: i64) -> i64:
    """The workshop spaces first..last with a tile face up that gives something (R6.9)."""
    result: i64 = 0
    space: i64
    for space in range(first, last + 1):
        tile = state.workshop(state.seat, space)
        if tile > 0 and gives_something(state, state.seat, tile - 1):
            result |= bit(space)
    return result


def activation_moves(spaces: i64, out: vec[i64], n: i64) -> i64:
    """The tile on each of these workshop spaces."""
    space: i64
    for space in range(v.WORKSHOP_COUNT):
        n = put_if(out, n, spaces >> space & 1, ACTIVATE + space)
    return n


def own_activation_moves(state: State, out: vec[i64], n: i64) -> i64:
    """The tile on the space of the moved die's colour, one of two for white (R6.9)."""
    if state.die == v.WHITE_DIE:
        return activation_moves(activatable(state, v.WHITE_1, v.WORKSHOP_COUNT - 1), out, n)
    return activation_moves(activatable(state, state.die - 1, state.die - 1), out, n)


def activate(state: State, space: i64) -> None:
    """A face-up workshop tile gives its benefit (R6.9)."""
    kind = state.workshop(state.seat, space) - 1
    state.log_event(events.TILE_ACTIVATED, state.seat, space, kind, 0)
    receive_benefit(state, state.seat, kind)


def dice_on(state: State, space: i64) -> i64:
    """The set of the dice on a space."""
    cells = state.cells
    dice: i64 = 0
    die: i64
    for die in range(v.DIE_COUNT):
        if cells[SPACE + die] == space:
            dice |= bit(die)
    return dice
