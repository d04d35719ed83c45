"""How many new games an address may begin."""

from typing import Final

from redcathedral.server.core.api_error import ApiError
from redcathedral.server.core.token_bucket import TokenBucket

HOUR: Final = 3600.0
AN_HOUR: Final = 60  # new games, so many at once too
ADDRESSES: Final = 10_000  # that are remembered


class NewGameQuota:
    """Counts new games by address; on this machine there are as many as one likes."""

    def __init__(self) -> None:
        self._by_address: dict[str, TokenBucket] = {}

    def check(self, address: str | None) -> None:
        """Count one more, or raise ApiError."""
        if address is None:
            return
        if address not in self._by_address and len(self._by_address) >= ADDRESSES:
            known = self._by_address.items()
            self._by_address = {name: one for name, one in known if not one.is_full}
        allowance = self._by_address.setdefault(address, TokenBucket(AN_HOUR, AN_HOUR / HOUR))
        if not allowance.try_take():
            raise ApiError(429, "too-many-games")
