"""What a face-up workshop tile gives (R6.9b, R6.10)."""

from mypy_extensions import i64

from redcathedral.engine.components import DIE_BENEFIT
from redcathedral.engine.resources import receivable, receive
from redcathedral.engine.state import State


def benefit_resource(state: State, kind: i64) -> i64:
    """The resource a tile gives now; a die tile that of the space where the die stands (R6.10)."""
    components = state.setting.components
    gives = components.tile_gives[kind]
    if gives < DIE_BENEFIT:
        return gives
    return components.resource_gives[_tile_under(state, gives - DIE_BENEFIT)]


def benefit_amount(state: State, kind: i64) -> i64:
    """How much of it: a die tile once, however many dice stand there (R6.10)."""
    components = state.setting.components
    gives = components.tile_gives[kind]
    if gives < DIE_BENEFIT:
        return components.tile_amount[kind]
    return components.resource_amount[_tile_under(state, gives - DIE_BENEFIT)]


def gives_something(state: State, seat: i64, kind: i64) -> bool:
    """Whether a seat would receive anything from a tile now (supply, free slots)."""
    return receivable(state, seat, benefit_resource(state, kind), 1) > 0


def receive_benefit(state: State, seat: i64, kind: i64) -> None:
    """Give all that can be received (R6.9b)."""
    receive(state, seat, benefit_resource(state, kind), benefit_amount(state, kind))


def _tile_under(state: State, die: i64) -> i64:
    return state.resource_tile(state.die_space(die))
