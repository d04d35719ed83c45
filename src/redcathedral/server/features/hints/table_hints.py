"""The hints of a table: looked for once as it stands, and told to all who have asked."""

import asyncio
import logging
from collections.abc import Callable
from typing import TypeAlias

from redcathedral.server.core.api_error import ApiError
from redcathedral.server.core.listener import Listener
from redcathedral.server.core.table.seated_game import SeatedGame
from redcathedral.server.features.hints.hint_message import HintResult
from redcathedral.server.features.hints.hint_service import HintService

LOG = logging.getLogger(__name__)

# None where looking for them failed, and why where there never are any.
SearchOutcome: TypeAlias = HintResult | ApiError | None


class TableHints:
    """What is known of the best turns of one table; ``found`` is told when a search has ended."""

    def __init__(
        self, table: str, hint_service: HintService, found: Callable[[object, SearchOutcome], None]
    ) -> None:
        self._table = table
        self._hint_service = hint_service
        self._found = found
        self._search: asyncio.Task[None] | None = None
        self._asking: list[Listener] = []  # who waits for it
        self.advice: HintResult | None = None

    @property
    def is_searching(self) -> bool:
        return self._search is not None

    def search(self, listener: Listener, seated: SeatedGame) -> None:
        if listener not in self._asking:
            self._asking.append(listener)
        if self._search is None:
            self._search = asyncio.create_task(self._look(seated))

    async def _look(self, seated: SeatedGame) -> None:
        advised: SearchOutcome = None
        try:
            advised = await self._hint_service.advise(self._table, seated.game)
        except ApiError as refused:
            advised = refused
        except Exception:
            LOG.exception("table %s: no hints at version %d", self._table, seated.version)
        self._found(asyncio.current_task(), advised)

    def take(self, search: object, advised: SearchOutcome) -> list[Listener]:
        """Keep what a search has found; who asked for it: nobody where the game has gone on."""
        if search is not self._search:
            return []
        asking, self._asking, self._search = self._asking, [], None
        if isinstance(advised, HintResult):
            self.advice = advised
        return asking

    def leave(self, listener: Listener) -> None:
        if listener in self._asking:
            self._asking.remove(listener)

    def forget(self) -> None:
        if self._search is not None:
            self._search.cancel()
        self.advice, self._asking, self._search = None, [], None

    def stop(self) -> None:
        self.forget()
        self._hint_service.forget(self._table)
