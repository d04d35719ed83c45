"""Bots at the seats of tables."""

from redcathedral.server.core.actor import Actor
from redcathedral.server.core.server_feature import ServerContext, ServerFeature
from redcathedral.server.features.bots.bot_pool import BotPool
from redcathedral.server.features.bots.bot_turns import BotTurns


class BotsFeature(ServerFeature):
    """The bots of all tables, with their processes."""

    table_feature = BotTurns

    def __init__(self, context: ServerContext) -> None:
        super().__init__(context)
        self._pool = BotPool(context.workers, self.repository.overrides.bot_limits)

    def at_table(self, table: Actor) -> BotTurns:
        return BotTurns(table, self._pool)

    async def close(self) -> None:
        await self._pool.close()
