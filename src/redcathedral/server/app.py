"""The application: its routes, limits, and what it is made of."""

import re
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from typing import Annotated, Final

from litestar import Litestar, MediaType, Response, delete, get, post, websocket
from litestar.config.compression import CompressionConfig
from litestar.di import NamedDependency, Provide
from litestar.handlers import BaseRouteHandler
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter
from litestar.types import ASGIApp

from redcathedral import __version__
from redcathedral.ai.bots import levels
from redcathedral.box.options import CHOICES, SOLO_ONLY
from redcathedral.compiled import engine_build
from redcathedral.play.lessons import LESSONS, load_lesson
from redcathedral.server.core import table_socket
from redcathedral.server.core.api_error import ApiError
from redcathedral.server.core.backup_job import BackupJob
from redcathedral.server.core.editions import Editions
from redcathedral.server.core.game_quota import NewGameQuota
from redcathedral.server.core.game_repository import GameRepository
from redcathedral.server.core.listener import Listener
from redcathedral.server.core.opponents import Opponents
from redcathedral.server.core.overrides import Overrides
from redcathedral.server.core.params import seats_param
from redcathedral.server.core.store.store import Store
from redcathedral.server.core.store_thread import StoreThread
from redcathedral.server.core.table.messages import words_in
from redcathedral.server.core.tables import Tables
from redcathedral.server.core.visitor import Visitor
from redcathedral.server.core.wire import lobby
from redcathedral.server.core.wire.edition import Box, EditionRef, edition_message
from redcathedral.server.core.wire.protocol import Past, Table
from redcathedral.server.features.analysis.wire import Analysed
from redcathedral.server.features.chat import routes as talk
from redcathedral.server.features.my_games import routes as mine
from redcathedral.server.features.my_games.personal_data import PersonalData
from redcathedral.server.features.notifications import routes as notify
from redcathedral.server.features.notifications.notifier import Notifier
from redcathedral.server.features.notifications.settings import MessageSettings
from redcathedral.server.features.puzzles import routes as puzzles
from redcathedral.server.features.rules import routes as texts
from redcathedral.server.features.seats import routes as seats
from redcathedral.server.features.seats.invitations import Invitations
from redcathedral.server.features.setups import routes as setups
from redcathedral.server.features.tabletop import routes as cardboard
from redcathedral.server.features.uploads.uploads import RECORD
from redcathedral.server.middleware.client_network import address
from redcathedral.server.middleware.device import AnyRequest, DeviceCookie
from redcathedral.server.middleware.errors import answer_error
from redcathedral.server.middleware.host_guard import HostGuard
from redcathedral.server.middleware.normalizer import Normalizer
from redcathedral.server.middleware.security_headers import SecurityHeaders
from redcathedral.server.middleware.token_guard import TokenGuard
from redcathedral.server.middleware.visitor import visitor_of
from redcathedral.server.run.static import FOLDER, MISSING, Page
from redcathedral.server.services import Application, Services, dependencies
from redcathedral.text import languages
from redcathedral.text.catalog import DEFAULT_LANGUAGE
from redcathedral.text.rule_citations import ELEMENT_RULES

PACKED: Final = "is_packed"
BODY: Final = 64 * 1024  # bytes of a request
EDITION: Final = 128 * 1024
SINCE_LIMIT: Final = 2**31
ANALYSIS_FILES: Final = {
    "txt": MediaType.TEXT.value,
    "svg": "image/svg+xml",
    "json": MediaType.JSON.value,
}


# --- the server ----------------------------------------------------------------------------------


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
        languages=[lobby.Language(name, words_in(name).text("language")) for name in languages()],
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
        in_house=visitor.is_member,
        is_club=is_club,
    )


@get("/api/editions/{key:str}")
async def get_edition(
    repository: NamedDependency[GameRepository],
    key: FromPath[str],
    lang: FromQuery[str] = DEFAULT_LANGUAGE,
) -> Box:
    words = words_in(texts.language(lang))
    row, edition = await repository.thread.do(repository.editions.find, key)
    return edition_message(edition, row.head.key, words)


