"""Calculates the decisions of bots in worker processes, so that the server does not wait."""

import asyncio
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Final

from redcathedral.ai import bots
from redcathedral.play.bot import Bot
from redcathedral.play.game import Game
from redcathedral.server.core.overrides import BotLimits
from redcathedral.server.core.sent_game import SentGame, to_sent_game
from redcathedral.server.core.workers import WorkersFactory

PROCESS_COUNT: Final = 2
BOTS_PER_PROCESS: Final = 32  # kept in memory with their plans
NICE_INCREMENT: Final = 5  # gives priority to processes that answer people


@dataclass(frozen=True)
class SeatedBot:
    """A bot at a seat of a table; bots with the same seed decide the same."""

    table: str
    seat: int
    spec: str
    seed: int
    is_dealt: bool = False  # its decisions depend on nothing before its turn


class BotPool:
    """The worker processes of bots."""

    def __init__(self, workers: WorkersFactory, limits: BotLimits) -> None:
        self._limits = limits
        self._workers = workers(PROCESS_COUNT, "bot", NICE_INCREMENT)
        self._free_at = 0.0  # the next free slot of games without people

    async def choose(self, bot: SeatedBot, game: Game) -> int:
        """Return a bot's decision; raises WorkerLost after several tries, and JobFailed."""
        job = partial(_decide, bot, to_sent_game(game))
        return await self._workers.run_with_retries(
            job, self._limits.seconds, f"{bot.table} {bot.seat}"
        )

    async def wait_for_slot(self) -> None:
        """Limit the rate of decisions in games without people, so that other games go first."""
        now = asyncio.get_running_loop().time()
        slot = max(self._free_at, now)
        self._free_at = slot + 1 / self._limits.bot_games_per_second
        await asyncio.sleep(slot - now)

    def forget(self, table: str, seat: int) -> None:
        self._workers.cancel(f"{table} {seat}")


def _decide(bot: SeatedBot, game: SentGame) -> int:
    record = game.record()
    state = record.walk().state
    if not bot.is_dealt:
        return _make_bot(bot).choose(state)
    new_bot = bots.make(bot.spec, bot.seed, bot.seat)
    for moment in record.moments():  # the decisions of this turn so far
        if moment.state.turn == state.turn and not moment.state.is_chance:
            new_bot.choose(moment.state)
    return new_bot.choose(state)


@lru_cache(BOTS_PER_PROCESS)
def _make_bot(bot: SeatedBot) -> Bot:
    """Return the cached bot, which can follow its plan, or a new one."""
    return bots.make(bot.spec, bot.seed, bot.seat)
