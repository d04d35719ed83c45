"""Connects the server in a page to the JavaScript of its worker (``web/src/site``)."""

import asyncio
from collections.abc import Callable, Mapping
from typing import Any, cast

import js
import page  # registered by the worker
from pyodide.ffi import create_proxy, to_js

from redcathedral.server.core.route import Disconnected
from redcathedral.server.local import app
from redcathedral.server.local.documents import DocumentKey
from redcathedral.server.local.page_loop import PageLoop


class PageSocket:
    """A socket of the page, with functions that send it a text and close it."""

    def __init__(
        self, send: Callable[[str], None], close: Callable[[], None], run: Callable[[], None]
    ) -> None:
        self._send = send
        self._close = close
        self._run = run
        self._received: asyncio.Queue[str | None] = asyncio.Queue()

    async def accept(self) -> None:
        """Do nothing: the page does not wait for it."""

    async def send(self, text: str) -> None:
        self._send(text)

    async def receive(self) -> str:
        text = await self._received.get()
        if text is None:
            raise Disconnected
        return text

    async def close(self, code: int) -> None:
        del code
        self._close()

    def push(self, text: str | None) -> None:
        """Receive a text from the page, or None at the end, and answer it at once."""
        self._received.put_nowait(text)
        self._run()


async def start() -> Any:
    """Start the server with the stored documents; return its functions for JavaScript."""
    routes = await app.start(_by_key(page.stored), _save, _run, page.cancel)
    tasks = set[asyncio.Task[None]]()
    loop = cast(PageLoop, asyncio.get_running_loop())

    async def request(method: str, path: str, body: Any) -> Any:
        answer = await routes.answer(method, path, body.to_py().tobytes())
        headers = [("content-type", answer.media_type), *answer.headers.items()]
        return to_js((answer.status, headers, answer.content))

    def connect(path: str, send: Callable[[str], None], close: Callable[[], None]) -> Any:
        socket = PageSocket(send, close, loop.run)
        task = asyncio.ensure_future(routes.connect(path, socket))
        tasks.add(task)
        task.add_done_callback(tasks.discard)
        return create_proxy(socket.push)

    functions = {"request": request, "connect": connect, "problem": _problem}
    return to_js(functions, dict_converter=js.Object.fromEntries)


def _by_key(documents: Any) -> dict[DocumentKey, str]:
    return {(kind, name): text for kind, name, text in documents.to_py()}


def _problem(documents: Any) -> str:
    return app.problem(_by_key(documents))


async def _save(documents: Mapping[DocumentKey, str | None]) -> None:
    page.save(to_js([[*key, text or ""] for key, text in documents.items()]))  # the worker waits


async def _run(name: str, subject: str, job: bytes, seconds: float) -> bytes | None:
    answer = await page.run(name, subject, to_js(job), seconds)
    return None if answer is None else answer.to_bytes()
