"""A flood is not felt elsewhere: limits on connections, on slowness, and on what one may ask."""

from __future__ import annotations

import asyncio
import logging
import os
import select
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path

import pytest
from litestar import Litestar, get
from uvicorn.config import LoopFactoryType
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection

from redcathedral.server.core import actor
from redcathedral.server.core.token_bucket import TokenBucket
from redcathedral.server.middleware.client_network import client_network
from redcathedral.server.run import connection, log_filter
from redcathedral.server.run.connection import Config, Limits
from redcathedral.server.run.log_filter import RepeatFilter
from redcathedral.server.run.process import Server
from tests.server.harness import (
    LIMITS,
    RED_AND_BLUE,
    TIMEOUT_SECONDS,
    Client,
    ServerProcess,
    serving,
)

LOOPS = ("asyncio", "uvloop") if find_spec("uvloop") else ("asyncio",)
HALF = (
    b"",
    b"GET / HTT",
    b"GET /api/server HTTP/1.1\r\nhost: localhost\r\n",
    b"POST /api/tables HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9\r\n\r\n{",
    b"GET /api/server HTTP/1.1\r\nhost: localhost\r\n\r\nGET / HTT",
)


@contextmanager
def connected(server: Client) -> Iterator[socket.socket]:
    """Open a connection without sending anything."""
    host, port = server.url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=TIMEOUT_SECONDS) as made:
        yield made


def heard(made: socket.socket) -> bytes:
    """Receive until the server closes the connection."""
    received = b""
    while more := made.recv(65536):
        received += more
    return received


