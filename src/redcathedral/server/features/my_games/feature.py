"""The games of a person on a device: their list, statistics, export, and deletion."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Annotated, Final

from msgspec import Meta

from redcathedral.ai.bots.levels import ratings
from redcathedral.server.core.api_error import ApiError
from redcathedral.server.core.params import checked_language
from redcathedral.server.core.route import Reply, delete, get
from redcathedral.server.core.server_feature import ServerFeature
from redcathedral.server.core.stored_table import LoadedTable
from redcathedral.server.core.visitor import EXPIRED_COOKIE, Visitor
from redcathedral.server.features.my_games.my_games import (
    PersonGame,
    archive,
    names_in,
    page_of,
    played_by,
    statistics,
)
from redcathedral.server.features.my_games.personal_data import PersonalData
from redcathedral.server.features.my_games.wire import MyGames, MyName, MyStatistics, Which
from redcathedral.text.catalog import DEFAULT_LANGUAGE

MAX_PAGE: Final = 10_000
ZIP: Final = "application/zip"


class MyGamesFeature(ServerFeature):
    """The games of all people; each sees those of a name on their device."""

    @get("/api/mine")
    async def get_names(self, visitor: Visitor) -> list[MyName]:
        return names_in(await self.thread.read(self.repository.games_of, visitor))

    @get("/api/mine/games")
    async def get_games(
        self,
        visitor: Visitor,
        name: str = "",
        which: Which = "all",
        page: Annotated[int, Meta(ge=1, le=MAX_PAGE)] = 1,
        lang: str = DEFAULT_LANGUAGE,
    ) -> MyGames:
        return page_of(await self._games(visitor, name, checked_language(lang)), which, page)

    @get("/api/mine/statistics")
    async def get_statistics(self, visitor: Visitor, name: str = "") -> MyStatistics:
        games = await self._games(visitor, name)
        return statistics(games, self.repository.editions.packaged_key, ratings())

    @get("/api/mine/export", media_type=ZIP)
    async def get_export(self, visitor: Visitor, name: str = "") -> Reply:
        """Return a zip file with the list, the statistics, all texts, and a record per game."""
        games = await self._games(visitor, name)
        tables: list[LoadedTable] = []
        for game in games:
            try:
                tables.append(await self.repository.find(game.game.id))
            except ApiError:
                continue  # the game cannot be rebuilt; it is in the list
        packaged = self.repository.editions.packaged_key
        texts = await self.thread.do(self._texts, games)
        data = await asyncio.to_thread(archive, games, tables, packaged, ratings(), texts)
        headers = {"content-disposition": 'attachment; filename="redcathedral-games.zip"'}
        return Reply(data, ZIP, headers)

    @delete("/api/mine")
    async def delete_data(self, visitor: Visitor, name: str | None = None) -> Reply:
        """Delete a name on this device, or without a name all data of the device."""
        await PersonalData(self.context).forget(name, visitor)
        headers = {"set-cookie": EXPIRED_COOKIE} if name is None else {}
        return Reply(b"", "text/plain", headers)

    async def _games(
        self, visitor: Visitor, name: str, lang: str = DEFAULT_LANGUAGE
    ) -> list[PersonGame]:
        games = await self.thread.read(self.repository.games_of, visitor, lang)
        return played_by(name, games)

    def _texts(self, games: Sequence[PersonGame]) -> Mapping[str, Mapping[str, object]]:
        """Return what a person wrote, by table."""
        texts: dict[str, dict[str, object]] = {}
        for played in games:
            written: dict[str, object] = {}
            for feature in self.context.features:
                written |= feature.texts_of(played.game.id, played.at)
            if written:
                texts[played.game.id] = written
        return texts
