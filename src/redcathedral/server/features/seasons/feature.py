"""Seasons: games that a host marks with a name, and the results of the players."""

import csv
import io
from collections.abc import Iterable

from msgspec import structs

from redcathedral.server.core.api_error import ApiError
from redcathedral.server.core.new_game import checked_name
from redcathedral.server.core.results import result_rows
from redcathedral.server.core.route import Reply, get, put
from redcathedral.server.core.server_feature import ServerContext, ServerFeature
from redcathedral.server.core.store.rows import HOST_SEAT
from redcathedral.server.core.stored_table import summary
from redcathedral.server.core.visitor import Visitor
from redcathedral.server.core.wire.lobby import ResultRow, Season
from redcathedral.server.features.seasons.store import SeasonStore


class SeasonsFeature(ServerFeature):
    """The seasons of all tables: games with the same name and host."""

    def __init__(self, context: ServerContext) -> None:
        super().__init__(context)
        self._store = self.thread.store.part(SeasonStore)

    @get("/api/tables/{table_id}/season")
    async def get_season(self, table_id: str, visitor: Visitor, lang: str = "en") -> Season:
        """Return the season of a game, and its results in the games that the visitor may see."""
        actor = await self.tables.visit(table_id, visitor)
        name = await self.thread.do(self._store.name, table_id)
        games = await self.thread.do(self._store.games, name, actor.rights)
        rows = [await self.thread.read(self.thread.store.game, game) for game in games]
        visible = [row for row in rows if row is not None and visitor.may_see(row.rights)]
        return Season(name, result_rows(summary(row, visitor, lang) for row in visible))

    @get("/api/tables/{table_id}/season/csv", media_type="text/csv")
    async def get_csv(self, table_id: str, visitor: Visitor, lang: str = "en") -> Reply:
        season = await self.get_season(table_id, visitor, lang)
        return Reply.attachment(csv_text(season.rows), f"season-{table_id}", "csv", "text/csv")

    @put("/api/tables/{table_id}/season", status=204)
    async def put_season(self, table_id: str, visitor: Visitor, name: str = "") -> None:
        """Mark a game with a season, or without a name remove the mark; for its host."""
        actor = await self.tables.visit(table_id, visitor)
        if not visitor.is_host(actor.rights):
            raise ApiError(403, "not-yours")
        await self.thread.do(self._store.write, table_id, checked_name(name))

    async def rematch_begun(self, game: str, rematch: str) -> None:
        name = await self.thread.do(self._store.name, game)
        await self.thread.do(self._store.write, rematch, name)

    async def forget_seats(self, table: str, seats: frozenset[int]) -> None:
        if HOST_SEAT in seats:
            await self.thread.do(self._store.write, table, "")


def csv_text(rows: Iterable[ResultRow]) -> str:
    """Return the rows as CSV for a spreadsheet, which must not run a name as a formula."""
    file = io.StringIO()
    writer = csv.writer(file)
    writer.writerow(ResultRow.__struct_fields__)
    for row in rows:
        name = row.name if row.name[:1].isalnum() else f"'{row.name}"
        writer.writerow([name, *structs.astuple(row)[1:]])
    return "\ufeff" + file.getvalue()  # the mark by which spreadsheets recognize UTF-8