@post("/api/editions", request_max_body_size=EDITION)
async def post_edition(tables: NamedDependency[Tables], request: AnyRequest) -> EditionRef:
    """Upload an edition file; the body is its text."""
    try:
        text = (await request.body()).decode("utf-8-sig")
    except UnicodeDecodeError:
        fix = "save the file as UTF-8"
        raise ApiError(400, "bad-edition", "the file is not UTF-8 text", fix) from None
    return await tables.add_edition(text)


@delete("/api/editions/{key:str}")
async def delete_edition(repository: NamedDependency[GameRepository], key: FromPath[str]) -> None:
    await repository.thread.do(repository.editions.remove, key)


# --- tables --------------------------------------------------------------------------------------


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
    named = texts.language(lang)
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


@post("/api/tables/load", request_max_body_size=RECORD)
async def post_record(
    tables: NamedDependency[Tables],
    visitor: NamedDependency[Visitor],
    game_quota: NamedDependency[NewGameQuota],
    request: AnyRequest,
    own_dice: FromQuery[bool] = False,
) -> lobby.Summary:
    """Go on with a recorded game, where wanted with dice at the table; the body is the file."""
    game_quota.check(address(request))
    return await tables.load(await request.body(), visitor, own_dice=own_dice)


@get("/api/tables/{table_id:str}")
async def get_table(
    tables: NamedDependency[Tables],
    visitor: NamedDependency[Visitor],
    table_id: FromPath[str],
    lang: FromQuery[str] = DEFAULT_LANGUAGE,
    seat: FromQuery[str | None] = None,
) -> Table:
    actor = await tables.visit(table_id, visitor)
    return actor.table(texts.language(lang), visitor, seats_param(seat))


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
    return (await tables.visit(table_id, visitor)).past(texts.language(lang), since, until)


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
    return _attached(text, table_id, "rcg", MediaType.TEXT)


def _attached(text: str, table_id: str, kind: str, media: str) -> Response[str]:
    name = f"redcathedral-{re.sub(r'[^A-Za-z0-9]', '', table_id)}.{kind}"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type=media, headers=headers)


@get("/api/tables/{table_id:str}/analysis")
async def get_analysis(
    tables: NamedDependency[Tables],
    visitor: NamedDependency[Visitor],
    table_id: FromPath[str],
    lang: FromQuery[str] = DEFAULT_LANGUAGE,
    since: Annotated[int, QueryParameter(ge=0, le=SINCE_LIMIT)] = 0,
) -> Analysed:
    return await tables.analysis(table_id, visitor, texts.language(lang), since)


@post("/api/tables/{table_id:str}/analysis", status_code=202)
async def post_analysis(
    tables: NamedDependency[Tables], visitor: NamedDependency[Visitor], table_id: FromPath[str]
) -> None:
    await tables.analyse(table_id, visitor)


@delete("/api/tables/{table_id:str}/analysis")
async def delete_analysis(
    tables: NamedDependency[Tables], visitor: NamedDependency[Visitor], table_id: FromPath[str]
) -> None:
    """Break an analysis off; what has been worked out stays."""
    await tables.stop_analysis(table_id, visitor)


@get("/api/tables/{table_id:str}/analysis/{kind:str}")
async def get_analysis_file(
    tables: NamedDependency[Tables],
    visitor: NamedDependency[Visitor],
    table_id: FromPath[str],
    kind: FromPath[str],
    lang: FromQuery[str] = DEFAULT_LANGUAGE,
) -> Response[str]:
    """It as a file: `txt` the report, `svg` a picture of the chances, `json` all numbers."""
    media = ANALYSIS_FILES.get(kind)
    if media is None:
        fix = f"ask for {', '.join(ANALYSIS_FILES)}"
        raise ApiError(404, "not-found", f"there is no analysis as {kind[:20]!r}", fix)
    text = await tables.analysis_file(table_id, visitor, texts.language(lang), kind)
    return _attached(text, table_id, kind, media)


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
    listener = Listener(texts.language(lang), seats_param(seat), since, visitor, chat_since)
    await table_socket.serve(socket, tables, table_id, listener, heartbeat)


