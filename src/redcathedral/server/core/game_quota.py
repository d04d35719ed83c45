"""Limits the new games per network address."""

import secrets
from typing import Final

from redcathedral.server.core.api_error import ApiError
from redcathedral.server.core.store_thread import StoreThread

HOUR_SECONDS: Final = 3600.0
GAMES_PER_HOUR: Final = 60


class NewGameQuota:
    """Counts the new games of each address; games from this machine are not limited."""

    def __init__(self, thread: StoreThread) -> None:
        self._thread = thread

    async def check(self, address: str | None) -> None:
        """Count a new game; ``address`` is None for this machine.  Raises ApiError at the limit."""
        if address is None:
            return
        add, key = self._thread.store.network_uses.add, secrets.token_urlsafe(16)
        if not await self._thread.do(add, address, "game", key, HOUR_SECONDS, GAMES_PER_HOUR):
            raise ApiError(429, "too-many-games")
