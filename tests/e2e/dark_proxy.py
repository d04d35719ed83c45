"""A proxy that simulates a dead network: connections stay open but transmit nothing."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from urllib.parse import urlsplit


class DarkProxy:
    """A proxy in front of a server; clients connect to ``url``."""

    def __init__(self, url: str) -> None:
        self.url = ""
        self._port = urlsplit(url).port
        self._is_dark: list[threading.Event] = []
        self._ready = threading.Event()
        self._ended = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None

    def darken(self) -> None:
        """Stop transmitting on the open connections. New ones work."""
        for dark in self._is_dark:
            dark.set()
        self._is_dark.clear()

    async def serve(self) -> None:
        """Transmit between clients and the server until ``end`` is called."""
        self._loop = asyncio.get_running_loop()
        server = await asyncio.start_server(self._carry, "127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        self._ready.set()
        await self._ended.wait()
        server.close()
        for task in asyncio.all_tasks() - {asyncio.current_task()}:
            task.cancel()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        dark = threading.Event()
        self._is_dark.append(dark)
        far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._port)
        with suppress(asyncio.CancelledError):
            await asyncio.gather(_pass(reader, far_writer, dark), _pass(far_reader, writer, dark))
        for each in (writer, far_writer):
            each.transport.abort()

    def wait(self) -> None:
        """Wait until the proxy accepts connections."""
        assert self._ready.wait(60)

    def end(self) -> None:
        """Close the proxy and all connections."""
        assert self._loop is not None
        self._loop.call_soon_threadsafe(self._ended.set)


async def _pass(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, dark: threading.Event
) -> None:
    with suppress(OSError):
        while data := await reader.read(65536):
            if not dark.is_set():
                writer.write(data)
                await writer.drain()
    if not dark.is_set():
        writer.close()


@contextmanager
def dark_proxy(url: str) -> Iterator[DarkProxy]:
    """Run a proxy in front of a server."""
    proxy = DarkProxy(url)
    thread = threading.Thread(target=lambda: asyncio.run(proxy.serve()))
    thread.start()
    try:
        proxy.wait()
        yield proxy
    finally:
        proxy.end()
        thread.join(60)
        assert not thread.is_alive()
