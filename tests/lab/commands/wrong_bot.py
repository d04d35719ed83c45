"""A bot whose decisions are not legal."""

from __future__ import annotations

from redcathedral.ai.bots.registry import register

NAME = "test-wrong"


class WrongBot:
    """Always answers with decision 0."""

    def __init__(self, seed: int, seat: int) -> None:
        del seed, seat

    def choose(self, state: object) -> int:
        del state
        return 0


def add_wrong_bot() -> None:
    """Make the bot known by its name in this process."""
    register(NAME)(WrongBot)
