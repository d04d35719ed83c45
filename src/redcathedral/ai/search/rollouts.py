"""How a game may go on: played to its end, or so far and then judged, again and again (rollouts).

Tesauro and Galperin (1996) judge backgammon so: each turn is found by a small search, the dice are
drawn, and after some turns the value function says what the rest is worth.
"""

from collections.abc import Iterator
from typing import Final

from mypy_extensions import i64

from redcathedral.ai.search.replies import roll_evenly
from redcathedral.ai.search.turns import TurnSearch
from redcathedral.ai.value.network import NetworkEvaluator, Prediction
from redcathedral.ai.value.standings import is_decided
from redcathedral.engine import rules
from redcathedral.engine.playout import is_capped
from redcathedral.engine.rng import Rng
from redcathedral.engine.state import State

STREAM: Final = 9  # of the dice
PATIENCE: Final = 50  # turns a seat; a longer game is judged as it stands


class Rollouts:
    """Plays positions on, each seat for itself, with so many decisions tried for a turn.

    After about ``horizon`` turns, when the first seat is to move, the network judges;
    ``search.nodes`` counts the decisions.  Numbers of rollouts and a seed decide the dice, so that
    positions compare on the same ones.
    """

    def __init__(self, valuer: NetworkEvaluator, nodes: i64, horizon: i64, seed: i64 = 0) -> None:
        self.valuer = valuer
        self.search = TurnSearch(valuer)
        self.nodes = nodes
        self.horizon = horizon
        self.seed = seed

    def run(self, start: State, number: i64) -> list[Prediction]:
        """What came of it for each seat in one rollout; the position itself stays as it is.

        In six successive rollouts each of the dice that fall first shows each face once.
        """
        return self.valuer.predictions(self.play_to_horizon(start.copy(), number))

    def play_to_horizon(self, state: State, number: i64) -> State:
        """Where a rollout ends.  The position is used up; its journal tells what happens."""
        self.search.forget()
        rng = Rng(self.seed, STREAM + number * 64)
        seats = state.setting.seat_count
        last = (state.turn // seats + max(self.horizon // seats, 1)) * seats
        has_rolled = False
        while not is_decided(state):
            if state.is_chance:
                if state.turn >= last:
                    break
                if not has_rolled:
                    roll_evenly(state, self.seed, number)
                    has_rolled = True
                rules.roll(state, rng)
            elif state.turn >= last or is_capped(state, PATIENCE * seats):
                break
            else:
                turn = self.search.best(state, self.nodes)[0]
                if state.journal is None:
                    state = turn.state
                else:
                    for decision in turn.line:
                        rules.apply(state, decision)
        return state

    def play_turns(self, state: State, dice: Rng) -> Iterator[State]:
        """A game from here to its end: whenever a turn or its rest is due, and the last position.

        The position that it begins with is used up.
        """
        seats = state.setting.seat_count
        while not state.is_over:
            if state.is_chance:
                rules.roll(state, dice)
                continue
            yield state
            if is_capped(state, PATIENCE * seats):
                break
            state = self.play_quick_turn(state)
        yield state

    def play_quick_turn(self, state: State) -> State:
        """Where the turn leads that is played at first sight, as in a rollout."""
        self.search.forget()
        return self.search.best(state, self.nodes)[0].state
