"""The benefits of face-up workshop tiles (R6.9b, R6.10)."""

from mypy_extensions import i64

from redcathedral.engine.components import DIE_BENEFIT
from redcathedral.engine.resources import receivable, receive
from redcathedral.engine.state import State


def benefit_resource(state: State, kind: i64) -> i64:
    """Return the resource of a tile; a die tile has that of the die's market space (R6.10)."""
    components = state.setting.components
    gives = components.tile_gives[kind]
    if gives < DIE_BENEFIT:
        return gives
    return components.resource_gives[_resource_tile_of_die(state, gives - DIE_BENEFIT)]


def benefit_amount(state: State, kind: i64) -> i64:
    """Return the amount of this resource; the number of dice on a space has no effect (R6.10)."""
    components = state.setting.components
    gives = components.tile_gives[kind]
    if gives < DIE_BENEFIT:
        return components.tile_amount[kind]
    return components.resource_amount[_resource_tile_of_die(state, gives - DIE_BENEFIT)]


def gives_something(state: State, seat: i64, kind: i64) -> bool:
    """Return whether the supply and a seat's free slots allow any of a tile's benefit."""
    return receivable(state, seat, benefit_resource(state, kind), 1) > 0


def receive_benefit(state: State, seat: i64, kind: i64) -> None:
    """Give a seat as much of a tile's benefit as it can receive (R6.9b)."""
    receive(state, seat, benefit_resource(state, kind), benefit_amount(state, kind))


def _resource_tile_of_die(state: State, die: i64) -> i64:
    return state.resource_tile(state.die_space(die))
