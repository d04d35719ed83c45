"""Limits the new games per network address."""

from typing import Final

from redcathedral.server.core.api_error import ApiError
from redcathedral.server.core.token_bucket import TokenBucket

HOUR_SECONDS: Final = 3600.0
GAMES_PER_HOUR: Final = 60  # all of them may start at the same time
MAX_ADDRESSES: Final = 10_000  # in memory


class NewGameQuota:
    """Counts the new games of each address; games from this machine are not limited."""

    def __init__(self) -> None:
        self._buckets: dict[str, TokenBucket] = {}

    def check(self, address: str | None) -> None:
        """Count a new game; ``address`` is None for this machine.  Raises ApiError at the limit."""
        if address is None:
            return
        if address not in self._buckets and len(self._buckets) >= MAX_ADDRESSES:
            self._buckets = {name: one for name, one in self._buckets.items() if not one.is_full}
        full_bucket = TokenBucket(GAMES_PER_HOUR, GAMES_PER_HOUR / HOUR_SECONDS)
        if not self._buckets.setdefault(address, full_bucket).try_take():
            raise ApiError(429, "too-many-games")
