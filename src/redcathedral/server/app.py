"""The application: its routes, limits, and what it is made of."""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from typing import Final

from litestar import Litestar, MediaType, Response, get
from litestar.config.compression import CompressionConfig
from litestar.di import NamedDependency, Provide
from litestar.handlers import BaseRouteHandler
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.params import FromPath
from litestar.types import ASGIApp

from redcathedral import __version__
from redcathedral.server.core import table_socket
from redcathedral.server.core.api_error import ApiError
from redcathedral.server.core.backup_job import BackupJob
from redcathedral.server.core.editions import Editions
from redcathedral.server.core.game_quota import NewGameQuota
from redcathedral.server.core.game_repository import GameRepository
from redcathedral.server.core.opponents import Opponents
from redcathedral.server.core.overrides import Overrides
from redcathedral.server.core.store.store import Store
from redcathedral.server.core.store_thread import StoreThread
from redcathedral.server.core.tables import Tables
from redcathedral.server.features.analysis import routes as analysis
from redcathedral.server.features.analysis.service import AnalysisService
from redcathedral.server.features.bots.bot_pool import BotPool
from redcathedral.server.features.bots.bot_turns import BotTurns
from redcathedral.server.features.chat import routes as chat
from redcathedral.server.features.chat.service import ChatService
from redcathedral.server.features.editions import routes as editions_routes
from redcathedral.server.features.hints.hint_service import HintService
from redcathedral.server.features.hints.table_hints import TableHints
from redcathedral.server.features.lessons import routes as lessons
from redcathedral.server.features.lobby import routes as lobby
from redcathedral.server.features.my_games import routes as my_games
from redcathedral.server.features.my_games.export import GameExport
from redcathedral.server.features.my_games.personal_data import PersonalData
from redcathedral.server.features.notifications import routes as notifications
from redcathedral.server.features.notifications.notifier import Notifier
from redcathedral.server.features.notifications.settings import MessageSettings
from redcathedral.server.features.notifications.store import NotificationStore
from redcathedral.server.features.notifications.turn_news import TurnNews
from redcathedral.server.features.plans.table_plans import TablePlans
from redcathedral.server.features.puzzles import routes as puzzles
from redcathedral.server.features.rematch import routes as rematch
from redcathedral.server.features.rematch.service import RematchService
from redcathedral.server.features.rules import routes as rules
from redcathedral.server.features.seats import routes as seats
from redcathedral.server.features.seats.invitations import Invitations
from redcathedral.server.features.setups import routes as setups
from redcathedral.server.features.tabletop import routes as tabletop
from redcathedral.server.features.uploads import routes as uploads_routes
from redcathedral.server.features.uploads.service import UploadService
from redcathedral.server.middleware.device import AnyRequest, DeviceCookie
from redcathedral.server.middleware.errors import answer_error
from redcathedral.server.middleware.host_guard import HostGuard
from redcathedral.server.middleware.normalizer import Normalizer
from redcathedral.server.middleware.security_headers import SecurityHeaders
from redcathedral.server.middleware.token_guard import TokenGuard
from redcathedral.server.middleware.visitor import visitor_of
from redcathedral.server.run.static import FOLDER, MISSING, Page
from redcathedral.server.services import Application, Services, dependencies

PACKED: Final = "is_packed"
BODY: Final = 64 * 1024  # bytes of a request


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
        accepts_gzip="gzip" in request.headers.get("accept-encoding", ""),
        known=request.headers.get("if-none-match", ""),
    )


# --- the application -----------------------------------------------------------------------------


def handlers() -> list[BaseRouteHandler]:
    """Return the handlers of all routes: those above, and those in the modules for one subject."""
    modules = (
        analysis,
        chat,
        editions_routes,
        lessons,
        lobby,
        my_games,
        notifications,
        puzzles,
        rematch,
        rules,
        seats,
        setups,
        tabletop,
        uploads_routes,
    )
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
    bot_pool, hint_service = BotPool(repository.overrides.bot_limits), HintService()
    chats = ChatService(all_tables)
    analyses = AnalysisService(all_tables)
    uploads = UploadService(all_tables)
    all_tables.features += [
        lambda table: TablePlans(table, repository.thread),
        chats.at,
        lambda table: TableHints(table, hint_service),
        lambda table: BotTurns(table, bot_pool),
        lambda _: TurnNews(),
    ]
    notifier = Notifier(repository.thread, all_tables.is_played, messages or MessageSettings())

    @asynccontextmanager
    async def running() -> AsyncIterator[None]:
        await analyses.start()
        all_tables.start()
        backup_job.start()
        notifier.start()
        try:
            yield
        finally:
            await notifier.close()
            await all_tables.close()
            for service in (bot_pool, hint_service, analyses, uploads):
                await service.close()
            await backup_job.close()
            repository.thread.close()

    services = Services(
        repository=repository,
        tables=all_tables,
        invitations=Invitations(all_tables, repository),
        personal_data=PersonalData(all_tables, chats.forget, NotificationStore(store).forget),
        analyses=analyses,
        chats=chats,
        export=GameExport(repository, chats.store),
        rematches=RematchService(all_tables),
        uploads=uploads,
        game_quota=NewGameQuota(),
        address_book=notifier.address_book,
        page=Page(page),
        is_club=is_club,
        heartbeat=heartbeat,
    )
    app = Application(routes(), services, running)
    guarded = app if token is None else TokenGuard(app, token, is_club=is_club)
    return Normalizer(SecurityHeaders(HostGuard(DeviceCookie(guarded), names)))
