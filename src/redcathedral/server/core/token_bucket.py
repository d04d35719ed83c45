"""How much may be asked: so much at once, and so much a second after that."""

import time


class TokenBucket:
    """What somebody may still spend; it fills again by and by."""

    def __init__(self, most: float, rate: float) -> None:
        """``rate``: how much of it comes back in a second."""
        self._most = most
        self._rate = rate
        self._left = most
        self._at = time.monotonic()

    @property
    def left(self) -> float:
        """How much there is now, below zero where more was spent."""
        at = time.monotonic()
        self._left = min(self._most, self._left + (at - self._at) * self._rate)
        self._at = at
        return self._left

    @property
    def is_full(self) -> bool:
        return self.left >= self._most

    def try_take(self, amount: float = 1) -> bool:
        if self.left < amount:
            return False
        self._left -= amount
        return True

    def charge(self, amount: float = 1) -> float:
        """Spend all the same; the seconds to wait until that would have been there."""
        self._left = self.left - amount
        return max(0.0, -self._left / self._rate)
