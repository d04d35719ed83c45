"""Set-ups by their codes: that of a game."""

from typing import Final

from litestar import get
from litestar.di import NamedDependency
from litestar.params import FromPath

from redcathedral.server.host.refusal import RequestRefused
from redcathedral.server.host.tables import Tables
from redcathedral.server.wire.setups import SetupInfo


@get("/api/tables/{table_id:str}/setup")
async def get_table_setup(tables: NamedDependency[Tables], table_id: FromPath[str]) -> SetupInfo:
    """The code that gives a game's start again."""
    actor = await tables.actor(table_id)
    game = actor.seated.game
    code = game.setup_code
    if code is None:
        reason = "this game began with a position, not with a set-up"
        raise RequestRefused(409, "no-setup", reason, "save its record: that has the position")
    header = game.header
    return SetupInfo(code, len(header.seats), header.options.first_game, actor.edition.key)


HANDLERS: Final = (get_table_setup,)
