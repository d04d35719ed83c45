"""A bot that chooses each legal decision with the same probability."""

from redcathedral.ai.bots.registry import register
from redcathedral.engine import rules
from redcathedral.engine.rng import POLICY, Rng
from redcathedral.engine.state import State


@register("random")
class RandomBot:
    """Chooses at random, from a separate random stream for each seat."""

    def __init__(self, seed: int, seat: int) -> None:
        self._rng = Rng(seed, POLICY + seat)

    def choose(self, state: State) -> int:
        """Return a random legal decision, as the playouts of the engine do."""
        moves = rules.legal(state)
        return moves[int(self._rng.below(len(moves)))]
