"""Token buckets, which limit the rate of requests, and of new games per network address."""

import time
from typing import Final

from redcathedral.server.core.api_error import ApiError

HOUR_SECONDS: Final = 3600.0
GAMES_PER_HOUR: Final = 60  # all of them may start at the same time
MAX_ADDRESSES: Final = 10_000  # in memory


class TokenBucket:
    """A bucket of tokens that starts full and refills over time."""

    def __init__(self, capacity: float, rate: float) -> None:
        """Create a full bucket that regains ``rate`` tokens per second."""
        self._capacity = capacity
        self._rate = rate
        self._tokens = capacity
        self._updated_at = time.monotonic()

    @property
    def tokens(self) -> float:
        """The current number of tokens; negative after a charge of more tokens than there were."""
        now = time.monotonic()
        new_tokens = (now - self._updated_at) * self._rate
        self._tokens = min(self._capacity, self._tokens + new_tokens)
        self._updated_at = now
        return self._tokens

    @property
    def is_full(self) -> bool:
        return self.tokens >= self._capacity

    def try_take(self, amount: float = 1) -> bool:
        """Take tokens if there are enough; return whether they were taken."""
        if self.tokens < amount:
            return False
        self._tokens -= amount
        return True

    def charge(self, amount: float = 1) -> float:
        """Take tokens even if there are too few; return the seconds until none is missing."""
        self._tokens = self.tokens - amount
        return max(0.0, -self._tokens / self._rate)


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
