"""The bot that takes what looks best now: one decision ahead, and the rest of the turn by habit.

Frozen as the yardstick that others are measured with.
"""

from redcathedral.ai.bots.registry import register
from redcathedral.ai.search import greedy
from redcathedral.engine.state import State


@register("greedy")
class GreedyBot:
    """Tries every legal decision and appraises where the turn would lead; see ``search.greedy``."""

    def __init__(self, seed: int, seat: int) -> None:
        del seed, seat  # nothing is left to chance, and whoever is to move decides

    def choose(self, state: State) -> int:
        """The legal decision whose turn appraises best."""
        return greedy.choose(state)
