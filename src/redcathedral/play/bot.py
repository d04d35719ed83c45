"""Who decides for a seat: the one thing a bot has to do."""

from __future__ import annotations

from typing import Protocol

from redcathedral.engine.state import State


class Bot(Protocol):
    """Decides for one seat of one game; made for it by a factory (``redcathedral.bots.make``).

    With the same seed and the same positions a bot makes the same decisions.
    """

    def choose(self, state: State) -> int:
        """The id of a legal decision in this position, where one is due for the bot's seat.

        The position is not to be changed; a copy is cheap.  In a solo game the human's bot also
        chooses for Ivan (R8.4).
        """
