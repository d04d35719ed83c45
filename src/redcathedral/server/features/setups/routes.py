"""Set-ups: the code of a game's, and one drawn for the box on somebody's table."""

import asyncio

from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, JSONBody

from redcathedral.box.options import Options
from redcathedral.box.source import DEFAULT_EDITION
from redcathedral.record.setup_code import SetupCodeError
from redcathedral.server.core.api_error import ApiError
from redcathedral.server.core.game_repository import GameRepository
from redcathedral.server.core.params import language
from redcathedral.server.core.tables import Tables
from redcathedral.server.core.visitor import Visitor
from redcathedral.server.features.setups.messages import setup_info, setup_message
from redcathedral.server.features.setups.wire import SetupInfo, SetupTable, SetupWish
from redcathedral.text.catalog import DEFAULT_LANGUAGE


@get("/api/tables/{table_id:str}/setup")
async def get_table_setup(
    tables: NamedDependency[Tables], visitor: NamedDependency[Visitor], table_id: FromPath[str]
) -> SetupInfo:
    actor = await tables.visit(table_id, visitor)
    told = setup_info(actor.seated.game, actor.edition)
    if told is None:
        raise ApiError(409, "no-setup")
    return told


@post("/api/setups", status_code=200)
async def post_setup(
    repository: NamedDependency[GameRepository],
    data: JSONBody[SetupWish],
    lang: FromQuery[str] = DEFAULT_LANGUAGE,
) -> SetupTable:
    """A set-up drawn for the box; nobody keeps it."""
    options = Options(first_game=data.first_game)
    return await _set_up(repository, lang, data.edition, data.players, options)


@get("/api/setups/{code:str}")
async def get_setup(
    repository: NamedDependency[GameRepository],
    code: FromPath[str],
    lang: FromQuery[str] = DEFAULT_LANGUAGE,
    edition: FromQuery[str | None] = None,
) -> SetupTable:
    """Return the set-up of a code, by default with the edition of new games or the packaged one."""
    try:
        return await _set_up(repository, lang, edition, code=code)
    except SetupCodeError as error:
        if edition is not None or error.fault != "edition":
            raise
        return await _set_up(repository, lang, DEFAULT_EDITION, code=code)


async def _set_up(
    repository: GameRepository,
    lang: str,
    key: str | None,
    players: int | None = None,
    options: Options | None = None,
    code: str | None = None,
) -> SetupTable:
    told = language(lang)
    row, edition = await repository.thread.do(repository.editions.find, key)
    return await asyncio.to_thread(
        setup_message, told, edition, row.head, players=players, options=options, code=code
    )
