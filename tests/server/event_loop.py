"""Runs a coroutine in a thread with an event loop, also next to a loop of the browser tests."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor


def run(coroutine: Coroutine[object, object, None]) -> None:
    """Run a coroutine to its end in another thread."""
    with ThreadPoolExecutor(1) as threads:
        threads.submit(asyncio.run, coroutine).result()
