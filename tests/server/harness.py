"""A real server for tests, in a thread or a separate process, and a client with pages."""

from __future__ import annotations

import asyncio
import json
import math
import os
import random
import re
import select
import signal
import ssl
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Protocol, TypeVar
from unittest.mock import patch

import httpx
from uvicorn.config import LoopFactoryType
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from redcathedral.play.game import Game
from redcathedral.server.app import create_app
from redcathedral.server.core import overrides
from redcathedral.server.core.editions import Editions
from redcathedral.server.core.game_repository import GameRepository
from redcathedral.server.core.new_game import new_row
from redcathedral.server.core.opponents import Opponents
from redcathedral.server.core.overrides import BotLimits, Overrides
from redcathedral.server.core.server_feature import ServerContext
from redcathedral.server.core.store_thread import StoreThread
from redcathedral.server.core.system_clock import SleepDetector, SystemClock
from redcathedral.server.core.table.seated_game import LegalFilter
from redcathedral.server.core.table_socket import HEARTBEAT_SECONDS
from redcathedral.server.core.visitor import Visitor
from redcathedral.server.features.notifications.settings import MessageSettings
from redcathedral.server.run.connection import Config, Limits
from redcathedral.server.run.process import Server, listen
from redcathedral.server.run.static import PAGE_FOLDER
from redcathedral.server.run.worker_processes import WorkerProcesses
from redcathedral.server.sql.store import DATABASE_FILE, SqlStore
from tests.server.reused_processes import ReusedProcesses

WITHOUT_UVLOOP = Path(__file__).parent / "without_uvloop"
FAST_BOTS = ("random", "greedy")  # bots that tests may seat in addition to the levels
LIMITS = Limits(commands_per_second=1e6, bytes_per_second=1e9)  # tests play faster than people
BOT_LIMITS = BotLimits(bot_games_per_second=1e6)
TIMEOUT_SECONDS = 60.0  # a missing answer fails the test after this time
Json = dict[str, Any]
Result = TypeVar("Result")

RED_AND_BLUE: Json = {"seats": [{"colour": "red", "name": "Ana"}, {"colour": "blue"}]}
AGAINST_A_BOT: Json = {
    "seats": [{"colour": "red", "name": "Ana"}, {"colour": "blue", "kind": "bot", "bot": "random"}]
}


# The stored position of a new game for two players.
START_POSITION = new_row(Game(players=2, seed=1), ()).standing
ANY_VISITOR = Visitor("0" * 64)  # a local device


def repository(store: SqlStore) -> GameRepository:
    """The games of a store, with the usual editions and opponents."""
    return GameRepository(StoreThread(store), Editions(store), Opponents())


def server_context(store: SqlStore) -> ServerContext:
    """What the features of a server share; it has no features."""
    return ServerContext(repository(store), WorkerProcesses, is_club=False, heartbeat=math.inf)


class Connection(Protocol):
    """The part of a websocket connection that a page needs."""

    def recv(self, timeout: float) -> str | bytes: ...
    def send(self, message: str) -> None: ...
    def close(self) -> None: ...


class Page:
    """A page connected to a table: the newest messages from the server, and commands to send."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.now: Json = {}
        self.presence: Json = {}

    def receive(self) -> Json:
        """The next message except presence and heartbeats; a table is also stored in ``now``."""
        deadline = time.monotonic() + TIMEOUT_SECONDS
        message = self._next_message()
        while message["type"] in ("presence", "heartbeat"):
            message = self._next_message(deadline - time.monotonic())
        if message["type"] == "table":
            self.now = message
        return message

    def next_presence(self, timeout: float = TIMEOUT_SECONDS) -> Json:
        """The next presence message; a table before it is stored in ``now``."""
        while (message := self._next_message(timeout))["type"] != "presence":
            if message["type"] == "table":
                self.now = message
        return self.presence

    def _next_message(self, timeout: float = TIMEOUT_SECONDS) -> Json:
        message: Json = json.loads(self.connection.recv(timeout=timeout))
        if message["type"] == "presence":
            self.presence = message
        return message

    def next_table(self) -> Json:
        """Return the next message, which must be a table."""
        message = self.receive()
        assert message["type"] == "table", message
        return message

    def next_refusal(self) -> Json:
        """The next message, which must be a refusal."""
        message = self.receive()
        assert message["type"] == "refused", message
        return message

    def until(self, wanted: Callable[[Json], object]) -> Json:
        """The next table for which ``wanted`` is true."""
        while not wanted(table := self.next_table()):
            pass
        return table

    def send_command(self, type: str, **fields: object) -> None:
        """Send a command with the version of the newest table that the page has received."""
        number = {} if type in ("settings", "hints", "plan") else {"number": self.now["number"]}
        self.connection.send(json.dumps({"type": type, **number, **fields}))

    def send_chat_line(self, seat: str, text: str) -> None:
        """Send a chat line of a seat to everyone at the table."""
        self.connection.send(json.dumps({"type": "say", "seat": seat, "text": text}))

    def play(self, text: str) -> Json:
        """Play the decision with this notation; return the table after it."""
        self.send_command("play", decision=self.decision_id(text))
        return self.next_table()

    def decision_id(self, text: str) -> int:
        """The id of a legal decision."""
        return next(int(legal["id"]) for legal in self.now["legal"] if legal["text"] == text)

    def first_legal(self, start: str) -> str:
        """The notation of the first legal decision that starts with ``start``."""
        return next(
            str(legal["text"]) for legal in self.now["legal"] if legal["text"].startswith(start)
        )

    def close(self) -> None:
        """Close the connection."""
        self.connection.close()


def run_alone(work: Coroutine[Any, Any, Result]) -> Result:
    """Run a coroutine in another thread: the loop of a browser may run in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result()


