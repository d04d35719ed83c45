"""Limits on the seats that a visitor may take in games that have not begun."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, nullcontext
from typing import Final
from weakref import WeakValueDictionary

from redcathedral.server.core.api_error import ApiError
from redcathedral.server.core.store_thread import StoreThread
from redcathedral.server.core.visitor import Visitor

OF_ONE: Final = 4
OF_ADDRESS: Final = 32
WAITING: Final = "in games that have not begun"
ADDRESSES: Final = 10_000  # that are remembered


class SeatLimits:
    """Counts the seats of guests, by device and by the address that they sat down from.

    Seats at their own tables and the seats of members do not count.
    """

    def __init__(self, thread: StoreThread) -> None:
        self._thread = thread
        self._locks = WeakValueDictionary[str, asyncio.Lock]()  # by device and by address
        self._devices: dict[str, set[str]] = {}  # by address

    @asynccontextmanager
    async def taking(
        self, visitor: Visitor, address: str | None
    ) -> AsyncIterator[Callable[[], None]]:
        """Yield a function that counts a seat before it is stored; raises ApiError."""
        if visitor.is_member:
            yield _count_nothing
            return
        of_address = nullcontext() if address is None else self._lock(address)
        async with self._lock(visitor.device), of_address:
            devices = self._devices.get(address or "", set()) | {visitor.device}
            held = await self._thread.read(self._thread.store.seats.count_waiting, devices)
            is_counted = False

            def count() -> None:
                nonlocal is_counted
                if held.get(visitor.device, 0) >= OF_ONE:
                    reason = f"one visitor may take {OF_ONE} seats {WAITING}"
                    raise ApiError(429, "too-many-seats", reason)
                if address is not None and sum(held.values()) >= OF_ADDRESS:
                    reason = f"visitors from one address may take {OF_ADDRESS} seats {WAITING}"
                    raise ApiError(429, "too-many-seats", reason)
                is_counted = True

            yield count
            if is_counted and address is not None:
                self._note(address, {visitor.device, *held})

    def _lock(self, of: str) -> asyncio.Lock:
        """The lock of a device or an address, which is kept while somebody holds or awaits it."""
        return self._locks.setdefault(of, asyncio.Lock())

    def _note(self, address: str, devices: set[str]) -> None:
        """Remember the devices of an address that still wait; the address is now the newest."""
        self._devices.pop(address, None)
        self._devices[address] = devices
        if len(self._devices) > ADDRESSES:
            del self._devices[next(iter(self._devices))]


def _count_nothing() -> None:
    """People who are let into the server take any number of seats."""
