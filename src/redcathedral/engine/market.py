"""Acquire (R6.1-R6.5, R6.9-R6.11): move a die, take resources, activate a workshop tile."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from redcathedral.box.vocabulary import (
    DIE_COUNT,
    RUBLE,
    SPACE_COUNT,
    SPACE_LIMIT,
    WHITE_1,
    WHITE_DIE,
    WORKSHOP_COUNT,
)
from redcathedral.engine import events
from redcathedral.engine.benefit import gives_something, receive_benefit
from redcathedral.engine.decisions import ACTIVATE, DIE, DIE_STEPS, TAKE
from redcathedral.engine.goods import pay, receivable, receive
from redcathedral.engine.layout import (
    CROWD,
    FACE,
    RESOURCE_TILE,
    RUBLES,
    SEAT_SIZE,
    SPACE,
    WORKSHOP,
)
from redcathedral.engine.phases import MARKET
from redcathedral.engine.state import State


def die_moves(state: State, out: vec[i64]) -> vec[i64]:
    """Each die with each number of extra steps that ends where it may (R6.1-R6.3)."""
    market = state.market
    own = 1 + state.setting.colours[state.seat]
    rubles = state.seats[state.seat * SEAT_SIZE + RUBLES]
    die: i64
    extra: i64
    for die in range(DIE_COUNT):
        most: i64 = 0
        if die == WHITE_DIE or die == own:
            most = rubles if rubles < DIE_STEPS - 1 else DIE_STEPS - 1
        start = market[SPACE + die]
        for extra in range(most + 1):
            space = (start + market[FACE + die] + extra) % SPACE_COUNT
            if has_room(state, die, space):
                out = append(out, DIE + die * DIE_STEPS + extra)
    return out


def has_room(state: State, die: i64, space: i64) -> bool:
    """Whether a die may end on a space: at most two others there (R6.3)."""
    others = state.market[CROWD + space]
    if state.market[SPACE + die] == space:
        others -= 1
    return others < SPACE_LIMIT


def put_die(state: State, die: i64, space: i64) -> None:
    """A die goes from its space to another."""
    start = state.market[SPACE + die]
    state.market[CROWD + start] -= 1
    state.market[CROWD + space] += 1
    state.market[SPACE + die] = space
    state.note(events.DIE_MOVED, state.seat, die, start, space)


def move_die(state: State, die: i64, extra: i64) -> None:
    """Move a die, paying for the extra steps (R6.1, R6.2)."""
    pay(state, state.seat, RUBLE, extra)
    space = (state.market[SPACE + die] + state.market[FACE + die] + extra) % SPACE_COUNT
    put_die(state, die, space)
    state.die = die
    state.space = space
    state.phase = MARKET


def take_moves(state: State, out: vec[i64]) -> vec[i64]:
    """Each number of units the player could take from the space (R6.5)."""
    components = state.setting.components
    tile = state.market[RESOURCE_TILE + state.space]
    most = receivable(
        state,
        state.seat,
        components.resource_gives[tile],
        components.resource_amount[tile] * state.market[CROWD + state.space],
    )
    units: i64
    for units in range(most):
        out = append(out, TAKE + units)
    return out


def take(state: State, units: i64) -> None:
    """Take so many units of the space's resource (R6.5)."""
    tile = state.market[RESOURCE_TILE + state.space]
    receive(state, state.seat, state.setting.components.resource_gives[tile], units)
    state.taken = 1


def activation_moves(state: State, first: i64, last: i64, out: vec[i64]) -> vec[i64]:
    """Each face-up tile on the workshop spaces first..last that gives something (R6.9)."""
    base = state.seat * SEAT_SIZE + WORKSHOP
    space: i64
    for space in range(first, last + 1):
        tile = state.seats[base + space]
        if tile > 0 and gives_something(state, state.seat, tile - 1):
            out = append(out, ACTIVATE + space)
    return out


def own_activation_moves(state: State, out: vec[i64]) -> vec[i64]:
    """The tile on the space of the moved die's colour, one of two for white (R6.9)."""
    if state.die == WHITE_DIE:
        return activation_moves(state, WHITE_1, WORKSHOP_COUNT - 1, out)
    return activation_moves(state, state.die - 1, state.die - 1, out)


def activate(state: State, space: i64) -> None:
    """A face-up workshop tile gives its benefit (R6.9)."""
    kind = state.seats[state.seat * SEAT_SIZE + WORKSHOP + space] - 1
    state.note(events.TILE_ACTIVATED, state.seat, space, kind, 0)
    receive_benefit(state, state.seat, kind)


def dice_on(state: State, space: i64) -> i64:
    """The dice on a space as bits 1 << die."""
    dice: i64 = 0
    die: i64
    for die in range(DIE_COUNT):
        if state.market[SPACE + die] == space:
            dice |= 1 << die
    return dice
