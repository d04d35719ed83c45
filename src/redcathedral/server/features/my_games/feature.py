"""The games of a person on a device: their list, statistics, export, and deletion."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Annotated, Final

from msgspec import Meta

from redcathedral.ai.bots.levels import ratings
from redcathedral.server.core.api_error import ApiError
from redcathedral.server.core.route import Reply, delete, get
from redcathedral.server.core.server_feature import ServerFeature
from redcathedral.server.core.stored_table import LoadedTable
from redcathedral.server.core.visitor import EXPIRED_COOKIE, Visitor
from redcathedral.server.features.my_games import my_games, wire
from redcathedral.server.features.my_games.personal_data import PersonalData
from redcathedral.text.catalog import DEFAULT_LANGUAGE

MAX_PAGE: Final = 10_000
ZIP_MEDIA_TYPE: Final = "application/zip"


class MyGamesFeature(ServerFeature):
    """The games of all people; a request sees the games of one name on its device."""

    @get("/api/mine")
    async def get_names(self, visitor: Visitor) -> list[wire.MyName]:
        return my_games.names_in(await self.thread.read(self.repository.games_of, visitor))

    @get("/api/mine/games")
    async def get_games(
        self,
        visitor: Visitor,
        name: str = "",
        which: wire.Which = "all",
        page: Annotated[int, Meta(ge=1, le=MAX_PAGE)] = 1,
        lang: str = DEFAULT_LANGUAGE,
    ) -> wire.MyGames:
        return my_games.page_of(await self._games(visitor, name, lang), which, page)

    @get("/api/mine/statistics")
    async def get_statistics(self, visitor: Visitor, name: str = "") -> wire.MyStatistics:
        games = await self._games(visitor, name)
        return my_games.statistics(games, self.repository.editions.packaged_key, ratings())

    @get("/api/mine/people")
    async def get_people(
        self, visitor: Visitor, name: str = "", table: str = "", lang: str = DEFAULT_LANGUAGE
    ) -> list[wire.SamePeople]:
        """Return the results with each group of people of a name, or with the people at a table."""
        held = await self.thread.read(self.repository.games_of, visitor, lang)
        if not table:
            return my_games.results_together(game.game for game in my_games.played_by(name, held))
        names = {my_games.names_at(game) for game, *_ in held if game.id == table}
        return my_games.results_together(
            game for game, *_ in held if my_games.names_at(game) in names
        )

    @get("/api/mine/export", media_type=ZIP_MEDIA_TYPE)
    async def get_export(self, visitor: Visitor, name: str = "") -> Reply:
        """Return a zip file with the list, the statistics, all texts, and a record per game."""
        games = await self._games(visitor, name)
        tables: list[LoadedTable] = []
        for game in games:
            try:
                tables.append(await self.repository.find(game.game.id))
            except ApiError:
                continue  # a game that cannot be rebuilt has no record
        edition = self.repository.editions.packaged_key
        texts = await self.thread.do(self._texts, games)
        data = await asyncio.to_thread(my_games.archive, games, tables, edition, ratings(), texts)
        headers = {"content-disposition": 'attachment; filename="redcathedral-games.zip"'}
        return Reply(data, ZIP_MEDIA_TYPE, headers)

    @delete("/api/mine")
    async def delete_data(self, visitor: Visitor, name: str | None = None) -> Reply:
        """Delete the data of a name on this device; without a name, all data of the device."""
        await PersonalData(self.context).forget(name, visitor)
        return Reply(headers={"set-cookie": EXPIRED_COOKIE} if name is None else {})

    async def _games(
        self, visitor: Visitor, name: str, lang: str = DEFAULT_LANGUAGE
    ) -> list[my_games.PersonGame]:
        games = await self.thread.read(self.repository.games_of, visitor, lang)
        return my_games.played_by(name, games)

    def _texts(self, games: Sequence[my_games.PersonGame]) -> Mapping[str, Mapping[str, object]]:
        """Return the texts that a person wrote, by table."""
        texts: dict[str, dict[str, object]] = {}
        for game in games:
            table_texts: dict[str, object] = {}
            for feature in self.context.features:
                table_texts |= feature.texts_of(game.game.id, game.seat_index)
            if table_texts:
                texts[game.game.id] = table_texts
        return texts
