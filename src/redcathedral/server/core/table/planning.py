"""Which seat may plan its next turn, and the position in which that turn would begin."""

from redcathedral.box.vocabulary import Colour
from redcathedral.engine.state import State
from redcathedral.engine.turn import pass_turn
from redcathedral.server.core.table.seated_game import SeatedGame


def next_turn_position(state: State, seat: int) -> State | None:
    """Return the position of a seat's next turn if nobody acts before it (R3.1), or None (R7.1)."""
    later = state.copy()
    while pass_turn(later):
        if later.seat == seat:
            return later
    return None


def planning_seat(seated: SeatedGame, seats: frozenset[int]) -> int | None:
    """Return the first of these seats to have a turn, or None if none of them has another turn."""
    game = seated.game
    if game.is_over or not seats:
        return None
    if game.seat in seats:
        return game.seat
    later = game.state.copy()
    while pass_turn(later):
        if later.seat in seats:
            return int(later.seat)
    return None


def can_plan(seated: SeatedGame, seats: frozenset[int]) -> Colour | None:
    game = seated.game
    if game.is_waiting or game.seat in seats:
        return None
    seat = planning_seat(seated, seats)
    return None if seat is None else game.state.setting.colour(seat)


def is_due(seated: SeatedGame, seat: int) -> bool:
    """Whether it is the seat's turn, so that it could play its plan."""
    state = seated.game.state
    return not seated.game.is_over and state.seat == seat and state.decider == seat
