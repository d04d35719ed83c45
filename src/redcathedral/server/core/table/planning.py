"""The seat that may plan its next turn, and the position in which that turn would begin."""

from collections.abc import Iterator

from redcathedral.box.vocabulary import Colour
from redcathedral.engine.state import State
from redcathedral.engine.turn import pass_turn
from redcathedral.server.core.table.seated_game import SeatedGame


def next_turn_position(state: State, seat: int) -> State | None:
    """Return the position of a seat's next turn if nobody acts before it (R3.1), or None (R7.1)."""
    return next((later for later in _next_turns(state) if later.seat == seat), None)


def _next_turns(state: State) -> Iterator[State]:
    later = state.copy()
    while pass_turn(later):
        yield later


def planning_seat(seated: SeatedGame, seats: frozenset[int]) -> int | None:
    """Return the first of these seats to have a turn, or None if all have had their last turn."""
    game = seated.game
    if game.is_over or not seats:
        return None
    if game.seat in seats:
        return game.seat
    return next((int(later.seat) for later in _next_turns(game.state) if later.seat in seats), None)


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
