"""A token bucket, which limits the rate of requests."""

import time


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
