"""A bot that searches one decision ahead and completes the turn greedily.

This bot never changes, because other bots are measured against it.
"""

from redcathedral.ai.bots.registry import register
from redcathedral.ai.search import greedy
from redcathedral.engine.state import State


@register("greedy")
class GreedyBot:
    """Tries every legal decision and appraises the end of the turn; see ``search.greedy``."""

    def __init__(self, seed: int, seat: int) -> None:
        del seed, seat  # the bot makes no random choices, and plays every seat the same way

    def choose(self, state: State) -> int:
        """Return the legal decision with the best appraised turn."""
        return greedy.choose(state)
