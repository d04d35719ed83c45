"""Connections of uvicorn with limits: their number, the time of a request, and the data rate."""

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import h11
import uvicorn
from uvicorn.config import LoopFactoryType
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory
from websockets.protocol import State

from redcathedral.server.core.token_bucket import TokenBucket
from redcathedral.server.middleware.client_network import client_network

if TYPE_CHECKING:
    from litestar.types import ASGIApp
    from uvicorn._types import ASGIReceiveEvent

LOG: Final = logging.getLogger(__name__)
MAX_MESSAGE_BYTES: Final = 64 * 1024  # a longer message closes its WebSocket
MAX_PENDING_CONNECTIONS: Final = 64  # that the system has not handed to the server yet
SHUTDOWN_SECONDS: Final = 3  # for unfinished requests when the server stops
MIN_BODY_RATE: Final = 32 * 1024  # bytes per second; a request at this rate may exceed its time
UNREAD_RESPONSE_SECONDS: Final = 60.0  # until a connection with an unread response is closed
READ_BYTES: Final = 8 * 1024  # of a WebSocket, processed together
BYTES_PER_PING: Final = 256  # what a ping counts for in the data rate
TOO_MANY_RESPONSE: Final = b"HTTP/1.1 503 Service Unavailable\r\nretry-after: 60\r\n"
TOO_SLOW_RESPONSE: Final = b"HTTP/1.1 408 Request Timeout\r\n"
RESPONSE_END: Final = b"connection: close\r\ncontent-length: 0\r\n\r\n"


# As uvicorn's, but with level 4, which takes three quarters of the time of the default, 6.
COMPRESSION: Final = ServerPerMessageDeflateFactory(
    server_max_window_bits=12,
    client_max_window_bits=12,
    compress_settings={"memLevel": 5, "level": 4},
)


@dataclass(frozen=True)
class Limits:
    """The maximum number of connections in total and per client network, and their rates.

    A WebSocket may briefly send twice as many commands and four times as many bytes.
    """

    connections: int = 896
    connections_per_client: int = 200
    sockets_per_client: int = 100
    request_seconds: float = 15.0
    commands_per_second: float = 50.0
    bytes_per_second: float = 16 * 1024.0
    limits_this_machine: bool = False  # for tests


class Config(uvicorn.Config):
    """The configuration of uvicorn; ``auto`` means uvloop if it is installed, else asyncio."""

    def __init__(
        self,
        app: "ASGIApp",
        limits: Limits,
        loop: LoopFactoryType = "auto",
        proxies: Sequence[str] = (),
    ) -> None:
        """``proxies`` are further addresses and networks whose ``X-Forwarded-`` headers count."""
        super().__init__(
            app,
            forwarded_allow_ips=["127.0.0.1", "::1", *proxies],
            loop=loop,
            http=HttpConnection,
            ws=SocketConnection,
            ws_max_size=MAX_MESSAGE_BYTES,
            lifespan="on",
            backlog=MAX_PENDING_CONNECTIONS,
            log_config=None,
            log_level="warning",
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=SHUTDOWN_SECONDS,
        )
        self.limits = limits
        self.is_shutting_down = False  # new connections are closed


class LimitedConnection(asyncio.Protocol):
    """A connection with limits; closed if the client does not read its response for some time."""

    loop: asyncio.AbstractEventLoop
    transport: asyncio.Transport
    _write_deadline: asyncio.TimerHandle | None = None

    def __init__(self, config: Config, **arguments: Any) -> None:
        # The next class in the order of inheritance is uvicorn's protocol, which takes arguments.
        super().__init__(config=config, **arguments)  # type: ignore[call-arg]
        self._config = config
        self._limits = config.limits

    def pause_writing(self) -> None:
        super().pause_writing()
        if self._write_deadline is None:
            self._write_deadline = self.loop.call_later(
                UNREAD_RESPONSE_SECONDS, self.transport.abort
            )

    def resume_writing(self) -> None:
        super().resume_writing()
        self._cancel_write_deadline()

    def connection_lost(self, exc: Exception | None) -> None:
        self._cancel_write_deadline()
        super().connection_lost(exc)

    def _cancel_write_deadline(self) -> None:
        if self._write_deadline is not None:
            self._write_deadline.cancel()
            self._write_deadline = None


