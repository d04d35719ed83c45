"""An answer is sent at once: the system does not hold back its last part."""

from __future__ import annotations

import asyncio
import socket
import threading

import pytest
from litestar import Litestar

from redcathedral.server.run.connection import Config
from redcathedral.server.run.process import PortTaken, Server, listen
from tests.server.harness import LIMITS, TIMEOUT_SECONDS


class AcceptsOne(Server):
    """A server that reads the option TCP_NODELAY of its first connection, then ends."""

    def __init__(self, at: socket.socket) -> None:
        super().__init__(Config(Litestar(), LIMITS), lambda: None)
        self.at = at
        self.has_no_delay = False

    async def main_loop(self) -> None:
        reader, writer = await asyncio.open_connection(*self.at.getsockname()[:2])
        writer.write(b"GET / HTTP/1.1\r\nhost: localhost\r\n\r\n")
        await reader.readline()
        (connection,) = self.server_state.connections
        accepted = connection.transport.get_extra_info("socket")
        option = accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
        self.has_no_delay = option != 0
        writer.close()


@pytest.mark.parametrize("host", ["127.0.0.1", "::1", "0.0.0.0", "::"])
def test_accepted_connections_have_no_delay(host: str) -> None:
    try:
        at = listen(host, 0)
    except PortTaken as missing:
        if ":" not in host:
            raise
        pytest.skip(f"this machine has no IPv6: {missing.reason}")
    with at:
        server = AcceptsOne(at)
        thread = threading.Thread(target=server.run, args=([at],))
        thread.start()
        thread.join(TIMEOUT_SECONDS)
    assert server.has_no_delay
