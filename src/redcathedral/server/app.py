"""The server as an ASGI application: assembles its database, features and middleware."""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import cast

from litestar.types import ASGIApp, LifeSpanReceive, LifeSpanSend, Receive, Scope, Send

from redcathedral.server.binding import SERVED_KEY, Served, litestar_app
from redcathedral.server.core.editions import Editions
from redcathedral.server.core.game_repository import GameRepository
from redcathedral.server.core.opponents import Opponents
from redcathedral.server.core.overrides import Overrides
from redcathedral.server.core.server_feature import ServerContext
from redcathedral.server.core.store_thread import StoreThread
from redcathedral.server.core.table_socket import HEARTBEAT_SECONDS
from redcathedral.server.core.visitor import Guests
from redcathedral.server.middleware.device import DeviceCookie
from redcathedral.server.middleware.host_guard import HostGuard
from redcathedral.server.middleware.normalizer import Normalizer
from redcathedral.server.middleware.security_headers import SecurityHeaders
from redcathedral.server.middleware.token_guard import TokenGuard
from redcathedral.server.operations import OPERATIONS_KEY, Operations
from redcathedral.server.registry import feature_classes
from redcathedral.server.run.readiness import Readiness
from redcathedral.server.run.static import PAGE_FOLDER, Page
from redcathedral.server.run.worker_processes import WorkerProcesses
from redcathedral.server.sql.backups import BackupJob
from redcathedral.server.sql.store import SqlStore


class Application:
    """An ASGI application: the features of one server, and its database."""

    def __init__(
        self, context: ServerContext, store: SqlStore, page: Page, operations: Operations
    ) -> None:
        self._context = context
        self._backup_job = BackupJob(store.backups)
        context.make_features(feature_classes())
        self._served = Served(context.features, page)
        self._operations = operations
        self._routes = litestar_app()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        match scope:
            case {"type": "http" | "websocket"}:
                scope["state"][SERVED_KEY] = self._served
                scope["state"][OPERATIONS_KEY] = self._operations
                await self._routes(scope, receive, send)
            case _:  # the start and end of the server, which Litestar's types leave out
                lifespan_receive = cast("LifeSpanReceive", receive)
                await self._handle_lifespan(lifespan_receive, cast("LifeSpanSend", send))

    async def _handle_lifespan(self, receive: LifeSpanReceive, send: LifeSpanSend) -> None:
        await receive()
        async with self._running():
            await send({"type": "lifespan.startup.complete"})
            await receive()
        await send({"type": "lifespan.shutdown.complete"})

    @asynccontextmanager
    async def _running(self) -> AsyncIterator[None]:
        context = self._context
        await context.start()
        self._backup_job.start()
        try:
            yield
        finally:
            await context.stop()
            await self._backup_job.close()
            context.thread.close()


def create_app(
    store: SqlStore,
    *,
    editions: Sequence[str] = (),
    bots: Sequence[str] = (),
    token: Callable[[], str | None] | None = None,
    is_club: bool = False,
    names: Sequence[str] = (),
    page: Path = PAGE_FOLDER,
    heartbeat: float = HEARTBEAT_SECONDS,
    settings: Sequence[object] = (),
    overrides: Overrides | None = None,
    readiness: Readiness | None = None,
    proxies: Sequence[str] = (),
) -> ASGIApp:
    """Return the server as an ASGI application.

    ``editions`` are texts of edition files; the first one becomes the default.  ``bots`` adds
    choices to the levels, and ``names`` adds names of this machine.  ``token`` returns the current
    token: people without the token are guests, who can follow links, and in a club also begin
    games; None lets everyone in.  ``settings`` has settings of features, such as MessageSettings.
    ``readiness`` is what ``/readyz`` says, and ``proxies`` may read the metrics.  Tests set
    ``heartbeat``, in seconds, and ``overrides``.  Raises EditionError and BotSpecError.
    """
    known_editions = Editions(store, editions)
    guests = Guests(are_possible=token is not None)
    context = ServerContext(
        GameRepository(
            StoreThread(store), known_editions, Opponents(bots), overrides, store.cluster(), guests
        ),
        WorkerProcesses,
        is_club=is_club,
        heartbeat=heartbeat,
        settings=settings,
    )
    operations = Operations(context, readiness or Readiness(), proxies)
    app = Application(context, store, Page(page), operations)
    guarded = app if token is None else TokenGuard(app, token, guests, is_club=is_club)
    return Normalizer(SecurityHeaders(HostGuard(DeviceCookie(guarded), names)))
