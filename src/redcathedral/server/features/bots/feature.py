"""Bots at the seats of tables: request the decision of the bot that is due, and play it."""

import asyncio
import logging
import secrets
from functools import partial
from typing import Final

from redcathedral.play.deal import bot_seed
from redcathedral.server.core.actor import Actor
from redcathedral.server.core.listener import Listener
from redcathedral.server.core.opponents import current_spec
from redcathedral.server.core.server_feature import ServerContext, ServerFeature
from redcathedral.server.core.table.names import table_seat_names
from redcathedral.server.core.table.seated_game import SeatedGame
from redcathedral.server.core.table_feature import TableFeature
from redcathedral.server.features.bots.bot_pool import BotPool, SeatedBot
from redcathedral.text import Term

LOG = logging.getLogger(__name__)
NO_VERSION: Final = -1  # of a table
RETRY_SECONDS: Final = 5.0  # until a bot tries again after an error of the store


class BotTurns(TableFeature):
    """The bots of one table."""

    def __init__(self, table: Actor, pool: BotPool) -> None:
        self._table = table
        self._pool = pool
        self._seeds: dict[int, int] = {}  # by seat
        self._tasks: set[asyncio.Task[None]] = set()
        self._thinking_at = NO_VERSION  # the version at which a bot is thinking
        self._failed_at = NO_VERSION  # the version at which a bot could not decide

    @property
    def is_busy(self) -> bool:
        return bool(self._tasks)

    async def page_joined(self, page: Listener) -> None:  # noqa: ARG002
        self._failed_at = NO_VERSION
        self.resume()

    def resume(self) -> None:
        seated = self._table.seated
        version = seated.version
        if version != self._thinking_at:
            self._cancel()
        was_requested = version in (self._thinking_at, self._failed_at)
        if not self._table.is_watched or seated.bot is None or was_requested:
            return
        self._thinking_at = version
        seat = seated.game.seat
        deal = seated.deal
        new_seed = secrets.randbits(32) if deal is None else bot_seed(deal, seat)
        seed = self._seeds.setdefault(seat, new_seed)
        bot = SeatedBot(self._table.id, seat, current_spec(seated.bot), seed, bool(deal))
        task = asyncio.create_task(self._think(bot, seated))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _think(self, bot: SeatedBot, seated: SeatedGame) -> None:
        decision: int | None = None
        try:
            if not seated.active:
                await self._pool.wait_for_slot()
            decision = await self._pool.choose(bot, seated.game)
        except Exception:
            LOG.exception("table %s: %s failed at version %d", bot.table, bot.spec, seated.version)
        self._table.queue(partial(self._play_decision, seated.version, decision))

    async def _play_decision(self, version: int, decision: int | None) -> None:
        """Play a bot's decision, None after a failure, unless the table has changed since."""
        if version == self._thinking_at:
            self._thinking_at = NO_VERSION
        seated = self._table.seated
        if version != seated.version or seated.bot is None:
            return
        if decision not in seated.game.legal_ids or decision is None:
            self._failed_at = version
            who = table_seat_names(seated)[seated.game.seat]
            self._table.send_table_to_all(Term("table.bot-failed", who=who))
        elif not await self._table.change(seated.play_action(decision)):
            asyncio.get_running_loop().call_later(RETRY_SECONDS, self.resume)

    def stop(self) -> None:
        self._cancel()
        for seat in self._seeds:
            self._pool.forget(self._table.id, seat)

    def _cancel(self) -> None:
        for task in self._tasks:
            task.cancel()
        self._thinking_at = NO_VERSION


class BotsFeature(ServerFeature):
    """The bots of all tables, with their processes."""

    table_feature = BotTurns

    def __init__(self, context: ServerContext) -> None:
        super().__init__(context)
        self._pool = BotPool(context.workers, self.repository.overrides.bot_limits)

    def at_table(self, table: Actor) -> BotTurns:
        return BotTurns(table, self._pool)
