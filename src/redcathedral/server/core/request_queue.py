"""The queue of requests to one table; the table's actor runs them one after the other."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final, TypeAlias

from redcathedral.server.core.api_error import ApiError
from redcathedral.server.core.store.problem import Conflict, StoreError

MAX_REQUESTS: Final = 256  # to one table
Request: TypeAlias = Callable[[], Awaitable[object]]


class RequestQueue:
    """A queue of requests.  After ``close``, ``send`` raises an error and no request runs."""

    def __init__(self) -> None:
        self._requests: asyncio.Queue[Request] = asyncio.Queue()
        self._pending: set[asyncio.Future[None]] = set()  # results of `ask`
        self.is_closed = False

    @property
    def is_empty(self) -> bool:
        return self._requests.empty()

    def send(self, request: Request) -> None:
        if self.is_closed or self._requests.qsize() >= MAX_REQUESTS:
            raise asyncio.QueueFull
        self._requests.put_nowait(request)

    def queue(self, request: Request) -> None:
        """Queue a request that is never refused."""
        self._requests.put_nowait(request)

    async def ask(self, request: Request) -> None:
        """Queue a request and wait for it; raises asyncio.QueueFull and the request's errors."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        async def run() -> None:
            try:
                await request()
            except (Conflict, StoreError, ApiError) as error:
                if not done.done():
                    done.set_exception(error)
            else:
                if not done.done():
                    done.set_result(None)

        self.send(run)
        self._pending.add(done)
        done.add_done_callback(self._pending.discard)
        await done

    async def next(self, seconds: float) -> Request:
        """Return the next request; raises TimeoutError."""
        async with asyncio.timeout(seconds):
            return await self._requests.get()

    def close(self) -> None:
        self.is_closed = True
        for future in [*self._pending]:
            if not future.done():
                future.set_exception(asyncio.QueueFull())
