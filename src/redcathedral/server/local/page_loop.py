"""The event loop of the server in a page, which runs many callbacks in one task of the browser.

Pyodide's loop starts a task, with its own stack, for each of the callbacks.  The server needs
about ten of them to answer a decision.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from contextvars import Context
from typing import Any, Final

from pyodide.ffi import create_proxy
from pyodide.webloop import WebLoop, scheduleCallback

MAX_CALLBACKS: Final = 1_000  # then messages of the page have their turn


class PageLoop(WebLoop):  # type: ignore[misc] # Pyodide exists only in the page
    """A loop whose callbacks run together, in a task of the browser or when ``run`` is called."""

    def __init__(self) -> None:
        super().__init__()
        self._ready = deque[asyncio.Handle]()
        self._is_scheduled = False
        self._run_scheduled = create_proxy(self._scheduled)

    def call_soon(
        self, callback: Callable[..., Any], *args: Any, context: Context | None = None
    ) -> asyncio.Handle:
        handle = asyncio.Handle(callback, args, self, context=context)
        self._ready.append(handle)
        self._schedule()
        return handle

    def run(self) -> None:
        """Run what is ready, and what becomes ready by it."""
        self._install_running_loop()
        self._install_asyncgen_hooks()
        for _ in range(MAX_CALLBACKS):
            if not self._ready:
                return
            handle = self._ready.popleft()
            if not handle.cancelled():
                handle._run()  # noqa: SLF001 # as all event loops do
        self._schedule()

    def _schedule(self) -> None:
        if not self._is_scheduled:
            self._is_scheduled = True
            scheduleCallback(self._run_scheduled, 0)

    def _scheduled(self) -> None:
        self._is_scheduled = False
        self.run()


def use_page_loop() -> None:
    """Make a PageLoop the loop of this Python, before anything runs in another one."""
    asyncio.set_event_loop(PageLoop())