class Client:
    """A client of the server at a URL: one device, with HTTP requests and pages."""

    def __init__(
        self,
        url: str,
        token: str | None = None,
        transport: httpx.BaseTransport | None = None,
        ssl_context: ssl.SSLContext | None = None,
    ) -> None:
        self.url = url
        self._ssl_context = ssl_context
        self._token = {} if token is None else {"token": token}
        self.http = httpx.Client(  # certificates would take long to load
            base_url=url,
            timeout=TIMEOUT_SECONDS,
            params=self._token,
            verify=ssl_context or False,
            transport=transport,
        )
        self._open = ExitStack()
        self._open.enter_context(self.http)

    def create_table(self, wish: Json) -> str:
        """Create a table; return its id."""
        answer = self.http.post("/api/tables", json=wish)
        assert answer.status_code == 201, answer.text
        return str(answer.json()["id"])

    def games(self, which: str = "all") -> list[Json]:
        """The first page of a list of games."""
        answer = self.http.get("/api/tables", params={"which": which})
        assert answer.status_code == 200, answer.text
        games: list[Json] = answer.json()["games"]
        return games

    def connect(self, table: str, **query: object) -> Page:
        """A page at a table, before its first message."""
        return self.listen(f"tables/{table}", **query)

    def listen(self, name: str, **query: object) -> Page:
        """A page at the socket of a table or of a lesson step, before its first message."""
        parameters = httpx.QueryParams({**self._token, **{k: str(v) for k, v in query.items()}})
        address = self.url.replace("http", "ws", 1) + f"/api/{name}/live?{parameters}"
        cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.http.cookies.jar)
        headers = {"cookie": cookies} if cookies else {}
        connection = connect(
            address,
            max_size=None,
            max_queue=None,  # a page that reads nothing must not delay the end
            open_timeout=TIMEOUT_SECONDS,
            additional_headers=headers,
            ssl=self._ssl_context,
        )
        return Page(self._open.enter_context(connection))

    def open_page(self, table: str, **query: object) -> Page:
        """Return a page at a table, after its first table message."""
        page = self.connect(table, **query)
        page.next_table()
        return page

    def close(self) -> None:
        """Close all connections."""
        self._open.close()


@cache
def empty_database() -> bytes:
    """The file of an empty store. Tests copy it, because creating a store is slow."""
    with TemporaryDirectory() as folder:
        SqlStore.in_folder(Path(folder)).close()
        return (Path(folder) / DATABASE_FILE).read_bytes()


