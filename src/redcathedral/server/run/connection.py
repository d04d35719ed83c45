"""Limit the connections to the server: their number, their slowness and their data rate."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import h11
import uvicorn
from uvicorn.config import LoopFactoryType
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.protocol import State

from redcathedral.server.core.token_bucket import TokenBucket
from redcathedral.server.middleware.client_network import client_network

if TYPE_CHECKING:
    from litestar.types import ASGIApp
    from uvicorn._types import ASGIReceiveEvent

LOG: Final = logging.getLogger(__name__)
MESSAGE: Final = 64 * 1024  # bytes of a message on a socket; longer ones close the connection
BACKLOG: Final = 64  # connections that wait to be accepted
GRACE: Final = 3  # seconds for unfinished requests when the server stops
SLOWEST: Final = 32 * 1024  # bytes of a body a second, for clients that take longer than the limit
UNREAD: Final = 60.0  # seconds until a connection with an unread response is closed
READ: Final = 8 * 1024  # bytes from a socket that are processed together
PING: Final = 256  # bytes that a ping counts as in the data rate
TOO_MANY: Final = b"HTTP/1.1 503 Service Unavailable\r\nretry-after: 60\r\n"
TOO_SLOW: Final = b"HTTP/1.1 408 Request Timeout\r\n"
END: Final = b"connection: close\r\ncontent-length: 0\r\n\r\n"


@dataclass(frozen=True)
class Limits:
    """The maximum number of connections in total and per client network, and their rates.

    A request must arrive within ``seconds``.  A socket may send ``commands`` and ``bytes`` per
    second, with bursts of twice as many commands and four times as many bytes.
    """

    connections: int = 896
    connections_per_client: int = 200
    sockets_per_client: int = 100
    seconds: float = 15.0
    commands: float = 50.0
    bytes: float = 16 * 1024.0
    limits_this_machine: bool = False  # for tests


class Config(uvicorn.Config):
    """The configuration of uvicorn; ``auto`` means uvloop if it is installed, else asyncio."""

    def __init__(self, app: ASGIApp, limits: Limits, loop: LoopFactoryType = "auto") -> None:
        super().__init__(
            app,
            loop=loop,
            http=HttpConnection,
            ws=SocketConnection,
            ws_max_size=MESSAGE,
            lifespan="on",
            backlog=BACKLOG,
            log_config=None,
            log_level="warning",
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=GRACE,
        )
        self.limits = limits
        self.is_ending = False  # no more connections are accepted


def _own(config: uvicorn.Config) -> Config:
    assert isinstance(config, Config)
    return config


class ClosesUnread(asyncio.Protocol):
    """A connection that is closed if the client does not read its response for some time."""

    loop: asyncio.AbstractEventLoop
    transport: asyncio.Transport
    _unread: asyncio.TimerHandle | None = None

    def pause_writing(self) -> None:
        super().pause_writing()
        if self._unread is None:
            self._unread = self.loop.call_later(UNREAD, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._cancel_unread()

    def connection_lost(self, exc: Exception | None) -> None:
        self._cancel_unread()
        super().connection_lost(exc)

    def _cancel_unread(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None


class HttpConnection(ClosesUnread, H11Protocol):
    """An HTTP connection, closed if a request does not arrive within some seconds."""

    def __init__(
        self,
        config: uvicorn.Config,
        server_state: ServerState,
        app_state: dict[str, object],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._config = _own(config)
        self._limits = self._config.limits
        self._deadline: asyncio.TimerHandle | None = None
        self._since = 0.0  # the start of the request
        self._received = 0  # bytes of the request

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as uvicorn's
        super().connection_made(transport)
        if self._config.is_ending:  # accepted just before the shutdown
            self.transport.close()
        elif len(self.connections) > self._limits.connections:
            most = self._limits.connections
            LOG.warning("%d connections are open, the maximum; more are refused", most)
            self._end(TOO_MANY)
        elif self._count(HttpConnection, SocketConnection) > self._limits.connections_per_client:
            LOG.warning("%s has too many connections; more are refused", self._client_network)
            self._end(TOO_MANY)
        else:
            self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_watching()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        self._received += len(data)
        super().data_received(data)
        if self.transport.get_protocol() is self:
            self._watch()

    def on_response_complete(self) -> None:
        """Process the next request if it arrived before this response was sent."""
        super().on_response_complete()
        if not self.transport.is_closing() and self.conn.trailing_data[0]:
            self._watch()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._stop_watching()
        if self._count(SocketConnection) >= self._limits.sockets_per_client:
            LOG.warning("%s has too many sockets; more are refused", self._client_network)
            self._end(TOO_MANY)
        else:
            super().handle_websocket_upgrade(event)

    # --- the number of connections

    @property
    def _client_network(self) -> str | None:
        return self._client_network_of(self.client)

    def _client_network_of(self, client: tuple[str, int] | None) -> str | None:
        if client is None:
            return None
        return client[0] if self._limits.limits_this_machine else client_network(client[0])

    def _count(self, *kinds: type[asyncio.Protocol]) -> int:
        own = self._client_network
        if own is None:
            return 0
        clients = [
            getattr(connection, "client", None)
            for connection in self.connections
            if type(connection) in kinds
        ]
        return sum(self._client_network_of(client) == own for client in clients)

    # --- slow requests

    def _watch(self) -> None:
        is_whole = self.conn.their_state not in (h11.IDLE, h11.SEND_BODY)
        if is_whole or self.transport.is_closing():
            self._stop_watching()
        elif self._deadline is None:
            self._since = self.loop.time()
            self._received = 0
            self._deadline = self.loop.call_later(self._limits.seconds, self._close_if_late)

    def _stop_watching(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _close_if_late(self) -> None:
        """Close a connection that is too slow; a long body may take proportionally longer."""
        remaining = self._since + self._limits.seconds + self._received / SLOWEST - self.loop.time()
        if remaining > 0:
            self._deadline = self.loop.call_later(remaining, self._close_if_late)
            return
        self._deadline = None
        cycle: RequestResponseCycle | None = self.cycle
        is_answered = cycle and cycle.response_started and not cycle.response_complete
        self._end(b"" if is_answered else TOO_SLOW)

    def _end(self, response: bytes) -> None:
        if response:
            self.transport.write(response + END)
        self.transport.close()


class SocketConnection(ClosesUnread, WebSocketsSansIOProtocol):
    """A WebSocket that is read at a limited rate; unread data stays with the client."""

    def __init__(
        self,
        config: uvicorn.Config,
        server_state: ServerState,
        app_state: dict[str, object],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        limits = _own(config).limits
        self._commands = TokenBucket(2 * limits.commands, limits.commands)
        self._bytes = TokenBucket(4 * limits.bytes, limits.bytes)
        self._pause: asyncio.TimerHandle | None = None
        self._unprocessed = b""

    def connection_lost(self, exc: Exception | None) -> None:
        self._unprocessed = b""
        if self._pause is not None:
            self._pause.cancel()
            self._pause = None
        super().connection_lost(exc)

    def shutdown(self) -> None:
        """Shut down; uvicorn would raise an error for a socket that is already closing."""
        is_closing = self.handshake_complete and self.conn.state is not State.OPEN
        if is_closing and not self.close_sent:
            self.stop_keepalive()
            self.transport.close()
        else:
            super().shutdown()

    def data_received(self, data: bytes) -> None:
        """Process data in small parts, and pause reading when the client exceeds its rate."""
        self._unprocessed += data
        if self._pause is None:
            self._process()

    def _process(self) -> None:
        part, self._unprocessed = self._unprocessed[:READ], self._unprocessed[READ:]
        super().data_received(part)
        pause = self._bytes.charge(len(part))
        if self.transport.is_closing():
            self._unprocessed = b""
        elif pause or self._unprocessed:
            self._pause = self.loop.call_later(pause, self._resume)
            self.transport.pause_reading()
        elif not self.read_paused:
            self.transport.resume_reading()

    def _resume(self) -> None:
        self._pause = None
        if self.read_paused:
            return  # uvicorn resumes after the waiting messages have been read
        if self._unprocessed:
            self._process()
        elif not self.transport.is_closing():
            self.transport.resume_reading()

    def handle_ping(self) -> None:
        super().handle_ping()
        self._bytes.charge(PING)

    async def receive(self) -> ASGIReceiveEvent:
        message = await super().receive()
        if self._pause is not None:
            self.transport.pause_reading()
        elif self._unprocessed and not self.read_paused:
            self._process()
        if message["type"] == "websocket.receive" and (pause := self._commands.charge()):
            await asyncio.sleep(pause)
        return message
