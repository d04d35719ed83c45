"""The store, used in separate threads, so that the event loop never waits for the disk."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Lock
from typing import NamedTuple, ParamSpec, TypeVar

from redcathedral.server.core.store.game_store import GameStore
from redcathedral.server.core.store.rows import ActionRow

P = ParamSpec("P")
T = TypeVar("T")


class _Waiting(NamedTuple):
    """An action to store, and the future of the caller that waits."""

    action: ActionRow
    kept: asyncio.Future[None]


class StoreThread:
    """One thread that writes to the store and loads tables, and one that reads the slow lists.

    Waiting actions of several tables are stored in one commit.
    """

    def __init__(self, store: GameStore) -> None:
        self.store = store
        self._thread = ThreadPoolExecutor(1, "store")
        self._reader = ThreadPoolExecutor(1, "store-reader")
        self._waiting: list[_Waiting] = []
        self._lock = Lock()  # of those that wait

    async def do(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, lambda: work(*args, **kwargs))

    async def read(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a function in the reading thread: it sees all commits before this call."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._reader, lambda: work(*args, **kwargs))

    async def append(self, action: ActionRow) -> None:
        """Store an action; raises StoreError, and Conflict if its version is taken."""
        loop = asyncio.get_running_loop()
        waiting = _Waiting(action, loop.create_future())
        with self._lock:
            self._waiting.append(waiting)
            is_first = len(self._waiting) == 1
        if is_first:
            self._thread.submit(self._append_all, loop)
        await waiting.kept

    def _append_all(self, loop: asyncio.AbstractEventLoop) -> None:
        with self._lock:
            waiting, self._waiting = self._waiting, []
        problems = self.store.append_all([each.action for each in waiting])
        loop.call_soon_threadsafe(_tell, waiting, problems)

    def close(self) -> None:
        self._reader.shutdown()
        self._thread.shutdown()
        self.store.close()


def _tell(waiting: list[_Waiting], problems: list[Exception | None]) -> None:
    for each, problem in zip(waiting, problems, strict=True):
        if each.kept.done():
            continue  # the table has ended meanwhile
        if problem is None:
            each.kept.set_result(None)
        else:
            each.kept.set_exception(problem)
