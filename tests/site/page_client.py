"""A client of the server in a page: the requests and sockets of the tests go through the page."""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Callable
from typing import Final, TypeAlias

import httpx
from playwright.sync_api import JSHandle
from playwright.sync_api import Page as Tab

from tests.server.harness import TIMEOUT_SECONDS, Client, Json, Page
from tests.site.hosting import FOLDER, SITE

FindTab: TypeAlias = Callable[[], Tab]

FETCH: Final = """async ([method, path, body]) => {
  const bytes = Uint8Array.from(atob(body), (character) => character.charCodeAt(0));
  const response = await site.fetch(path, { method, body: bytes.length ? bytes : null });
  const content = new Uint8Array(await response.arrayBuffer());
  const text = Array.from(content, (byte) => String.fromCharCode(byte)).join('');
  return [response.status, [...response.headers], btoa(text)];
}"""
# `next` resolves with the next message, or with null at the end.
CONNECT: Final = """(path) => {
  const messages = [];
  let wake = () => null;
  const push = (message) => {
    messages.push(message);
    wake();
  };
  const socket = (site.openUnheard ?? site.openSocket)(path);
  socket.onmessage = ({ data }) => push(data);
  socket.onclose = () => push(null);
  const next = async (milliseconds) => {
    const late = setTimeout(wake, milliseconds);
    if (!messages.length) await new Promise((resolve) => (wake = resolve));
    clearTimeout(late);
    return messages.shift();
  };
  return { next, send: (text) => socket.send(text), close: () => socket.close() };
}"""


class PageTransport(httpx.BaseTransport):
    """Sends requests through a tab, except those for the texts that tests look for."""

    def __init__(self, find_tab: FindTab) -> None:
        self._find_tab = find_tab

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        path = request.url.raw_path.decode().removeprefix(f"{FOLDER}/")
        if path.startswith("api/words/"):
            file = SITE / f"site/answers/words-{path.rpartition('/')[2]}.json"
            return httpx.Response(200, content=file.read_bytes(), request=request)
        body = b64encode(request.read()).decode()
        answer = self._find_tab().evaluate(FETCH, [request.method, path, body])
        status, headers, content = answer
        return httpx.Response(status, headers=headers, content=b64decode(content), request=request)


class PageConnection:
    """A connection through a socket of the server in the page."""

    def __init__(self, socket: JSHandle) -> None:
        self._socket = socket

    def recv(self, timeout: float = TIMEOUT_SECONDS) -> str:
        text = self._socket.evaluate("(it, patience) => it.next(patience)", timeout * 1000)
        if text is None:
            raise TimeoutError
        return str(text)

    def send(self, text: str) -> None:
        self._socket.evaluate("(it, text) => it.send(text)", text)

    def close(self) -> None:
        self._socket.evaluate("(it) => it.close()")


class PageClient(Client):
    """A client of the server in a page."""

    def __init__(self, url: str, find_tab: FindTab) -> None:
        super().__init__(url, transport=PageTransport(find_tab))
        self._find_tab = find_tab

    def create_table(self, wish: Json) -> str:
        """Create a table; bots that only servers of tests have are replaced by the first level."""
        seats = [
            seat | {"bot": "novice"} if seat.get("kind") == "bot" else seat
            for seat in wish["seats"]
        ]
        return super().create_table({**wish, "seats": seats})

    def listen(self, name: str, **query: object) -> Page:
        parameters = httpx.QueryParams({k: str(v) for k, v in query.items()})
        path = f"api/{name}/live?{parameters}"
        return Page(PageConnection(self._find_tab().evaluate_handle(CONNECT, path)))
