"""The store, used by a thread of its own, so that nobody else waits for the disk."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from redcathedral.server.store.store import Store

P = ParamSpec("P")
T = TypeVar("T")


class StoreThread:
    """The thread in which everything is done that takes the store."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._thread = ThreadPoolExecutor(1, "store")

    async def do(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Have something done in this thread."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, lambda: work(*args, **kwargs))

    def close(self) -> None:
        """Finish what is being written and let go of the store."""
        self._thread.shutdown()
        self.store.close()
