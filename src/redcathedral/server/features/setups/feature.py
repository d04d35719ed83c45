"""Set-ups: the code of a game's set-up, and set-ups for the physical game."""

import asyncio
from functools import partial

from redcathedral.box import Edition
from redcathedral.box.options import Options
from redcathedral.box.source import DEFAULT_EDITION
from redcathedral.play.game import Game
from redcathedral.record.components import components_of
from redcathedral.record.exchanged_setup import exchanged_setup
from redcathedral.record.setup_code import SetupCodeError, turn_order
from redcathedral.server.core.api_error import ApiError
from redcathedral.server.core.route import get, post
from redcathedral.server.core.server_feature import ServerFeature
from redcathedral.server.core.table.messages import TableMessages, narrator_for
from redcathedral.server.core.table.seated_game import SeatedGame
from redcathedral.server.core.table.seated_game import players as table_players
from redcathedral.server.core.visitor import Visitor
from redcathedral.server.core.wire.edition import EditionRef
from redcathedral.server.features.setups import wire
from redcathedral.text.catalog import DEFAULT_LANGUAGE
from redcathedral.text.setup_steps import setup_steps


class SetupsFeature(ServerFeature):
    """The set-ups of games, and random ones, which the server does not store."""

    @get("/api/tables/{table_id}/setup")
    async def get_table_setup(self, table_id: str, visitor: Visitor) -> wire.SetupInfo:
        actor = await self.tables.visit(table_id, visitor)
        info = setup_info(actor.seated.game, actor.edition)
        if info is None:
            raise ApiError(409, "no-setup")
        return info

    @post("/api/setups", status=200)
    async def draw_setup(
        self, data: wire.SetupWish, lang: str = DEFAULT_LANGUAGE
    ) -> wire.SetupTable:
        options = Options(first_game=data.first_game)
        if data.exchange is not None:
            code = await self._exchanged_code(data.edition, data.exchange)
            return await self._setup(lang, data.edition, code=code)
        return await self._setup(lang, data.edition, players=data.players, options=options)

    @get("/api/setups/{code}")
    async def get_setup(
        self, code: str, lang: str = DEFAULT_LANGUAGE, edition: str | None = None
    ) -> wire.SetupTable:
        """Return the set-up of a code, by default with the edition of new games or the packaged."""
        try:
            return await self._setup(lang, edition, code=code)
        except SetupCodeError as error:
            if edition is not None or error.fault != "edition":
                raise
            return await self._setup(lang, DEFAULT_EDITION, code=code)

    async def _exchanged_code(self, key: str | None, exchange: wire.SetupExchange) -> str:
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
    ) -> wire.SetupTable:
        row, edition = await self.thread.do(self.repository.editions.find, key)
        create = partial(setup_message, players=players, options=options, code=code)
        return await asyncio.to_thread(create, lang, edition, row.head)


def setup_info(game: Game, edition: EditionRef) -> wire.SetupInfo | None:
    code = game.setup_code
    if code is None:
        return None
    header = game.header
    return wire.SetupInfo(code, len(header.seats), header.options.first_game, edition.key)


def setup_message(
    language: str,
    edition: Edition,
    reference: EditionRef,
    *,
    players: int | None = None,
    options: Options | None = None,
    code: str | None = None,
) -> wire.SetupTable:
    """Return a set-up with a code, or a random one; raises HeaderError or SetupCodeError."""
    solo = players == 1
    game = Game(None if solo else players, solo=solo, options=options, edition=edition, setup=code)
    setup_code = str(game.setup_code)
    colour_order = turn_order(setup_code)
    if not game.solo:
        game = Game(colours=colour_order[: len(game.colours)], edition=edition, setup=setup_code)
    seated = SeatedGame(game, table_players(game.header))
    table = TableMessages("setup", seated, reference).table(language, frozenset())
    info = setup_info(game, reference)
    assert info is not None
    steps = setup_steps(game, narrator_for(language), colour_order)
    return wire.SetupTable(info, table, [wire.SetupPart(title, lines) for title, lines in steps])
