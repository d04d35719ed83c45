"""Limit the new games per network address."""

from typing import Final

from redcathedral.server.core.api_error import ApiError
from redcathedral.server.core.token_bucket import TokenBucket

HOUR_SECONDS: Final = 3600.0  # seconds
GAMES_PER_HOUR: Final = 60  # all of them may begin at once
MAX_ADDRESSES: Final = 10_000  # remembered addresses


class NewGameQuota:
    """Counts new games by address.  Games begun on this machine are not limited."""

    def __init__(self) -> None:
        self._buckets: dict[str, TokenBucket] = {}

    def check(self, address: str | None) -> None:
        """Count a new game of an address, which is None for this machine; raises ApiError."""
        if address is None:
            return
        if address not in self._buckets and len(self._buckets) >= MAX_ADDRESSES:
            self._buckets = {
                remembered: bucket
                for remembered, bucket in self._buckets.items()
                if not bucket.is_full
            }
        bucket = self._buckets.setdefault(
            address, TokenBucket(GAMES_PER_HOUR, GAMES_PER_HOUR / HOUR_SECONDS)
        )
        if not bucket.try_take():
            raise ApiError(429, "too-many-games")
