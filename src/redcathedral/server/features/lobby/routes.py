"""What the server offers, the list of games, and the requests that every table has."""

from typing import Annotated, Final

from litestar import MediaType, Response, delete, get, post, websocket
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter

from redcathedral import __version__
from redcathedral.ai.bots import levels
from redcathedral.box.options import CHOICES, SOLO_ONLY
from redcathedral.compiled import engine_build
from redcathedral.play.lessons import LESSONS, load_lesson
from redcathedral.server.core import table_socket
from redcathedral.server.core.game_quota import NewGameQuota
from redcathedral.server.core.game_repository import GameRepository
from redcathedral.server.core.listener import Listener
from redcathedral.server.core.params import language, seats_param
from redcathedral.server.core.table.messages import narrator_for
from redcathedral.server.core.tables import Tables
from redcathedral.server.core.visitor import Visitor
from redcathedral.server.core.wire import lobby
from redcathedral.server.core.wire.protocol import Past, Table
from redcathedral.server.middleware.attachment import attached
from redcathedral.server.middleware.client_network import address
from redcathedral.server.middleware.device import AnyRequest
from redcathedral.text import languages
from redcathedral.text.catalog import DEFAULT_LANGUAGE
from redcathedral.text.rule_citations import ELEMENT_RULES

SINCE_LIMIT: Final = 2**31


@get("/api/server", sync_to_thread=False)
def get_server_info(
    repository: NamedDependency[GameRepository],
    visitor: NamedDependency[Visitor],
    is_club: NamedDependency[bool],
) -> lobby.ServerInfo:
    ratings = levels.ratings()
    return lobby.ServerInfo(
        version=__version__,
        engine="compiled" if engine_build() == "compiled" else "pure",
        languages=[
            lobby.Language(name, narrator_for(name).text("language")) for name in languages()
        ],
        editions=repository.editions.references(),
        edition=repository.editions.default,
        levels=[lobby.LevelInfo(name, levels.strengths(name, ratings)) for name in levels.LEVELS],
        bots=repository.opponents.additional,
        bot=next(iter(levels.LEVELS)),
        options=[
            lobby.Choice(name, list(values), name in SOLO_ONLY)
            for name, values in CHOICES.items()
            if name != "workshop_side"
        ],
        lessons=[lobby.LessonInfo(name, len(load_lesson(name).steps)) for name in LESSONS],
        rules=dict(ELEMENT_RULES),
        is_local=visitor.is_local,
        is_club=is_club,
    )


@get("/api/tables")
async def get_tables(
    repository: NamedDependency[GameRepository],
    visitor: NamedDependency[Visitor],
    which: FromQuery[lobby.GameKind] = "running",
    before: FromQuery[str | None] = None,
    lang: FromQuery[str] = DEFAULT_LANGUAGE,
) -> lobby.GamePage:
    """A page of the games of which who asks may know, those changed last first.

    `before` is that of the page before.
    """
    named = language(lang)
    return await repository.thread.read(repository.games, visitor, which, before, named)


@post("/api/tables")
async def post_table(
    tables: NamedDependency[Tables],
    visitor: NamedDependency[Visitor],
    game_quota: NamedDependency[NewGameQuota],
    request: AnyRequest,
    data: JSONBody[lobby.NewTable],
) -> lobby.Summary:
    game_quota.check(address(request))
    return await tables.open(data, visitor)


@get("/api/tables/{table_id:str}")
async def get_table(
    tables: NamedDependency[Tables],
    visitor: NamedDependency[Visitor],
    table_id: FromPath[str],
    lang: FromQuery[str] = DEFAULT_LANGUAGE,
    seat: FromQuery[str | None] = None,
) -> Table:
    actor = await tables.visit(table_id, visitor)
    return actor.table(language(lang), visitor, seats_param(seat))


@get("/api/tables/{table_id:str}/past")
async def get_past(
    tables: NamedDependency[Tables],
    visitor: NamedDependency[Visitor],
    table_id: FromPath[str],
    lang: FromQuery[str] = DEFAULT_LANGUAGE,
    since: Annotated[int, QueryParameter(ge=0, le=SINCE_LIMIT)] = 0,
    until: Annotated[int | None, QueryParameter(ge=0, le=SINCE_LIMIT)] = None,
) -> list[Past]:
    """How a table stood before each decision of which its log tells from there on."""
    return (await tables.visit(table_id, visitor)).past(language(lang), since, until)


@post("/api/tables/{table_id:str}/branch")
async def post_branch(
    tables: NamedDependency[Tables],
    visitor: NamedDependency[Visitor],
    game_quota: NamedDependency[NewGameQuota],
    request: AnyRequest,
    table_id: FromPath[str],
    data: JSONBody[lobby.Branch],
) -> lobby.Summary:
    game_quota.check(address(request))
    return await tables.branch(table_id, data.log, visitor)


@get("/api/tables/{table_id:str}/record")
async def get_record(
    tables: NamedDependency[Tables],
    visitor: NamedDependency[Visitor],
    table_id: FromPath[str],
    names: FromQuery[bool] = False,
    bare: FromQuery[bool] = False,
) -> Response[str]:
    """The game's record as a file, with the names of people where they are asked for.

    ``bare``: without comments and lines of the header that are not known here, which somebody may
    have written.
    """
    seated = (await tables.visit(table_id, visitor)).seated
    text = seated.bare_record_text() if bare else seated.record_text(names=names)
    return attached(text, table_id, "rcg", MediaType.TEXT)


@delete("/api/tables/{table_id:str}")
async def delete_table(
    tables: NamedDependency[Tables], visitor: NamedDependency[Visitor], table_id: FromPath[str]
) -> None:
    await tables.remove(table_id, visitor)


@websocket("/api/tables/{table_id:str}/live")
async def live_table(
    socket: table_socket.Socket,
    tables: NamedDependency[Tables],
    visitor: NamedDependency[Visitor],
    heartbeat: NamedDependency[float],
    table_id: FromPath[str],
    lang: FromQuery[str] = DEFAULT_LANGUAGE,
    seat: FromQuery[str | None] = None,
    since: Annotated[int, QueryParameter(ge=-1, le=SINCE_LIMIT)] = -1,
    chat_since: Annotated[int, QueryParameter(ge=0, le=SINCE_LIMIT)] = 0,
) -> None:
    listener = Listener(language(lang), seats_param(seat), since, visitor, {"chat": chat_since})
    await table_socket.serve(socket, tables, table_id, listener, heartbeat)
