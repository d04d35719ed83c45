"""The server sets TCP_NODELAY, so that the system sends every answer at once."""

from __future__ import annotations

import asyncio
import socket
import threading

import pytest
from litestar import Litestar

from redcathedral.server.run.connection import Config
from redcathedral.server.run.process import PortTaken, Server, listen
from tests.server.harness import LIMITS, TIMEOUT_SECONDS


class OneConnectionServer(Server):
    """A server that reads TCP_NODELAY of its first connection, then stops."""

    def __init__(self, listening: socket.socket) -> None:
        super().__init__(Config(Litestar(), LIMITS), lambda: None)
        self.listening = listening
        self.has_no_delay = False

    async def main_loop(self) -> None:
        reader, writer = await asyncio.open_connection(*self.listening.getsockname()[:2])
        writer.write(b"GET / HTTP/1.1\r\nhost: localhost\r\n\r\n")
        await reader.readline()
        (connection,) = self.server_state.connections
        accepted = connection.transport.get_extra_info("socket")
        option = accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
        self.has_no_delay = option != 0
        writer.close()


@pytest.mark.parametrize("host", ["127.0.0.1", "::1", "0.0.0.0", "::"])
def test_accepted_connections_set_tcp_nodelay(host: str) -> None:
    try:
        listening = listen(host, 0)
    except PortTaken as missing:
        if ":" not in host:
            raise
        pytest.skip(f"this machine has no IPv6: {missing.reason}")
    with listening:
        server = OneConnectionServer(listening)
        thread = threading.Thread(target=server.run, args=([listening],))
        thread.start()
        thread.join(TIMEOUT_SECONDS)
    assert server.has_no_delay
