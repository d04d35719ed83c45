"""Bots at a table: their decisions are worked out in threads, so that nobody else waits."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from redcathedral.engine.state import State
    from redcathedral.play.bot import Bot

THREADS: Final = 2


class Thinkers:
    """The threads in which bots decide."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(THREADS, "bot")

    async def choose(self, bot: Bot, state: State) -> int:
        """A bot's decision in a position, which has to be a copy."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, bot.choose, state)

    def close(self) -> None:
        """Let go of the threads; decisions not yet begun are dropped."""
        self._threads.shutdown(wait=False, cancel_futures=True)
