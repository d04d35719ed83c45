"""Set-ups: the code of a game's set-up, and set-ups for the physical game."""

import asyncio
from functools import partial

from redcathedral.box.options import Options
from redcathedral.box.source import DEFAULT_EDITION
from redcathedral.record.components import components_of
from redcathedral.record.exchanged_setup import exchanged_setup
from redcathedral.record.setup_code import SetupCodeError
from redcathedral.server.core.api_error import ApiError
from redcathedral.server.core.route import get, post
from redcathedral.server.core.server_feature import ServerFeature
from redcathedral.server.core.visitor import Visitor
from redcathedral.server.features.setups.messages import setup_info, setup_message
from redcathedral.server.features.setups.wire import SetupExchange, SetupInfo, SetupTable, SetupWish
from redcathedral.text.catalog import DEFAULT_LANGUAGE


class SetupsFeature(ServerFeature):
    """The set-ups of games, and random ones, which the server does not store."""

    @get("/api/tables/{table_id}/setup")
    async def get_table_setup(self, table_id: str, visitor: Visitor) -> SetupInfo:
        actor = await self.tables.visit(table_id, visitor)
        info = setup_info(actor.seated.game, actor.edition)
        if info is None:
            raise ApiError(409, "no-setup")
        return info

    @post("/api/setups", status=200)
    async def draw_setup(self, data: SetupWish, lang: str = DEFAULT_LANGUAGE) -> SetupTable:
        options = Options(first_game=data.first_game)
        if data.exchange is not None:
            code = await self._exchanged_code(data.edition, data.exchange)
            return await self._setup(lang, data.edition, code=code)
        return await self._setup(lang, data.edition, players=data.players, options=options)

    @get("/api/setups/{code}")
    async def get_setup(
        self, code: str, lang: str = DEFAULT_LANGUAGE, edition: str | None = None
    ) -> SetupTable:
        """Return the set-up of a code, by default with the edition of new games or the packaged."""
        try:
            return await self._setup(lang, edition, code=code)
        except SetupCodeError as error:
            if edition is not None or error.fault != "edition":
                raise
            return await self._setup(lang, DEFAULT_EDITION, code=code)

    async def _exchanged_code(self, key: str | None, exchange: SetupExchange) -> str:
        find = self.repository.editions.find
        old, new = [
            components_of((await self.thread.do(find, name))[1]) for name in (exchange.edition, key)
        ]
        rows = exchange.missing, exchange.entered
        return await asyncio.to_thread(exchanged_setup, exchange.code, old, new, *rows)

    async def _setup(
        self,
        lang: str,
        key: str | None,
        *,
        players: int | None = None,
        options: Options | None = None,
        code: str | None = None,
    ) -> SetupTable:
        row, edition = await self.thread.do(self.repository.editions.find, key)
        create = partial(setup_message, players=players, options=options, code=code)
        return await asyncio.to_thread(create, lang, edition, row.head)
