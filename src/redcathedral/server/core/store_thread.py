"""The store, used in separate threads, so that the event loop never waits for the disk."""

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Lock
from typing import ParamSpec, TypeAlias, TypeVar

from redcathedral.server.core.store.rows import ActionRow
from redcathedral.server.core.store.store import Store

P = ParamSpec("P")
T = TypeVar("T")


# An action to store, and the future that its caller awaits.
PendingAction: TypeAlias = tuple[ActionRow, asyncio.Future[None]]


class StoreThread:
    """One thread that writes to the store and loads tables, and one that reads long lists.

    Actions of several tables that arrive at the same time are stored in one commit.  ``stored`` and
    ``failed`` count actions, ``seconds`` is the time of their commits.
    """

    def __init__(self, store: Store) -> None:
        self.store = store
        self._thread = ThreadPoolExecutor(1, "store")
        self._reader = ThreadPoolExecutor(1, "store-reader")
        self._pending: list[PendingAction] = []
        self._lock = Lock()  # protects the pending actions
        self.stored = self.failed = 0
        self.seconds = 0.0

    async def do(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, lambda: work(*args, **kwargs))

    async def read(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a function in the reading thread; the function sees all earlier commits."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._reader, lambda: work(*args, **kwargs))

    async def append(self, action: ActionRow) -> None:
        """Store an action; raises StoreError, and Conflict if its version is taken."""
        loop = asyncio.get_running_loop()
        stored: asyncio.Future[None] = loop.create_future()
        with self._lock:
            self._pending.append((action, stored))
            is_first = len(self._pending) == 1
        if is_first:
            self._thread.submit(self._append_all, loop)
        await stored

    def _append_all(self, loop: asyncio.AbstractEventLoop) -> None:
        with self._lock:
            pending, self._pending = self._pending, []
        start = time.perf_counter()
        problems = self.store.append_all([action for action, _ in pending])
        self.seconds += time.perf_counter() - start
        self.stored += problems.count(None)
        self.failed += len(problems) - problems.count(None)
        loop.call_soon_threadsafe(_resolve, pending, problems)

    def close(self) -> None:
        self._reader.shutdown()
        self._thread.shutdown()
        self.store.close()


def _resolve(pending: list[PendingAction], problems: list[Exception | None]) -> None:
    for (_, stored), problem in zip(pending, problems, strict=True):
        if stored.done():
            continue  # the caller was canceled
        if problem is None:
            stored.set_result(None)
        else:
            stored.set_exception(problem)
