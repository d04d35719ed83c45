"""Run rollouts: continue a position with random dice, and evaluate the resulting position.

A small search finds each turn, and after some turns the network evaluates the position, as Tesauro
and Galperin (1996) did for backgammon.
"""

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

DICE_STREAM: Final = 9  # the random stream of the dice
MAX_TURNS_PER_SEAT: Final = 50  # a longer game is stopped, and its position is evaluated


class Rollouts:
    """Continues games from positions, with ``nodes`` decisions tried for each turn of a seat.

    After about ``horizon`` turns, when the first seat is to move, the network evaluates the
    position.  The seed and the number of a rollout determine its dice, so that positions can be
    compared on the same dice.  ``search.nodes`` is the number of decisions tried.
    """

    def __init__(
        self, evaluator: NetworkEvaluator, nodes: i64, horizon: i64, seed: i64 = 0
    ) -> None:
        self.evaluator = evaluator
        self.search = TurnSearch(evaluator)
        self.nodes = nodes
        self.horizon = horizon
        self.seed = seed

    def run(self, start: State, number: i64) -> list[Prediction]:
        """Play one rollout and return the prediction for each seat; ``start`` does not change.

        In six successive rollouts, each die of the first roll shows each face once.
        """
        return self.evaluator.predictions(self.play_to_horizon(start.copy(), number))

    def play_to_horizon(self, state: State, number: i64) -> State:
        """Play one rollout on ``state`` itself, with its journal, and return the last position."""
        self.search.forget()
        rng = Rng(self.seed, DICE_STREAM + number * 64)
        seats = state.setting.seat_count
        last_turn = (state.turn // seats + max(self.horizon // seats, 1)) * seats
        has_rolled = False
        while not is_decided(state):
            if state.is_chance:
                if state.turn >= last_turn:
                    break
                if not has_rolled:
                    roll_evenly(state, self.seed, number)
                    has_rolled = True
                rules.roll(state, rng)
            elif state.turn >= last_turn or is_capped(state, MAX_TURNS_PER_SEAT * seats):
                break
            else:
                turn = self.search.best(state, self.nodes)[0]
                if state.journal is None:
                    state = turn.state
                else:
                    for decision in turn.line:
                        rules.apply(state, decision)
        return state

    def play_quick_turn(self, state: State) -> State:
        """Play a turn as in a rollout, and return the position after it."""
        self.search.forget()
        return self.search.best(state, self.nodes)[0].state
