"""The levels for players: named budgets of the bots, the weakest first.

A level is a bot like any other and is used by its name.  Which is stronger, and by how much, says
``redcathedral ladder``.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from redcathedral.bots.registry import make, register
from redcathedral.play.bot import Bot

# Name and the spec of its bot.  A level named as a bot is that bot without options.
LEVELS: Final[Mapping[str, str]] = MappingProxyType({"apprentice": "greedy"})


def bot_of(name: str) -> str:
    """The spec of a level's bot; of any other bot the spec itself."""
    return LEVELS.get(name, name)


class Level:
    """Makes the bot of a level for a seat."""

    def __init__(self, spec: str) -> None:
        self.spec = spec

    def __call__(self, seed: int, seat: int) -> Bot:
        """The bot, with the level's budget."""
        return make(self.spec, seed, seat)


for _name, _spec in LEVELS.items():
    if _name != _spec:
        register(_name)(Level(_spec))
