"""Coroutines in a loop of their own, also where a browser of other tests has one in this thread."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor


def run(work: Coroutine[object, object, None]) -> None:
    """Run it to its end in another thread."""
    with ThreadPoolExecutor(1) as threads:
        threads.submit(asyncio.run, work).result()
