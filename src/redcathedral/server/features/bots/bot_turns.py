"""The bots of a table: whose decision is due thinks about it, and no one about what is past."""

import asyncio
import logging
import secrets
from collections.abc import Callable
from typing import Final

from redcathedral.server.core.opponents import current_spec
from redcathedral.server.core.table.seated_game import SeatedGame
from redcathedral.server.features.bots.bot_pool import BotPool, SeatedBot

LOG = logging.getLogger(__name__)
NEVER: Final = -1  # no version of a table


class BotTurns:
    """The bots of one table; ``decided`` gets the version and the decision, None for a failure."""

    def __init__(
        self,
        table: str,
        bots: BotPool,
        decided: Callable[[int, int | None], None],
    ) -> None:
        self._table = table
        self._bots = bots
        self._decided = decided
        self._seeds: dict[int, int] = {}  # by seat
        self._thoughts: set[asyncio.Task[None]] = set()
        self._thinking_at = NEVER  # the version at which a bot is thinking
        self._failed_at = NEVER  # the version at which one could not decide

    @property
    def is_thinking(self) -> bool:
        return bool(self._thoughts)

    def wake(self, seated: SeatedGame, *, goes_on: bool) -> None:
        version = seated.version
        if version != self._thinking_at:
            self._break_off()
        if not goes_on or seated.bot is None or version in (self._thinking_at, self._failed_at):
            return
        self._thinking_at = version
        seat = seated.game.seat
        seed = self._seeds.setdefault(seat, secrets.randbits(32))
        who = SeatedBot(self._table, seat, current_spec(seated.bot), seed)
        thought = asyncio.create_task(self._think(who, seated))
        self._thoughts.add(thought)
        thought.add_done_callback(self._thoughts.discard)

    async def _think(self, who: SeatedBot, seated: SeatedGame) -> None:
        decision: int | None = None
        try:
            if not seated.active:
                await self._bots.rest()
            decision = await self._bots.choose(who, seated.game)
        except Exception:
            LOG.exception("table %s: %s failed at version %d", who.table, who.spec, seated.version)
        self._decided(seated.version, decision)

    def is_due(self, seated: SeatedGame, version: int) -> bool:
        """Whether what was decided is still to be done; else somebody took something back."""
        if version == self._thinking_at:
            self._thinking_at = NEVER
        return version == seated.version and seated.bot is not None

    def fail(self, version: int) -> None:
        """It waits: until something is changed, or all are let ``try_again``."""
        self._failed_at = version

    def try_again(self) -> None:
        self._failed_at = NEVER

    def stop(self) -> None:
        self._break_off()
        for seat in self._seeds:
            self._bots.forget(self._table, seat)

    def _break_off(self) -> None:
        for thought in self._thoughts:
            thought.cancel()
        self._thinking_at = NEVER
