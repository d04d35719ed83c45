"""Hints: the best turns of a position, on request."""

from redcathedral.server.core.actor import Actor
from redcathedral.server.core.server_feature import ServerContext, ServerFeature
from redcathedral.server.features.hints.table_hints import TableHints


class HintsFeature(ServerFeature):
    """The hints of all tables, with their process."""

    table_feature = TableHints

    def __init__(self, context: ServerContext) -> None:
        super().__init__(context)
        self._workers = context.workers(1, "adviser")

    def at_table(self, table: Actor) -> TableHints:
        return TableHints(table, self._workers)

    async def close(self) -> None:
        await self._workers.close()