# --- the page ------------------------------------------------------------------------------------


@get(["/", "/{name:path}"], include_in_schema=False, sync_to_thread=False, opt={PACKED: True})
def get_file(
    page: NamedDependency[Page], request: AnyRequest, name: FromPath[str] = "/"
) -> Response[bytes]:
    if name == "/" and not page.is_built:
        return Response(MISSING.encode(), status_code=503, media_type=MediaType.HTML)
    file = page.file(name.lstrip("/"))
    if file is None:
        raise ApiError(404, "not-found")
    return file.response(
        packs="gzip" in request.headers.get("accept-encoding", ""),
        known=request.headers.get("if-none-match", ""),
    )


# --- the application -----------------------------------------------------------------------------


def handlers() -> list[BaseRouteHandler]:
    """Return the handlers of all routes: those above, and those in the modules for one subject."""
    modules = (texts, puzzles, setups, mine, notify, cardboard, talk, seats)
    defined = [*globals().values(), *(each for module in modules for each in vars(module).values())]
    return [each for each in defined if isinstance(each, BaseRouteHandler)]


@cache
def routes() -> Litestar:
    """Return the routes of every server in this process; it takes long to make them."""
    return Litestar(
        handlers(),
        dependencies={**dependencies(), "visitor": Provide(visitor_of, sync_to_thread=False)},
        exception_handlers={Exception: answer_error},
        request_max_body_size=BODY,
        compression_config=CompressionConfig(
            backend="gzip", minimum_size=1000, exclude_opt_key=PACKED
        ),
        openapi_config=OpenAPIConfig(
            title="The Red Cathedral",
            version=__version__,
            path="/api/schema",
            render_plugins=[JsonRenderPlugin()],
        ),
        logging_config=None,
    )


def create_app(
    store: Store,
    *,
    editions: Sequence[str] = (),
    bots: Sequence[str] = (),
    token: Callable[[], str | None] | None = None,
    is_club: bool = False,
    names: Sequence[str] = (),
    page: Path = FOLDER,
    heartbeat: float = table_socket.HEARTBEAT,
    messages: MessageSettings | None = None,
    overrides: Overrides | None = None,
) -> ASGIApp:
    """Return the server as an ASGI application.

    ``editions`` are texts of edition files; the first one becomes the default.  ``bots`` are extra
    choices besides the levels, and ``names`` extra names of this machine.  ``token`` returns the
    current token: only people with the token can enter, and guests can follow links; in a club,
    guests can also begin games.  ``messages`` configures notifications about turns.  For tests:
    ``heartbeat`` is the time between two heartbeats in seconds, ``overrides`` are other changes.
    Raises EditionError and BotSpecError.
    """
    repository = GameRepository(
        StoreThread(store), Editions(store, editions), Opponents(bots), overrides
    )
    backup_job = BackupJob(store.backups)
    all_tables = Tables(repository)
    notifier = Notifier(repository.thread, all_tables.is_played, messages or MessageSettings())

    @asynccontextmanager
    async def running() -> AsyncIterator[None]:
        await all_tables.resume()
        backup_job.start()
        notifier.start()
        try:
            yield
        finally:
            await notifier.close()
            await all_tables.close()
            await backup_job.close()
            repository.thread.close()

    services = Services(
        repository=repository,
        tables=all_tables,
        invitations=Invitations(all_tables, repository),
        personal_data=PersonalData(all_tables, repository),
        game_quota=NewGameQuota(),
        address_book=notifier.address_book,
        page=Page(page),
        is_club=is_club,
        heartbeat=heartbeat,
    )
    app = Application(routes(), services, running)
    guarded = app if token is None else TokenGuard(app, token, is_club=is_club)
    return Normalizer(SecurityHeaders(HostGuard(DeviceCookie(guarded), names)))
