"""A proxy in front of PostgreSQL that can lose the commit of an action, or the answer to it."""

from __future__ import annotations

import asyncio
from asyncio import StreamReader, StreamWriter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Thread

from sqlalchemy import make_url

SOCKET = ".s.PGSQL.5432"
STORES_ACTION = b"INSERT INTO action"
COMMIT = b"COMMIT"


class LossyProxy:
    """A socket in a folder; ``url`` is the address of the same database through the proxy."""

    def __init__(self, url: str, folder: Path) -> None:
        parsed = make_url(url)
        self._target = Path(str(parsed.query["host"])) / SOCKET
        self._socket = folder / SOCKET
        self.url = str(parsed.set(query={"host": str(folder)}))
        self._stores: bool | None = None  # None to lose nothing
        self.has_lost = Event()

    def lose_commit(self, *, stores: bool) -> None:
        """Lose the answer to the next action's commit, or unless it is stored the commit too.

        The connection stays open, and everything that follows on it is lost.
        """
        self.has_lost.clear()
        self._stores = stores

    async def serve(self, ready: Event, end: asyncio.Event) -> None:
        """Serve connections until the end."""
        async with await asyncio.start_unix_server(self._handle, self._socket):
            ready.set()
            await end.wait()

    async def _handle(self, client: StreamReader, to_client: StreamWriter) -> None:
        server, to_server = await asyncio.open_unix_connection(self._target)
        is_connected = asyncio.Event()
        is_connected.set()
        directions = (
            asyncio.create_task(self._forward_statements(client, to_server, is_connected)),
            asyncio.create_task(self._forward_answers(server, to_client, is_connected)),
        )
        await asyncio.wait(directions, return_when=asyncio.FIRST_COMPLETED)
        for direction in directions:
            direction.cancel()
        to_client.close()
        to_server.close()

    async def _forward_statements(
        self, client: StreamReader, to_server: StreamWriter, is_connected: asyncio.Event
    ) -> None:
        has_action = False
        while data := await client.read(65536):
            has_action |= STORES_ACTION in data
            if COMMIT in data and has_action and self._stores is not None:
                is_connected.clear()
                if self._stores:
                    to_server.write(data)
                self._stores = None
                self.has_lost.set()
            elif is_connected.is_set():
                to_server.write(data)

    async def _forward_answers(
        self, server: StreamReader, to_client: StreamWriter, is_connected: asyncio.Event
    ) -> None:
        while data := await server.read(65536):
            if is_connected.is_set():
                to_client.write(data)


@contextmanager
def lossy_proxy(url: str) -> Iterator[LossyProxy]:
    """Run a proxy in front of the database at a URL."""
    with TemporaryDirectory(prefix="proxy-") as name, asyncio.Runner() as runner:
        proxy, ready, end = LossyProxy(url, Path(name)), Event(), asyncio.Event()
        loop = runner.get_loop()
        thread = Thread(target=runner.run, args=(proxy.serve(ready, end),))
        thread.start()
        ready.wait()
        try:
            yield proxy
        finally:
            loop.call_soon_threadsafe(end.set)
            thread.join()
