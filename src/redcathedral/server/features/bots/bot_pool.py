"""Bots at a table: their decisions are worked out in processes, so that nobody else waits."""

import asyncio
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Final

from redcathedral.ai import bots
from redcathedral.play.bot import Bot
from redcathedral.play.game import Game
from redcathedral.server.core.overrides import BotLimits
from redcathedral.server.core.sent_game import SentGame, sent
from redcathedral.server.core.workers import Workers

PROCESSES: Final = 2
KEPT: Final = 32  # bots in a process, with what they have planned
NICE: Final = 5  # they give way to who answers people


@dataclass(frozen=True)
class SeatedBot:
    """A bot at a seat of a table; the same seed makes the same bot again."""

    table: str
    seat: int
    spec: str
    seed: int


class BotPool:
    """The processes in which bots decide."""

    def __init__(self, limits: BotLimits) -> None:
        self._limits = limits
        self._workers = Workers(PROCESSES, "bot", NICE)
        self._free_at = 0.0  # when the next decision is due where no person plays

    async def choose(self, who: SeatedBot, game: Game) -> int:
        """Return a bot's decision; raises WorkerLost after several tries, and WorkFailed."""
        thought = partial(_decide, who, sent(game))
        return await self._workers.do_with_retries(
            thought, self._limits.seconds, f"{who.table} {who.seat}"
        )

    async def rest(self) -> None:
        """Wait for a turn among the games that no person plays in, so that others go first."""
        now = asyncio.get_running_loop().time()
        at = max(self._free_at, now)
        self._free_at = at + 1 / self._limits.alone
        await asyncio.sleep(at - now)

    def forget(self, table: str, seat: int) -> None:
        self._workers.cancel(f"{table} {seat}")

    async def close(self) -> None:
        await self._workers.close()


# --- in the process ------------------------------------------------------------------------------


def _decide(who: SeatedBot, game: SentGame) -> int:
    return _bot(who).choose(game.record().walk().state)


@lru_cache(KEPT)
def _bot(who: SeatedBot) -> Bot:
    """The bot as it was left, so that it can follow its plan, or made anew."""
    return bots.make(who.spec, who.seed, who.seat)
