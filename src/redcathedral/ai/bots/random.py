"""The bot that plays every legal decision with the same probability."""

from redcathedral.ai.bots.registry import register
from redcathedral.engine import rules
from redcathedral.engine.rng import POLICY, Rng
from redcathedral.engine.state import State


@register("random")
class RandomBot:
    """Every legal decision equally likely, from the seat's own stream of the seed."""

    def __init__(self, seed: int, seat: int) -> None:
        self._rng = Rng(seed, POLICY + seat)

    def choose(self, state: State) -> int:
        """One draw a decision, as the engine's playouts draw."""
        moves = rules.legal(state)
        return moves[int(self._rng.below(len(moves)))]
