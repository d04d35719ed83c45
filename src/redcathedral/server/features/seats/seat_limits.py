"""Limits on the seats that guests may take in games that have not begun."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, nullcontext
from typing import Final
from weakref import WeakValueDictionary

from redcathedral.server.core.api_error import ApiError
from redcathedral.server.core.store_thread import StoreThread
from redcathedral.server.core.visitor import Visitor

MAX_SEATS_PER_DEVICE: Final = 4
MAX_SEATS_PER_ADDRESS: Final = 32
DAY_SECONDS: Final = 24 * 3600.0


class SeatLimits:
    """Counts guests' seats by device and network address, except seats at their own tables."""

    def __init__(self, thread: StoreThread) -> None:
        self._thread = thread
        self._locks = WeakValueDictionary[str, asyncio.Lock]()  # by device and by address

    @asynccontextmanager
    async def taking(
        self, visitor: Visitor, address: str | None
    ) -> AsyncIterator[Callable[[], None]]:
        """Yield a function to call before a seat is stored; it raises ApiError at a limit."""
        if visitor.is_local:
            yield lambda: None
            return
        address_lock = nullcontext() if address is None else self._lock(address)
        async with self._lock(visitor.device), address_lock:
            uses, devices = self._thread.store.network_uses, {visitor.device}
            if address is not None:
                devices |= await self._thread.do(uses.keys, address, "seat")
            seat_counts = await self._thread.read(self._thread.store.seats.count_waiting, devices)
            is_counted = False

            def count() -> None:
                nonlocal is_counted
                if seat_counts.get(visitor.device, 0) >= MAX_SEATS_PER_DEVICE:
                    raise _too_many_seats("one visitor", MAX_SEATS_PER_DEVICE)
                if address is not None and sum(seat_counts.values()) >= MAX_SEATS_PER_ADDRESS:
                    raise _too_many_seats("visitors from one address", MAX_SEATS_PER_ADDRESS)
                is_counted = True

            yield count
            if is_counted and address is not None:
                await self._thread.do(uses.add, address, "seat", visitor.device, DAY_SECONDS)

    def _lock(self, key: str) -> asyncio.Lock:
        """Return the lock of a device or address, which exists while a task holds or awaits it."""
        return self._locks.setdefault(key, asyncio.Lock())


def _too_many_seats(visitors: str, limit: int) -> ApiError:
    reason = f"{visitors} may take {limit} seats in games that have not begun"
    return ApiError(429, "too-many-seats", reason)