@contextmanager
def serving(
    folder: Path,
    *,
    editions: Sequence[str] = (),
    legal_filter: LegalFilter | None = None,
    seed: int | None = 1,
    token: str | Callable[[], str | None] | None = None,
    is_club: bool = False,
    page: Path | None = None,
    bots: Sequence[str] = FAST_BOTS,
    idle_seconds: float = overrides.IDLE_SECONDS,
    heartbeat: float = HEARTBEAT_SECONDS,
    loop: LoopFactoryType = "asyncio",
    bot_limits: BotLimits = BOT_LIMITS,
    url: str | None = None,
    names: Sequence[str] = (),
    limits: Limits = LIMITS,
    messages: MessageSettings | None = None,
    clock: SystemClock | None = None,
) -> Iterator[Client]:
    """Run a server on 127.0.0.1 that stores its games in a folder."""
    if url is None and not (folder / DATABASE_FILE).exists():
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        (folder / DATABASE_FILE).write_bytes(empty_database())
    with patch("redcathedral.server.app.WorkerProcesses", ReusedProcesses):
        app = create_app(
            SqlStore.in_folder(folder) if url is None else SqlStore(url),
            editions=editions,
            token=(lambda: token) if isinstance(token, str) else token,
            is_club=is_club,
            names=names,
            bots=bots,
            heartbeat=heartbeat,
            page=page or PAGE_FOLDER,
            settings=[] if messages is None else [messages],
            overrides=Overrides(
                legal_filter=legal_filter,
                seed=seed,
                idle_seconds=idle_seconds,
                bot_limits=bot_limits,
                # A busy machine is not asleep.
                system_clock=clock or SystemClock(SleepDetector(max_interval=math.inf)),
            ),
        )
    config = Config(app, limits, loop)
    ready = threading.Event()
    ended = asyncio.Event()

    class ServerOfTest(Server):
        loop: asyncio.AbstractEventLoop

        async def main_loop(self) -> None:
            """Wait for the end of the test, without a check every tenth of a second."""
            self.loop = asyncio.get_running_loop()
            ready.set()
            await ended.wait()

    server = ServerOfTest(config, lambda: None)
    with listen("127.0.0.1", 0) as listening:
        port = listening.getsockname()[1]
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
        thread.start()
        assert ready.wait(TIMEOUT_SECONDS)
        client = Client(f"http://127.0.0.1:{port}", token if isinstance(token, str) else None)
        try:
            yield client
        finally:
            client.close()
            server.should_exit = True
            server.loop.call_soon_threadsafe(ended.set)
            thread.join(TIMEOUT_SECONDS)
            assert not thread.is_alive()


class ServerProcess:
    """The command `redcathedral serve` in a process that a test can kill."""

    def __init__(
        self,
        folder: Path,
        *arguments: str,
        python: str | Path = sys.executable,
        command: Sequence[str] = ("serve", "--port", "0", "--bot", "random"),
        variables: Mapping[str, str] | None = None,
        before: Sequence[str] = (),
        has_uvloop: bool = False,
    ) -> None:
        paths = filter(None, ("" if has_uvloop else str(WITHOUT_UVLOOP), os.getenv("PYTHONPATH")))
        self.process = subprocess.Popen(
            [*before, python, "-m", "redcathedral", *command, *arguments],
            env={
                **os.environ,
                "PYTHONPATH": os.pathsep.join(paths),
                "REDCATHEDRAL_HOME": str(folder),
                **(variables or {}),
            },
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        self.output = ""
        self.address = self._address()

    def _address(self) -> str:
        """Wait until the server prints its address; return it."""
        assert self.process.stdout is not None
        out = self.process.stdout.fileno()
        while not (match := re.search(r"http://\S+\n", self.output)):
            assert select.select([out], [], [], TIMEOUT_SECONDS)[0], self.output
            chunk = os.read(out, 4096)
            assert chunk, self.output
            self.output += chunk.decode()
        return match.group().strip()

    def client(self) -> Client:
        """A client of this server."""
        return Client(self.address.partition("?")[0].rstrip("/"))

    def kill(self) -> None:
        """Kill the process, as a power failure does."""
        self.end(signal.SIGKILL)

    def end(self, number: signal.Signals = signal.SIGINT, *, to_group: bool = False) -> int:
        """Send a signal, to its process group if wanted, and wait; return the exit status."""
        if to_group:
            os.killpg(self.process.pid, number)
        else:
            self.process.send_signal(number)
        status = self.process.wait(TIMEOUT_SECONDS)
        assert self.process.stdout is not None
        self.output += self.process.stdout.read().decode()
        self.process.stdout.close()
        return status


def decide(legal: Sequence[Json], chance: random.Random) -> int:
    """A random decision. Decisions that shorten the game are preferred, to save time."""
    useful = [entry for entry in legal if not entry["text"].startswith("prestige")]
    shortening = [
        entry for entry in useful if re.match("deliver|claim|ornament|ivan", entry["text"])
    ]
    choices = shortening if shortening and chance.random() < 0.6 else useful or legal
    return int(chance.choice(choices)["id"])


def play_out(page: Page, chance: random.Random, on_table: Callable[[Json], object] = len) -> Json:
    """Play all seats of a page to the end of the game; return the last table."""
    table = page.now
    while not table["over"]:
        on_table(table)
        if table["legal"]:
            page.send_command("play", decision=decide(table["legal"], chance))
        table = page.next_table()
    return table


def is_closed(page: Page) -> bool:
    """Whether the server closes the connection without another message."""
    try:
        page.connection.recv(timeout=TIMEOUT_SECONDS)
    except ConnectionClosed:
        return True
    return False
