"""Servers of each kind, and the devices that talk to them."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path

import httpx
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from redcathedral.server.core import visitor
from redcathedral.server.features.notifications.links import Purpose, secret_of
from redcathedral.server.features.notifications.settings import read_settings
from redcathedral.server.features.notifications.sql import NotificationStore
from redcathedral.server.middleware import token_guard
from redcathedral.server.sql.store import SqlStore
from tests.server.fake_clock import FakeClock
from tests.server.harness import TIMEOUT_SECONDS, Client, Json, Page, serving

TOKEN = "a-token-for-tests"


@dataclass
class Device:
    """A browser: the cookie that it was given, and whether it has the token of the server.

    One that is ``unknown`` keeps no cookie.
    """

    has_token: bool = False
    unknown: bool = False
    cookie: str | None = None

    @property
    def headers(self) -> dict[str, str]:
        """What it sends with every request."""
        named = {
            visitor.COOKIE: self.cookie,
            token_guard.TOKEN_COOKIE: TOKEN if self.has_token else None,
        }
        kept = [f"{name}={value}" for name, value in named.items() if value]
        return {"cookie": "; ".join(kept)} if kept else {}


class AccessServer:
    """A server under test: one process, or several at ``urls``, which are asked in turn.

    ``store`` is a second look into its database, and at ``deaf`` nobody answers messages.
    It ``is_settled`` while all processes know what was done at one of them.
    """

    def __init__(
        self,
        mode: str,
        urls: Sequence[str],
        store: SqlStore,
        clock: FakeClock,
        deaf: str,
        open_pages: ExitStack,
    ) -> None:
        self.mode = mode
        self.deaf = deaf
        self.clock = clock
        self.is_settled = True
        self._urls = cycle(urls)
        self._notices = store.part(NotificationStore)
        self._http = httpx.Client(timeout=TIMEOUT_SECONDS)
        self._pages = open_pages
        open_pages.callback(self._http.close)

    def settle(self) -> None:
        """Wait until all processes know what was done at one of them."""

    def ask(
        self,
        device: Device,
        method: str,
        path: str,
        body: Json | str | bytes | None = None,
        **query: str,
    ) -> httpx.Response:
        """Send a request of a device, which keeps the cookie of the answer."""
        content = body if body is None or isinstance(body, str | bytes) else json.dumps(body)
        self.settle()
        self.is_settled = self.is_settled and method == "GET"
        answer = self._http.request(
            method,
            next(self._urls) + path,
            content=content,
            params=query or None,
            headers=device.headers,
        )
        self._http.cookies.clear()
        given = answer.cookies.get(visitor.COOKIE)
        if given and not device.unknown:
            device.cookie = given
        return answer

    def get(self, device: Device, path: str, **query: str) -> Json:
        """The answer to a question that has to be allowed."""
        answer = self.ask(device, "GET", path, **query)
        assert answer.status_code == 200, answer.text
        found: Json = answer.json()
        return found

    def do(self, device: Device, method: str, path: str, body: Json | None = None) -> Json:
        """The answer to a request that has to be allowed."""
        answer = self.ask(device, method, path, body)
        assert answer.status_code < 300, (method, path, answer.text)
        found: Json = answer.json() if answer.content else {}
        return found

    def open(self, device: Device, path: str, query: str = "") -> Page:
        """Open a socket; raises InvalidStatus where it is refused."""
        self.settle()
        address = next(self._urls).replace("http", "ws", 1) + path + query
        connection = connect(
            address,
            max_size=None,
            max_queue=None,
            open_timeout=TIMEOUT_SECONDS,
            additional_headers=device.headers,
        )
        return Page(self._pages.enter_context(connection))

    def first_word(self, device: Device, path: str) -> str:
        """Open a socket; return `ok` if a table comes, or the code of the refusal."""
        try:
            page = self.open(device, path)
        except InvalidStatus:
            return "refused"
        message: Json = json.loads(page.connection.recv(timeout=TIMEOUT_SECONDS))
        page.close()
        return "ok" if message["type"] == "table" else str(message["code"])

    def secret_of(self, address: str, purpose: Purpose) -> str:
        """The secret of a link in the messages to an address."""
        row = self._notices.address(address)
        assert row is not None
        return secret_of(row, purpose)


@contextmanager
def serving_mode(
    folder: Path, mode: str, clock: FakeClock, url: str | None = None
) -> Iterator[Client]:
    """Run a local server, a server with a token, or a club server, by ``mode``."""
    page = folder / "page"
    page.mkdir(parents=True)
    for name in ("index.html", "icon.svg"):
        (page / name).write_text("<p>a file of the page</p>")
    with serving(
        folder,
        token=None if mode == "own" else TOKEN,
        is_club=mode == "club",
        clock=clock,
        page=page,
        messages=read_settings(None, None, None, ["127.0.0.0/8"]),
        url=url,
    ) as client:
        yield client


@contextmanager
def access_server(folder: Path, mode: str) -> Iterator[AccessServer]:
    """Run a server of one kind, with a client."""
    clock = FakeClock()
    with (
        serving_mode(folder, mode, clock) as client,
        closing(SqlStore.in_folder(folder)) as store,
        deaf_address() as deaf,
        ExitStack() as pages,
    ):
        yield AccessServer(mode, [client.url], store, clock, deaf, pages)


@contextmanager
def deaf_address() -> Iterator[str]:
    """An address where nobody answers."""
    with socket.create_server(("127.0.0.1", 0)) as deaf:
        host, port = deaf.getsockname()
        yield f"http://{host}:{port}/"


def is_ended(page: Page) -> bool:
    """Whether the server has closed the connection after all that it has sent."""
    try:
        while True:
            page.connection.recv(timeout=TIMEOUT_SECONDS)
    except ConnectionClosed:
        return True