@pytest.mark.parametrize("half", HALF)
def test_an_incomplete_request_times_out(
    half: bytes, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with serving(tmp_path, limits=Limits(request_seconds=0.3)) as server, connected(server) as slow:
        slow.sendall(half)
        response = heard(slow)
        assert response.rpartition(b"HTTP/1.1 ")[2].startswith(b"408 Request Timeout")
        assert response.startswith(b"HTTP/1.1 200") == (half == HALF[-1])
        assert server.http.get("/api/server").status_code == 200
    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []


def test_a_slow_request_times_out(tmp_path: Path) -> None:
    with serving(tmp_path, limits=Limits(request_seconds=0.5)) as server, connected(server) as slow:
        slow.sendall(b"GET / HTTP/1.1\r\n")
        while not select.select([slow], [], [], 0.05)[0]:
            slow.sendall(b"x: y\r\n")
        assert slow.recv(65536).startswith(b"HTTP/1.1 408 ")


def test_a_long_body_gets_more_time(tmp_path: Path) -> None:
    head = b"POST /api/tables/load HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n"
    with serving(tmp_path, limits=Limits(request_seconds=0.2)) as server, connected(server) as slow:
        slow.sendall(head + b"content-length: 800001\r\n\r\n" + bytes(800_000))
        assert not select.select([slow], [], [], 1)[0]  # five times as long
        slow.sendall(b"#")
        assert heard(slow).startswith(b"HTTP/1.1 400 ")


def test_the_number_of_connections_is_limited(tmp_path: Path) -> None:
    with serving(tmp_path, limits=Limits(connections=5)) as server, ExitStack() as stack:
        server.http.close()
        for _ in range(5):
            stack.enter_context(connected(server))
        with connected(server) as one_more:
            assert heard(one_more).startswith(b"HTTP/1.1 503 ")


def test_the_connections_of_an_address_are_limited(tmp_path: Path) -> None:
    limits = Limits(connections_per_client=4, sockets_per_client=2, limits_this_machine=True)
    with serving(tmp_path, limits=limits) as server, ExitStack() as stack:
        table = server.create_table(RED_AND_BLUE)
        server.open_page(table)
        page = server.open_page(table)
        with pytest.raises(InvalidStatus) as refused:
            server.connect(table)
        assert refused.value.response.status_code == 503
        page.close()
        server.open_page(table).play("die white +0")
        last = stack.enter_context(connected(server))
        with connected(server) as one_more:
            assert heard(one_more).startswith(b"HTTP/1.1 503 ")
        assert not select.select([last], [], [], 0)[0]


@get("/", media_type="text/plain", sync_to_thread=False)
def endless() -> bytes:
    """A response that is too long for the buffers."""
    return bytes(2**24)


class EndsAtOnce(Server):
    """A server that stops some iterations of its loop after a connection, or with its response."""

    def __init__(self, config: Config, at: socket.socket, turns: int | None) -> None:
        super().__init__(config, lambda: None)
        self.at = at
        self.turns = turns

    async def main_loop(self) -> None:
        self.guest = socket.create_connection(self.at.getsockname(), timeout=TIMEOUT_SECONDS)
        if self.turns is None:
            self.guest.sendall(b"GET / HTTP/1.1\r\nhost: localhost\r\n\r\n")
            await asyncio.to_thread(self.guest.recv, 1)
        for _ in range(self.turns or 0):
            await asyncio.sleep(0)


@pytest.mark.parametrize("loop", LOOPS)
@pytest.mark.parametrize("turns", [None, *range(6)])
def test_all_connections_are_closed_at_the_end(
    turns: int | None, loop: LoopFactoryType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "SHUTDOWN_SECONDS", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as at:
        server = EndsAtOnce(Config(Litestar([endless]), LIMITS, loop), at, turns)
        thread = threading.Thread(target=server.run, args=([at],))
        thread.start()
        thread.join()
    with server.guest:
        assert not server.server_state.connections
        with suppress(ConnectionResetError):  # where it came too late to be accepted
            heard(server.guest)


def test_the_network_of_an_address() -> None:
    for own in (None, "127.0.0.1", "127.8.9.1", "::1", "::ffff:127.0.0.1"):
        assert client_network(own) is None
    assert client_network("192.0.2.7") == client_network("::ffff:192.0.2.7") == "192.0.2.7"
    assert client_network("2001:db8::1") == client_network("2001:db8::ffff:2") == "2001:db8::/64"
    assert client_network("2001:db8:0:1::1") != client_network("2001:db8::1")
    assert client_network("fe80::1%eth0") == "fe80::/64"
    assert client_network("unknown") == "unknown"


@pytest.mark.slow
def test_descriptors_do_not_run_out(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path, before=("sh", "-c", 'ulimit -n 320; exec "$0" "$@"'))
    client = server.client()
    table = client.create_table(RED_AND_BLUE)
    page = client.open_page(table)
    with ExitStack() as stack:
        idle = [stack.enter_context(connected(client)) for _ in range(300)]
        refused = [each for each in idle if select.select([each], [], [], 0)[0]]
        assert page.play("die white +0")["number"] == 1
        assert heard(idle[-1]).startswith(b"HTTP/1.1 503 ")
        assert len(refused) < 300 - 100
    page.play("end")
    client.close()
    assert server.end() == 0
    assert server.output.count("are open, the maximum") == 1
    assert "Too many open files" not in server.output


@pytest.mark.slow
@pytest.mark.parametrize("loop", LOOPS)
def test_commands_are_read_at_a_limited_rate(tmp_path: Path, loop: LoopFactoryType) -> None:
    with serving(tmp_path, limits=Limits(commands_per_second=10), loop=loop) as server:
        table = server.create_table(RED_AND_BLUE)
        page, other = server.open_page(table), server.open_page(server.create_table(RED_AND_BLUE))
        start = time.monotonic()
        for _ in range(35):
            page.connection.send("no command")
        assert other.play("die white +0")["number"] == 1
        for _ in range(35):
            assert page.next_refusal()["code"] == "unreadable"
        assert time.monotonic() - start >= 1.4
        assert page.play("die white +0")["number"] == 1


@pytest.mark.slow
@pytest.mark.parametrize("loop", LOOPS)
def test_pings_are_read_at_a_limited_rate(tmp_path: Path, loop: LoopFactoryType) -> None:
    with serving(tmp_path, limits=Limits(bytes_per_second=5000), loop=loop) as server:
        page = server.open_page(server.create_table(RED_AND_BLUE))
        assert isinstance(page.connection, ClientConnection)
        start = time.monotonic()
        for number in range(100):
            page.connection.ping(str(number))
        page.play("die white +0")
        page.play("end")
        assert time.monotonic() - start >= 0.9


@pytest.mark.parametrize("loop", LOOPS)
def test_large_data_is_processed_in_small_parts(
    tmp_path: Path, loop: LoopFactoryType, monkeypatch: pytest.MonkeyPatch
) -> None:
    process = WebSocketsSansIOProtocol.data_received
    parts: list[int] = []

    def noted(self: WebSocketsSansIOProtocol, data: bytes) -> None:
        parts.append(len(data))
        process(self, data)

    monkeypatch.setattr(WebSocketsSansIOProtocol, "data_received", noted)
    with serving(tmp_path, loop=loop) as server:
        page = server.open_page(server.create_table(RED_AND_BLUE))
        for _ in range(20):
            page.connection.send(os.urandom(60_000).hex()[:60_000])
        for _ in range(20):
            assert page.next_refusal()["code"] == "too-large"
        assert page.play("die white +0")["number"] == 1
    assert sum(parts) > 20 * 30_000
    assert max(parts) <= connection.READ_BYTES


def test_changes_without_a_decision_are_limited(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(actor, "SIDE_CHANGE_BURST_AND_RATE", (4, 1e-6))
    with serving(tmp_path) as server:
        table = server.create_table(RED_AND_BLUE)
        page, other = server.open_page(table), server.open_page(table)
        for auto_end in (True, False, True):
            page.send_command("settings", auto_end=auto_end, own_dice=False)
            other.next_table()
            page.next_table()
        page.play("die white +0")
        page.send_command("undo")
        page.next_table()
        page.send_command("settings", auto_end=False, own_dice=False)
        assert page.next_refusal()["code"] == "too-fast"
        other.until(lambda table: table["number"] == page.now["number"])
        other.send_command("undo")
        assert other.next_refusal()["code"] in ("too-fast", "undo")
        assert page.play("die white +0")["number"] == page.now["number"] == 6


def test_a_token_bucket_refills() -> None:
    some = TokenBucket(2, 1000)
    assert some.try_take(2)
    assert not some.is_full
    assert some.charge(1000) > 0.5
    while not some.try_take(1.5):
        select.select([], [], [], 0.01)
    assert TokenBucket(2, 1e-9).charge(2) == 0


def lines(many: RepeatFilter, *records: tuple[str, *tuple[object, ...]]) -> list[str]:
    """Return the written lines of the log."""
    made = [
        logging.LogRecord("x", logging.ERROR, "x.py", 1, text, args, None)
        for text, *rest in records
        for args in [tuple(rest)]
    ]
    return [record.getMessage() for record in made if many.filter(record)]


def test_a_line_is_written_once_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    many = RepeatFilter()
    assert lines(many, *[("the disk is full",)] * 1000) == ["the disk is full"]
    forms = lines(many, *[("table %d", number) for number in range(1000)])
    assert forms[1:] == [f"table {number}" for number in range(1, log_filter.MAX_LINES_PER_MINUTE)]
    assert forms[0] == "table 0 (999 similar lines were omitted)"
    monkeypatch.setattr(log_filter, "MINUTE_SECONDS", 0.0)
    written = lines(many, ("the disk is full",))
    omitted = 1000 - log_filter.MAX_LINES_PER_MINUTE
    assert written == [f"the disk is full ({omitted} similar lines were omitted)"]
