"""The objects that the request handlers of one server use; they are in the state of the request.

The handlers and their routes are the same for every server of a process.
"""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import Final, NamedTuple

from litestar.di import Provide
from litestar.types import ASGIApp, LifeSpanReceive, LifeSpanSend, Receive, Scope, Send

from redcathedral.server.core.game_quota import NewGameQuota
from redcathedral.server.core.game_repository import GameRepository
from redcathedral.server.core.tables import Tables
from redcathedral.server.features.analysis.service import AnalysisService
from redcathedral.server.features.chat.service import ChatService
from redcathedral.server.features.my_games.export import GameExport
from redcathedral.server.features.my_games.personal_data import PersonalData
from redcathedral.server.features.notifications.addresses import AddressBook
from redcathedral.server.features.rematch.service import RematchService
from redcathedral.server.features.seats.invitations import Invitations
from redcathedral.server.features.uploads.service import UploadService
from redcathedral.server.run.static import Page

SERVICES: Final = "redcathedral-services"


class Services(NamedTuple):
    """The dependencies of the handlers, by the names of their parameters."""

    repository: GameRepository
    tables: Tables
    invitations: Invitations
    personal_data: PersonalData
    analyses: AnalysisService
    chats: ChatService
    export: GameExport
    rematches: RematchService
    uploads: UploadService
    game_quota: NewGameQuota
    address_book: AddressBook
    page: Page
    is_club: bool
    heartbeat: float


def dependencies() -> dict[str, Provide]:
    return {name: _dependency(place) for place, name in enumerate(Services._fields)}


def _dependency(place: int) -> Provide:
    def service(scope: Scope) -> object:
        return scope["state"][SERVICES][place]

    return Provide(service, sync_to_thread=False)


class Application:
    """An ASGI application: routes with the services of one server, which start and stop with it."""

    def __init__(
        self,
        routes: ASGIApp,
        services: Services,
        running: Callable[[], AbstractAsyncContextManager[None]],
    ) -> None:
        self._routes = routes
        self._services = services
        self._running = running

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        # Uvicorn also sends the lifespan, with messages that Litestar's ASGI types leave out.
        if scope["type"] == "lifespan":  # type: ignore[comparison-overlap]
            await self._live(receive, send)  # type: ignore[arg-type]
        else:
            scope["state"][SERVICES] = self._services
            await self._routes(scope, receive, send)

    async def _live(self, receive: LifeSpanReceive, send: LifeSpanSend) -> None:
        await receive()
        async with self._running():
            await send({"type": "lifespan.startup.complete"})
            await receive()
        await send({"type": "lifespan.shutdown.complete"})