class HttpConnection(LimitedConnection, H11Protocol):
    """An HTTP connection, closed if a request does not arrive in time."""

    def __init__(self, config: Config, **arguments: Any) -> None:
        super().__init__(config, **arguments)
        self._deadline: asyncio.TimerHandle | None = None
        self._request_start = 0.0  # seconds on the clock of the event loop
        self._request_bytes = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as uvicorn's
        super().connection_made(transport)
        if self._config.is_shutting_down:
            self.transport.close()
        elif len(self.connections) > self._limits.connections:
            maximum = self._limits.connections
            LOG.warning("%d connections are open, the maximum; more are refused", maximum)
            self._close(TOO_MANY_RESPONSE)
        elif self._count(HttpConnection, SocketConnection) > self._limits.connections_per_client:
            LOG.warning("%s has too many connections; more are refused", self._client_network)
            self._close(TOO_MANY_RESPONSE)
        else:
            self._set_deadline()

    def connection_lost(self, exc: Exception | None) -> None:
        self._cancel_deadline()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        self._request_bytes += len(data)
        super().data_received(data)
        if self.transport.get_protocol() is self:
            self._set_deadline()

    def on_response_complete(self) -> None:
        """Process the next request if it arrived before this response was sent."""
        super().on_response_complete()
        if not self.transport.is_closing() and self.conn.trailing_data[0]:
            self._set_deadline()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._cancel_deadline()
        if self._count(SocketConnection) >= self._limits.sockets_per_client:
            LOG.warning("%s has too many sockets; more are refused", self._client_network)
            self._close(TOO_MANY_RESPONSE)
        else:
            super().handle_websocket_upgrade(event)

    @property
    def _client_network(self) -> str | None:
        return self._network_of(self.client)

    def _network_of(self, client: tuple[str, int] | None) -> str | None:
        if client is None:
            return None
        return client[0] if self._limits.limits_this_machine else client_network(client[0])

    def _count(self, *types: type[asyncio.Protocol]) -> int:
        """Return the number of connections of these types from the network of this client."""
        network = self._client_network
        if network is None:
            return 0
        return sum(
            type(connection) in types
            and self._network_of(getattr(connection, "client", None)) == network
            for connection in self.connections
        )

    def _set_deadline(self) -> None:
        is_complete = self.conn.their_state not in (h11.IDLE, h11.SEND_BODY)
        if is_complete or self.transport.is_closing():
            self._cancel_deadline()
        elif self._deadline is None:
            self._request_start = self.loop.time()
            self._request_bytes = 0
            self._deadline = self.loop.call_later(self._limits.request_seconds, self._close_if_late)

    def _cancel_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _close_if_late(self) -> None:
        """Close a connection that is too slow; a long body may take proportionally longer."""
        seconds = self._limits.request_seconds + self._request_bytes / MIN_BODY_RATE
        remaining_seconds = self._request_start + seconds - self.loop.time()
        if remaining_seconds > 0:
            self._deadline = self.loop.call_later(remaining_seconds, self._close_if_late)
            return
        self._deadline = None
        cycle: RequestResponseCycle | None = self.cycle
        is_responding = cycle and cycle.response_started and not cycle.response_complete
        self._close(b"" if is_responding else TOO_SLOW_RESPONSE)

    def _close(self, response: bytes) -> None:
        if response:
            self.transport.write(response + RESPONSE_END)
        self.transport.close()


class SocketConnection(LimitedConnection, WebSocketsSansIOProtocol):
    """A WebSocket that the server reads at a limited rate."""

    def __init__(self, config: Config, **arguments: Any) -> None:
        super().__init__(config, **arguments)
        self.conn.available_extensions = [COMPRESSION]
        commands, data_rate = self._limits.commands_per_second, self._limits.bytes_per_second
        self._command_bucket = TokenBucket(2 * commands, commands)
        self._byte_bucket = TokenBucket(4 * data_rate, data_rate)
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
        part, self._unprocessed = self._unprocessed[:READ_BYTES], self._unprocessed[READ_BYTES:]
        super().data_received(part)
        pause = self._byte_bucket.charge(len(part))
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
            return  # uvicorn resumes after the application has read the waiting messages
        if self._unprocessed:
            self._process()
        elif not self.transport.is_closing():
            self.transport.resume_reading()

    def handle_ping(self) -> None:
        super().handle_ping()
        self._byte_bucket.charge(BYTES_PER_PING)

    async def receive(self) -> "ASGIReceiveEvent":
        message = await super().receive()
        if self._pause is not None:
            self.transport.pause_reading()
        elif self._unprocessed and not self.read_paused:
            self._process()
        if message["type"] == "websocket.receive" and (pause := self._command_bucket.charge()):
            await asyncio.sleep(pause)
        return message
